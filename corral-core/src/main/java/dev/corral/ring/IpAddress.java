package dev.corral.ring;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The text of IP addresses (RFC 4291, 2.2). DNS is never asked. */
final class IpAddress {
  private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
  private static final Pattern V4 = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");
  private static final Pattern FULL_V6 = Pattern.compile("[0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4}){7}");

  private IpAddress() {}

  /** Whether this is an IPv4 address: four numbers up to 255, none with leading zeros. */
  static boolean isV4(String text) {
    return V4.matcher(text).matches();
  }

  /**
   * The one text among the many of an IPv6 address that has eight groups, no leading zeros and
   * small letters; null if this is no IPv6 address.
   */
  static @Nullable String fullV6(String text) {
    String[] halves = endInHex(text).split("::", -1);
    boolean isShort = halves.length == 2;
    int missing = 8 - Arrays.stream(halves).mapToInt(IpAddress::groups).sum();
    if (halves.length > 2 || (isShort && missing < 1)) {
      return null;
    }
    String full = isShort ? join(halves[0], "0:".repeat(missing), halves[1]) : halves[0];
    return FULL_V6.matcher(full).matches()
        ? full.toLowerCase(Locale.ROOT).replaceAll("\\b0+(?=[0-9a-f])", "")
        : null;
  }

  private static String join(String before, String zeros, String after) {
    String full = (before.isEmpty() ? "" : before + ":") + zeros + after;
    return after.isEmpty() ? full.substring(0, full.length() - 1) : full;
  }

  private static int groups(String half) {
    return half.isEmpty() ? 0 : half.split(":", -1).length;
  }

  /** The address with its last four bytes, which may be written as IPv4, as two groups. */
  private static String endInHex(String text) {
    int end = text.lastIndexOf(':') + 1;
    if (!isV4(text.substring(end))) {
      return text;
    }
    int[] bytes = Arrays.stream(text.substring(end).split("\\.", -1))
        .mapToInt(Integer::parseInt)
        .toArray();
    return text.substring(0, end)
        + Integer.toHexString(bytes[0] << 8 | bytes[1]) + ":"
        + Integer.toHexString(bytes[2] << 8 | bytes[3]);
  }
}
