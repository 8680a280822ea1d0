package dev.corral.cli.bench;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kind of load.
 *
 * @param name such as W1
 * @param kind what is called
 * @param threads how many callers share the client
 * @param window how many calls each of them keeps in flight
 * @param valueSize bytes of a value
 */
public record Workload(String name, Kind kind, int threads, int window, int valueSize) {
  /** How many calls are in flight where callers do not wait for each. */
  public static final int WINDOW = 256;

  private static final Pattern BLOCKING = Pattern.compile("W2-([1-9][0-9]{0,3})");

  /** What is called. */
  public enum Kind {
    /** A get that is waited for. */
    BLOCKING_GET,
    /** A get that is not waited for until the window is full. */
    ASYNC_GET,
    /** A get of {@link KeySpace#BATCH} keys that is waited for. */
    MULTI_GET,
    /** A set that is not waited for until the window is full. */
    ASYNC_SET
  }

  /** The usual ones. */
  public static List<Workload> standard(int valueSize) {
    return List.of(
        new Workload("W1", Kind.BLOCKING_GET, 1, 1, valueSize),
        blocking(16, valueSize),
        blocking(64, valueSize),
        new Workload("W3", Kind.ASYNC_GET, 1, WINDOW, valueSize),
        new Workload("W4", Kind.MULTI_GET, 1, 1, valueSize),
        new Workload("W5", Kind.ASYNC_SET, 1, WINDOW, valueSize));
  }

  private static Workload blocking(int threads, int valueSize) {
    return new Workload("W2-" + threads, Kind.BLOCKING_GET, threads, 1, valueSize);
  }

  /**
   * The one of a name, in capitals or not: one of the usual, or W2 with another number of callers.
   */
  public static Optional<Workload> named(String name, int valueSize) {
    String capital = name.toUpperCase(Locale.ROOT);
    Matcher matcher = BLOCKING.matcher(capital);
    return matcher.matches()
        ? Optional.of(blocking(Integer.parseInt(matcher.group(1)), valueSize))
        : standard(valueSize).stream().filter(each -> each.name.equals(capital)).findFirst();
  }

  /** What it is, for people, such as {@code 16 blocking callers}. */
  public String title() {
    return switch (kind) {
      case BLOCKING_GET -> threads + (threads == 1 ? " blocking caller" : " blocking callers");
      case ASYNC_GET -> window + " gets in flight";
      case MULTI_GET -> "gets of " + KeySpace.BATCH + " keys";
      case ASYNC_SET -> window + " sets in flight";
    };
  }
}
