package dev.corral.memcached.node;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of a memcached server, by which it is known {@linkplain Capability what the server
 * can do}. What follows the three numbers doesn't count: a release candidate is taken for the
 * release.
 *
 * @param major the first number
 * @param minor the second
 * @param patch the third
 */
public record ServerVersion(int major, int minor, int patch) implements Comparable<ServerVersion> {
  /**
   * The oldest that is accepted: 1.6.13. Before it, {@code md} compared every given CAS with zero,
   * so that no conditional delete succeeded, and {@code ms} could answer with a CAS that was not
   * the item's: no lease could be given back or trusted. Before 1.6.10 the meta commands were
   * another dialect.
   */
  public static final ServerVersion LEAST = new ServerVersion(1, 6, 13);

  /**
   * The oldest that is used without a warning: 1.6.24. Before it, the CAS of an item changed when
   * the server moved the item in its memory, so that a lease or a conditional write was lost now
   * and then without anyone having changed the item.
   */
  public static final ServerVersion ADVISED = new ServerVersion(1, 6, 24);

  private static final Pattern NUMBERS =
      Pattern.compile("([0-9]{1,9})\\.([0-9]{1,9})\\.([0-9]{1,9})([^0-9.].*)?");
  private static final Comparator<ServerVersion> ORDER = Comparator.comparingInt(
          ServerVersion::major)
      .thenComparingInt(ServerVersion::minor)
      .thenComparingInt(ServerVersion::patch);

  /**
   * Creates a version.
   *
   * @param major the first number
   * @param minor the second
   * @param patch the third
   * @throws IllegalArgumentException if a number is negative
   */
  public ServerVersion {
    if (major < 0 || minor < 0 || patch < 0) {
      throw new IllegalArgumentException(
          "a version has no negative numbers: " + major + "." + minor + "." + patch);
    }
  }

  /**
   * Reads what a server answers to {@code version}, after the word {@code VERSION}.
   *
   * @param text three numbers, such as {@code 1.6.18}, and whatever a build adds to them, such as
   *     {@code 1.6.9_10_gabc} or {@code 1.6.24-rc1}
   * @return the version
   * @throws IllegalArgumentException if the text does not begin so
   */
  public static ServerVersion parse(String text) {
    Matcher numbers = NUMBERS.matcher(text.strip());
    if (!numbers.matches()) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a version: expected three numbers, such as 1.6.18");
    }
    return new ServerVersion(
        Integer.parseInt(numbers.group(1)),
        Integer.parseInt(numbers.group(2)),
        Integer.parseInt(numbers.group(3)));
  }

  /**
   * Whether this is a certain version or a later one.
   *
   * @param other the version to compare with
   * @return false if this one is earlier
   */
  public boolean isAtLeast(ServerVersion other) {
    return compareTo(other) >= 0;
  }

  @Override
  public int compareTo(ServerVersion other) {
    return ORDER.compare(this, other);
  }

  /** The three numbers, such as {@code 1.6.18}. */
  @Override
  public String toString() {
    return major + "." + minor + "." + patch;
  }
}
