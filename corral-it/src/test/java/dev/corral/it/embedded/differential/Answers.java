package dev.corral.it.embedded.differential;

import dev.corral.it.embedded.Reply;
import org.jspecify.annotations.Nullable;

/** What two servers have said to the same bytes. */
record Answers(String sent, Reply real, Reply twin) {
  private static final int BEFORE = 80;

  boolean areEqual() {
    return real.equals(twin);
  }

  /** Says where they part, or nothing. */
  @Nullable
  String difference() {
    int place = real.partsAt(twin);
    if (place < 0) {
      return null;
    }
    return "  sent: " + escape(sent)
        + "\n  real: " + around(real, place)
        + "\n  twin: " + around(twin, place);
  }

  private static String around(Reply reply, int place) {
    int from = Math.max(0, place - BEFORE);
    return (from > 0 ? "… " : "")
        + escape(reply.bytes().substring(from, place))
        + " >>> "
        + escape(reply.bytes().substring(place))
        + (reply.ending() == Reply.Ending.COMPLETE ? "" : " " + reply.ending());
  }

  /** Makes all bytes visible, and long runs of one short. */
  static String escape(String bytes) {
    StringBuilder escaped = new StringBuilder();
    for (int index = 0, end; index < bytes.length(); index = end) {
      char first = bytes.charAt(index);
      end = index + 1;
      while (end < bytes.length() && bytes.charAt(end) == first) {
        end++;
      }
      String one = escape(first);
      escaped.append(end - index > 12 ? one + "{" + (end - index) + "}" : one.repeat(end - index));
    }
    return escaped.toString();
  }

  private static String escape(char one) {
    return switch (one) {
      case '\r' -> "\\r";
      case '\n' -> "\\n";
      case '\\' -> "\\\\";
      default ->
        one >= ' ' && one < 127 ? String.valueOf(one) : String.format("\\x%02x", (int) one);
    };
  }
}
