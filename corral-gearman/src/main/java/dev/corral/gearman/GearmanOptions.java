package dev.corral.gearman;

import static dev.corral.check.Argument.required;

import dev.corral.check.Plain;
import dev.corral.fault.ConfigurationException;
import dev.corral.time.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How a queue on Gearman servers behaves. Immutable: each change yields new options. Values out of
 * range are found when a queue is opened with them, all at once.
 */
public final class GearmanOptions {
  private static final Duration LEAST = Duration.ofMillis(1);
  private static final Duration MOST = Duration.ofDays(1);
  private static final int LEAST_BYTES = 1 << 10;
  private static final int MOST_BYTES = 1 << 30;
  private static final GearmanOptions DEFAULTS = new GearmanOptions(new Values());

  private final Values values;

  private GearmanOptions(Values values) {
    this.values = values;
  }

  /**
   * What a queue has unless it is told otherwise.
   *
   * @return the default options
   */
  public static GearmanOptions defaults() {
    return DEFAULTS;
  }

  private GearmanOptions with(Consumer<Values> change) {
    Values copy = values.copy();
    change.accept(copy);
    return new GearmanOptions(copy);
  }

  /**
   * How long an attempt to reach a server may take, until it has answered. When no server could be
   * reached for that long, jobs that none has been sent fail as unavailable, and new ones do so at
   * once.
   *
   * @param time 1 s by default; 1 ms to 1 day
   * @return the options so changed
   */
  public GearmanOptions connectTimeout(Duration time) {
    return with(to -> to.connectTimeout = required("connectTimeout", time));
  }

  /**
   * How often a server is asked to echo. One that has not said anything for so long after that is
   * taken for dead: its connection is dropped, and what waited there goes to another.
   *
   * @param time 10 s by default; 1 ms to 1 day
   * @return the options so changed
   */
  public GearmanOptions heartbeat(Duration time) {
    return with(to -> to.heartbeat = required("heartbeat", time));
  }

  /**
   * How long a caller waits: for the result of a job, or for a server to take it over. It then
   * fails with a {@link dev.corral.fault.DeadlineExceededException}; the job itself stays where it
   * is.
   *
   * @param time 60 s by default; 1 ms to 1 day
   * @return the options so changed
   */
  public GearmanOptions deadline(Duration time) {
    return with(to -> to.deadline = required("deadline", time));
  }

  /**
   * How long to pause before a lost connection is made anew: a random time, up to a bound that
   * begins at the least and doubles with each failure, up to the most.
   *
   * @param least 10 ms by default; 1 ms to 1 day
   * @param most 2 s by default; least to 1 day
   * @return the options so changed
   */
  public GearmanOptions reconnectAfter(Duration least, Duration most) {
    return with(to -> {
      to.reconnectLeast = required("least", least);
      to.reconnectMost = required("most", most);
    });
  }

  /**
   * How many different jobs of this process may be open at a time; further ones fail with an
   * {@link dev.corral.fault.OverloadedException}.
   *
   * @param count 10,000 by default; at least 1
   * @return the options so changed
   */
  public GearmanOptions mostOpen(int count) {
    return with(to -> to.mostOpen = count);
  }

  /**
   * The most bytes of a payload or a result. A larger payload is refused, a larger result fails its
   * job, and a server that sends more is taken to talk nonsense.
   *
   * @param count 16 MiB by default; 1 KiB to 1 GiB
   * @return the options so changed
   */
  public GearmanOptions maxJobBytes(int count) {
    return with(to -> to.maxJobBytes = count);
  }

  /**
   * Where the queue's futures are completed, and so their callbacks run. If it refuses, that is
   * done on the thread that moves the queue's bytes: better on the wrong thread than never.
   *
   * @param runner {@link ForkJoinPool#commonPool} by default
   * @return the options so changed
   */
  public GearmanOptions executor(Executor runner) {
    return with(to -> to.executor = required("executor", runner));
  }

