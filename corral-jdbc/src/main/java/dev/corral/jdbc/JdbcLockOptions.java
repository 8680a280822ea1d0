package dev.corral.jdbc;

import static dev.corral.check.Argument.required;

import dev.corral.check.Plain;
import dev.corral.fault.ConfigurationException;
import dev.corral.patience.PatientThreads;
import dev.corral.patience.Pauses;
import dev.corral.time.Ticker;
import dev.corral.time.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * How a database's locks behave. Immutable: each change yields new options. Values out of range are
 * found when locks are made with them, all at once.
 */
public final class JdbcLockOptions {
  /** What MariaDB and MySQL leave of 64 characters beside a digest. */
  private static final int LONGEST_PREFIX = 31;

  private static final Duration SHORTEST_TIME = Duration.ofMillis(10);
  private static final Duration LONGEST_TIME = Duration.ofHours(1);
  private static final JdbcLockOptions DEFAULTS = new JdbcLockOptions(new Values());

  private final Values values;

  private JdbcLockOptions(Values values) {
    this.values = values;
  }

  /**
   * What locks have unless they are told otherwise.
   *
   * @return the default options
   */
  public static JdbcLockOptions defaults() {
    return DEFAULTS;
  }

  private JdbcLockOptions with(Consumer<Values> change) {
    Values copy = values.copy();
    change.accept(copy);
    return new JdbcLockOptions(copy);
  }

  /**
   * What the locks' names begin with in the database. Who shares a lock must have the same.
   *
   * @param text {@code corral} by default; 1 to 31 printable ASCII characters, no spaces
   * @return the options so changed
   */
  public JdbcLockOptions prefix(String text) {
    return with(to -> to.prefix = required("prefix", text));
  }

  /**
   * How long to pause between two tries for a lock that is waited for: a random time, whose upper
   * bound begins at the least and doubles with each try, up to the most, and which is no less than
   * half its bound.
   *
   * @param least 5 ms by default; 1 ms to 1 h
   * @param most 250 ms by default; least to 1 h
   * @return the options so changed
   */
  public JdbcLockOptions pauses(Duration least, Duration most) {
    return with(to -> {
      to.leastPause = required("least", least);
      to.mostPause = required("most", most);
    });
  }

  /**
   * How often the database is asked whether a lock is still held. It also keeps the connection from
   * being taken for idle: it must be less than the server's {@code wait_timeout} or
   * {@code idle_session_timeout}.
   *
   * @param time 10 s by default; 10 ms to 1 h
   * @return the options so changed
   */
  public JdbcLockOptions heartbeat(Duration time) {
    return with(to -> to.heartbeat = required("heartbeat", time));
  }

  /**
   * How long the database may take to answer one question. How long it may take to get a connection
   * is the data source's to know.
   *
   * @param time 5 s by default; 10 ms to 1 h
   * @return the options so changed
   */
  public JdbcLockOptions deadline(Duration time) {
    return with(to -> to.deadline = required("deadline", time));
  }

  /**
   * Where the database is asked when nobody waits for the answer: by {@code async()} and by the
   * heartbeat. Each question blocks a thread, as long as it waits for a connection too.
   *
   * @param source daemon threads that may block by default, for the whole JVM, and others for those
   *     who have a connection than for those who want one
   * @return the options so changed
   */
  public JdbcLockOptions executor(Executor source) {
    return with(to -> {
      to.executor = required("executor", source);
      to.holdExecutor = source;
    });
  }

  /**
   * What ends the pauses, and starts heartbeats.
   *
   * @param source the machine's own by default
   * @return the options so changed
   */
  public JdbcLockOptions timer(Timer source) {
    return with(to -> to.timer = required("timer", source));
  }

  /**
   * What measures {@link dev.corral.lock.Hold#remaining} and the time to wait.
   *
   * @param source the machine's own by default
   * @return the options so changed
   */
  public JdbcLockOptions ticker(Ticker source) {
    return with(to -> to.ticker = required("ticker", source));
  }

  /**
   * Where the lengths of pauses come from.
   *
   * @param source the {@link ThreadLocalRandom} of whoever pauses by default
   * @return the options so changed
   */
  public JdbcLockOptions random(RandomGenerator source) {
    return with(to -> to.random = required("random", source));
  }

  String prefix() {
    return values.prefix;
  }

  Pauses pauses() {
    return new Pauses(
        values.leastPause, values.mostPause, values.timer, values.ticker, values.random);
  }

  Duration heartbeat() {
    return values.heartbeat;
  }

  Duration deadline() {
    return values.deadline;
  }

  Executor executor() {
    return values.executor;
  }

  /** Where those are asked who have a connection. */
  Executor holdExecutor() {
    return values.holdExecutor;
  }

  Timer timer() {
    return values.timer;
  }

  Ticker ticker() {
    return values.ticker;
  }

  /** Returns these options if they make sense, and names all that does not. */
  JdbcLockOptions validated() {
    List<String> problems = new ArrayList<>();
    boolean isPrintable = values.prefix.chars().allMatch(each -> each > ' ' && each < 0x7f);
    if (values.prefix.isEmpty() || values.prefix.length() > LONGEST_PREFIX || !isPrintable) {
      problems.add("prefix must be 1 to " + LONGEST_PREFIX
          + " printable ASCII characters without spaces, but is \"" + values.prefix + "\"");
    }
    pauses().check(problems);
    checkTime(problems, "heartbeat", values.heartbeat);
    checkTime(problems, "deadline", values.deadline);
    if (!problems.isEmpty()) {
      throw new ConfigurationException("locks of a database: " + String.join("; ", problems));
    }
    return this;
  }

  private static void checkTime(List<String> problems, String name, Duration time) {
    if (time.compareTo(SHORTEST_TIME) < 0 || time.compareTo(LONGEST_TIME) > 0) {
      problems.add(name + " must be " + Plain.duration(SHORTEST_TIME) + " to "
          + Plain.duration(LONGEST_TIME) + ", but is " + Plain.duration(time));
    }
  }

  /** At first the defaults. Options change a copy while they are made, and never afterwards. */
  private static final class Values implements Cloneable {
    String prefix = "corral";
    Duration leastPause = Duration.ofMillis(5);
    Duration mostPause = Duration.ofMillis(250);
    Duration heartbeat = Duration.ofSeconds(10);
    Duration deadline = Duration.ofSeconds(5);
    Executor executor = new PatientThreads("corral-jdbc");

    /** Of its own, or those who give a connection back would wait behind those who wait for one. */
    Executor holdExecutor = new PatientThreads("corral-jdbc-hold");

    Timer timer = Timer.system();
    Ticker ticker = Ticker.system();
    RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();

    Values copy() {
      try {
        return (Values) clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
