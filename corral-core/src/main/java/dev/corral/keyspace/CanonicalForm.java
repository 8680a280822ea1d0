package dev.corral.keyspace;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.hash.ShortDigest;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.MonthDay;
import java.time.ZoneId;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Bytes that stand for a value: the same in every JVM, and different for different values. */
final class CanonicalForm {
  /* design
   *
   *   form = kind (1 byte) | length of the rest (4 bytes) | the rest
   *
   * The rest is text, bytes, or the forms of the parts one after the other; since each tells its
   * length, no two lists of parts are written alike. The parts of a set, and the pairs of a map, are
   * sorted by their forms. What equals is written alike: whole numbers of any width, lists and arrays
   * of the same parts, sets of any kind. Floating point is written by its bits: how it prints has
   * changed between versions of the JDK.
   */

  private CanonicalForm() {}

  /** 22 characters for any value that has a stable form. */
  static String hash(Object value) {
    byte[] form = of(value);
    return ShortDigest.of(form, form.length);
  }

  private static byte[] of(@Nullable Object value) {
    if (value == null) {
      return text('0', ""); // only ever a part
    }
    byte[] simple = ofSimple(value);
    if (simple != null) {
      return simple;
    }
    if (value instanceof List<?> list) {
      return parts('l', forms(list));
    }
    if (value.getClass().isArray()) {
      List<byte[]> forms = new ArrayList<>();
      for (int i = 0; i < Array.getLength(value); i++) {
        forms.add(of(Array.get(value, i)));
      }
      return parts('l', forms);
    }
    if (value instanceof Set<?> set) {
      return parts('s', sorted(forms(set)));
    }
    if (value instanceof Map<?, ?> map) {
      List<byte[]> pairs = new ArrayList<>();
      map.forEach((key, one) -> pairs.add(parts('p', List.of(of(key), of(one)))));
      return parts('m', sorted(pairs));
    }
    if (value instanceof Optional<?> optional) {
      return parts('o', optional.map(CanonicalForm::of).stream().toList());
    }
    if (value instanceof Record record) {
      return ofRecord(record);
    }
    throw new IllegalArgumentException("a segment, or a part of one, must have a stable form, but"
        + " is a " + value.getClass().getName());
  }

  /** The form of what has no parts, or null. */
  private static byte @Nullable [] ofSimple(Object value) {
    if (value instanceof String || value instanceof Character) {
      return text('t', value.toString());
    }
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte
        || value instanceof BigInteger) {
      return text('n', value.toString());
    }
    if (value instanceof Double number) {
      return text('d', Long.toHexString(Double.doubleToLongBits(number)));
    }
    if (value instanceof Float number) {
      return text('f', Integer.toHexString(Float.floatToIntBits(number)));
    }
    if (value instanceof BigDecimal) {
      return text('D', value.toString());
    }
    if (value instanceof Boolean) {
      return text('b', value.toString());
    }
    if (value instanceof UUID) {
      return text('u', value.toString());
    }
    if (value instanceof Enum<?> constant) {
      return text('e', constant.getDeclaringClass().getName() + " " + constant.name());
    }
    if (value instanceof byte[] bytes) {
      return form('B', bytes);
    }
    return isOfJavaTime(value) ? text('T', value.getClass().getName() + " " + value) : null;
  }

  private static boolean isOfJavaTime(Object value) {
    return value.getClass().getPackageName().equals("java.time")
        && (value instanceof Temporal
            || value instanceof TemporalAmount
            || value instanceof MonthDay
            || value instanceof ZoneId);
  }

  private static byte[] ofRecord(Record record) {
    List<byte[]> forms = new ArrayList<>();
    forms.add(text('t', record.getClass().getName()));
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      forms.add(of(read(record, component.getAccessor())));
    }
    return parts('r', forms);
  }

  private static @Nullable Object read(Record record, Method accessor) {
    Class<?> type = record.getClass();
    if (!accessor.trySetAccessible()) {
      throw new IllegalArgumentException("record %s cannot be read: add \"opens %s;\" to module %s"
          .formatted(type.getName(), type.getPackageName(), type.getModule().getName()));
    }
    try {
      return accessor.invoke(record);
    } catch (IllegalAccessException e) {
      throw new AssertionError("an accessor that was made accessible is not", e);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(
          "record " + type.getName() + " cannot be read: " + accessor.getName() + " failed", e);
    }
  }

  private static List<byte[]> forms(Iterable<?> values) {
    List<byte[]> forms = new ArrayList<>();
    values.forEach(value -> forms.add(of(value)));
    return forms;
  }

  private static List<byte[]> sorted(List<byte[]> forms) {
    forms.sort(Comparator.comparing(form -> form, Arrays::compare));
    return forms;
  }

  private static byte[] parts(char kind, List<byte[]> forms) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    forms.forEach(all::writeBytes);
    return form(kind, all.toByteArray());
  }

  private static byte[] text(char kind, String text) {
    return form(kind, text.getBytes(UTF_8));
  }

  private static byte[] form(char kind, byte[] rest) {
    return ByteBuffer.allocate(1 + Integer.BYTES + rest.length)
        .put((byte) kind)
        .putInt(rest.length)
        .put(rest)
        .array();
  }
}
