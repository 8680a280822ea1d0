package dev.corral.embedded.fault;

import dev.corral.check.Argument;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Something that a server does wrong on purpose: what, to which commands, and how often. Immutable:
 * each refinement is a new fault. Without any it strikes every command before it is carried out;
 * the command is then not carried out at all, unless it only waits. Logins are never struck.
 */
public final class Fault {
  private final Kind kind;
  private final Duration delay;
  private final Set<String> commands;
  private final @Nullable Predicate<String> keys;
  private final double probability;
  private final long spared;
  private final long times;
  private final boolean afterwards;

  private Fault(
      Kind kind,
      Duration delay,
      Set<String> commands,
      @Nullable Predicate<String> keys,
      double probability,
      long spared,
      long times,
      boolean afterwards) {
    this.kind = kind;
    this.delay = delay;
    this.commands = commands;
    this.keys = keys;
    this.probability = probability;
    this.spared = spared;
    this.times = times;
    this.afterwards = afterwards;
  }

  private static Fault of(Kind kind, Duration delay) {
    return new Fault(kind, delay, Set.of(), null, 1, 0, Long.MAX_VALUE, false);
  }

  /** What is done wrong. */
  public enum Kind {
    /** The command waits, and all behind it on its connection. */
    DELAY,
    /** The command is never answered, those behind it are. */
    DROP,
    /** The connection is reset. */
    RESET,
    /** The reply is bytes that are no reply; where none is wanted, none come. */
    GARBAGE,
    /** The reply is a {@code SERVER_ERROR}; with {@code noreply} there is none. */
    SERVER_ERROR,
    /** The connection stands still, until the fault is healed. */
    STALL
  }

  /**
   * Lets a command wait, and with it all that comes behind it on its connection. When the client
   * hangs up meanwhile, or the fault is healed, the wait is over.
   *
   * @param time how long, by the machine's clock; the server's own can be moved, this can't
   * @return the fault
   */
  public static Fault delay(Duration time) {
    if (Argument.required("time", time).isNegative()) {
      throw new IllegalArgumentException("a delay can't be negative: " + time);
    }
    return of(Kind.DELAY, time);
  }

  /**
   * Leaves a command unanswered. The replies to those behind it follow, so that a client that
   * counts on their order takes them for others.
   *
   * @return the fault
   */
  public static Fault drop() {
    return of(Kind.DROP, Duration.ZERO);
  }

  /**
   * Resets the connection.
   *
   * @return the fault
   */
  public static Fault reset() {
    return of(Kind.RESET, Duration.ZERO);
  }

  /**
   * Answers with bytes that are no reply.
   *
   * @return the fault
   */
  public static Fault garbage() {
    return of(Kind.GARBAGE, Duration.ZERO);
  }

  /**
   * Answers with {@code SERVER_ERROR}.
   *
   * @return the fault
   */
  public static Fault serverError() {
    return of(Kind.SERVER_ERROR, Duration.ZERO);
  }

  /**
   * Lets the connection stand still, open, until the fault is healed or the client hangs up.
   *
   * @return the fault
   */
  public static Fault stall() {
    return of(Kind.STALL, Duration.ZERO);
  }

  /**
   * Only these commands.
   *
   * @param names such as {@code mg} or {@code set}; all by default
   * @return the fault so refined
   */
  public Fault on(String... names) {
    Set<String> only = Set.copyOf(Argument.allRequired("names", Arrays.asList(names)));
    return new Fault(kind, delay, only, keys, probability, spared, times, afterwards);
  }

  /**
   * Only commands with such a key; of several keys, one is enough. Commands without a key are
   * spared.
   *
   * @param which told a key, decoded if it came in base64, on a thread of the server's, so that it
   *     must not wait, nor kill, restart or close the server; if it throws, the connection ends.
   *     All commands by default, those without a key too
   * @return the fault so refined
   */
  public Fault forKeys(Predicate<String> which) {
    return new Fault(
        kind,
        delay,
        commands,
        Argument.required("which", which),
        probability,
        spared,
        times,
        afterwards);
  }

  /**
   * Only some of the commands that it could strike, by chance.
   *
   * @param share from 0 to 1; 1 by default
   * @return the fault so refined
   */
  public Fault withProbability(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("a probability is from 0 to 1, not " + share);
    }
    return new Fault(kind, delay, commands, keys, share, spared, times, afterwards);
  }

  /**
   * Spares the first commands that it could strike.
   *
   * @param first how many; none by default
   * @return the fault so refined
   */
  public Fault sparing(long first) {
    if (first < 0) {
      throw new IllegalArgumentException("first can't be negative: " + first);
    }
    return new Fault(kind, delay, commands, keys, probability, first, times, afterwards);
  }

  /**
   * Strikes no more than so often.
   *
   * @param most how often; without end by default
   * @return the fault so refined
   */
  public Fault times(long most) {
    if (most < 0) {
      throw new IllegalArgumentException("most can't be negative: " + most);
    }
    return new Fault(kind, delay, commands, keys, probability, spared, most, afterwards);
  }

  /**
   * Strikes when the command has been carried out, in the place of its reply: the item is changed,
   * and the client does not know.
   *
   * @return the fault so refined
   */
  public Fault afterwards() {
    return new Fault(kind, delay, commands, keys, probability, spared, times, true);
  }

  /**
   * What is done wrong.
   *
   * @return the kind
   */
  public Kind kind() {
    return kind;
  }

  /**
   * How long a command waits.
   *
   * @return zero unless it is a delay
   */
  public Duration delay() {
    return delay;
  }

  /**
   * Whether it strikes when the command has been carried out.
   *
   * @return false by default
   */
  public boolean isAfterwards() {
    return afterwards;
  }

  boolean concerns(String command, List<String> itsKeys) {
    return (commands.isEmpty() || commands.contains(command))
        && (keys == null || itsKeys.stream().anyMatch(keys));
  }

  double probability() {
    return probability;
  }

  long spared() {
    return spared;
  }

  long times() {
    return times;
  }
}
