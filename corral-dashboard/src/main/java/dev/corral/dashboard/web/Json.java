package dev.corral.dashboard.web;

import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes maps, collections, numbers, truths, null and words as JSON, on one line. A number that is
 * not finite becomes null, since JSON has none.
 */
public final class Json {
  private static final String HEX = "0123456789abcdef";

  private final StringBuilder text = new StringBuilder();

  private Json() {}

  /**
   * Writes a value.
   *
   * @param value what to write; of what is of no other kind, its words
   * @return the text, in ASCII
   */
  public static String of(@Nullable Object value) {
    Json json = new Json();
    json.write(value);
    return json.text.toString();
  }

  private void write(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      writeMembers(map);
    } else if (value instanceof Collection<?> values) {
      writeElements(values);
    } else if (value == null || value instanceof Boolean) {
      text.append(value);
    } else if (value instanceof Number number) {
      text.append(Double.isFinite(number.doubleValue()) ? number : null);
    } else {
      quote(value.toString());
    }
  }

  private void writeMembers(Map<?, ?> map) {
    text.append('{');
    for (Iterator<? extends Map.Entry<?, ?>> each = map.entrySet().iterator(); each.hasNext(); ) {
      Map.Entry<?, ?> member = each.next();
      quote(String.valueOf(member.getKey()));
      text.append(':');
      write(member.getValue());
      separate(each);
    }
    text.append('}');
  }

  private void writeElements(Collection<?> values) {
    text.append('[');
    for (Iterator<?> each = values.iterator(); each.hasNext(); ) {
      write(each.next());
      separate(each);
    }
    text.append(']');
  }

  private void separate(Iterator<?> each) {
    if (each.hasNext()) {
      text.append(',');
    }
  }

  /** All but ASCII is escaped too: then the reader's charset does not matter. */
  private void quote(String words) {
    text.append('"');
    for (int i = 0; i < words.length(); i++) {
      char sign = words.charAt(i);
      switch (sign) {
        case '"', '\\' -> text.append('\\').append(sign);
        case '\n' -> text.append("\\n");
        default -> {
          if (sign < ' ' || sign > '~') {
            escape(sign);
          } else {
            text.append(sign);
          }
        }
      }
    }
    text.append('"');
  }

  private void escape(char sign) {
    text.append("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      text.append(HEX.charAt(sign >> shift & 0xf));
    }
  }
}