  /**
   * Where the jobs run that this process does; they may block. It should have threads for as many
   * as are {@linkplain dev.corral.queue.RefreshQueue#serve served} at once, and stays the caller's
   * to end. A job that it refuses fails.
   *
   * @param runner daemon threads of the queue's own by default, as many as are needed
   * @return the options so changed
   */
  public GearmanOptions workers(Executor runner) {
    return with(to -> to.workers = required("workers", runner));
  }

  /**
   * What ends deadlines and pauses.
   *
   * @param source the machine's own by default
   * @return the options so changed
   */
  public GearmanOptions timer(Timer source) {
    return with(to -> to.timer = required("timer", source));
  }

  /**
   * Where the lengths of pauses come from.
   *
   * @param source the threads' own by default
   * @return the options so changed
   */
  public GearmanOptions random(RandomGenerator source) {
    return with(to -> to.random = required("random", source));
  }

  Duration connectTimeout() {
    return values.connectTimeout;
  }

  Duration heartbeat() {
    return values.heartbeat;
  }

  Duration deadline() {
    return values.deadline;
  }

  int mostOpen() {
    return values.mostOpen;
  }

  int maxJobBytes() {
    return values.maxJobBytes;
  }

  Executor executor() {
    return values.executor;
  }

  /** Nothing if the queue shall have its own. */
  Optional<Executor> workers() {
    return Optional.ofNullable(values.workers);
  }

  Timer timer() {
    return values.timer;
  }

  /** The time before an attempt, after so many failures in a row. */
  Duration pause(int failures) {
    long bound = values.reconnectLeast.toNanos();
    long most = values.reconnectMost.toNanos();
    for (int i = 1; i < failures && bound < most; i++) {
      bound *= 2;
    }
    return Duration.ofNanos(values.random.nextLong(Math.min(bound, most) + 1));
  }

  /** Returns these options if they make sense, and names all that does not. */
  GearmanOptions validated() {
    List<String> problems = new ArrayList<>();
    check(problems, "connectTimeout", values.connectTimeout);
    check(problems, "heartbeat", values.heartbeat);
    check(problems, "deadline", values.deadline);
    check(problems, "the least pause", values.reconnectLeast);
    check(problems, "the most pause", values.reconnectMost);
    if (values.reconnectMost.compareTo(values.reconnectLeast) < 0) {
      problems.add("the most pause must not be less than the least, but they are "
          + Plain.duration(values.reconnectMost) + " and " + Plain.duration(values.reconnectLeast));
    }
    if (values.mostOpen < 1) {
      problems.add("mostOpen must be at least 1, but is " + values.mostOpen);
    }
    if (values.maxJobBytes < LEAST_BYTES || values.maxJobBytes > MOST_BYTES) {
      problems.add("maxJobBytes must be " + LEAST_BYTES + " to " + MOST_BYTES + ", but is "
          + values.maxJobBytes);
    }
    if (!problems.isEmpty()) {
      throw new ConfigurationException("gearman queue: " + String.join("; ", problems));
    }
    return this;
  }

  private static void check(List<String> problems, String name, Duration time) {
    if (time.compareTo(LEAST) < 0 || time.compareTo(MOST) > 0) {
      problems.add(name + " must be " + Plain.duration(LEAST) + " to " + Plain.duration(MOST)
          + ", but is " + Plain.duration(time));
    }
  }

  /** At first the defaults. Options change a copy while they are made, and never afterwards. */
  private static final class Values implements Cloneable {
    Duration connectTimeout = Duration.ofSeconds(1);
    Duration heartbeat = Duration.ofSeconds(10);
    Duration deadline = Duration.ofSeconds(60);
    Duration reconnectLeast = Duration.ofMillis(10);
    Duration reconnectMost = Duration.ofSeconds(2);
    int mostOpen = 10_000;
    int maxJobBytes = 16 << 20;
    Executor executor = ForkJoinPool.commonPool();

    @Nullable
    Executor workers;

    Timer timer = Timer.system();
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
