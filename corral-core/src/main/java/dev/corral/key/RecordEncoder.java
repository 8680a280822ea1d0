package dev.corral.key;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes each component of a record as a segment.
 *
 * @param <R> the record
 */
final class RecordEncoder<R extends Record> implements KeyEncoder<R> {
  /* design
   *
   * All that depends on the record's type is settled once: which components there are, how each is
   * read and how it is written. Since the type fixes the number and the types of all segments, the
   * components of nested records are written in line: equal segments still mean equal records.
   *
   * Accessors become handles of (Object)long or (Object)Object, so that a number needs no box.
   */

  private static final Set<Class<?>> NUMBERS =
      Set.of(byte.class, short.class, int.class, long.class);
  private static final Set<Class<?>> OBJECTS =
      Set.of(String.class, Byte.class, Short.class, Integer.class, Long.class, UUID.class);

  private final Part parts;

  private RecordEncoder(Part parts) {
    this.parts = parts;
  }

  static <R extends Record> RecordEncoder<R> of(Class<R> type) {
    return new RecordEncoder<>(partsOf(type, List.of()));
  }

  @Override
  public void encode(R key, KeyWriter out) {
    try {
      parts.write(key, out);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new UndeclaredThrowableException(e);
    }
  }

  /** One component, or all of a record's: knows how to read it from its record, and to write it. */
  private interface Part {
    void write(Object record, KeyWriter out) throws Throwable;
  }

  private static Part partsOf(Class<?> type, List<Class<?>> enclosing) {
    RecordComponent[] components = type.getRecordComponents();
    if (components == null || components.length == 0) {
      throw new IllegalArgumentException(
          type.getName() + " must be a record with at least one component");
    }
    if (enclosing.contains(type)) {
      throw new IllegalArgumentException(
          "record " + type.getName() + " must not have itself as a component");
    }
    List<Class<?>> path = new ArrayList<>(enclosing);
    path.add(type);

    Part[] parts = new Part[components.length];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = partOf(components[i], path);
    }
    return (record, out) -> {
      for (Part part : parts) {
        part.write(record, out);
      }
    };
  }

  private static Part partOf(RecordComponent component, List<Class<?>> path) {
    Class<?> type = component.getType();
    if (NUMBERS.contains(type)) {
      MethodHandle read = reader(component, long.class);
      return (record, out) -> out.number((long) read.invokeExact(record));
    }
    if (OBJECTS.contains(type) || type.isEnum()) {
      MethodHandle read = reader(component, Object.class);
      return (record, out) -> out.offer(present((Object) read.invokeExact(record), component));
    }
    if (type.isRecord()) {
      MethodHandle read = reader(component, Object.class);
      Part parts = partsOf(type, path);
      return (record, out) ->
          parts.write(present((Object) read.invokeExact(record), component), out);
    }
    throw new IllegalArgumentException(nameOf(component)
        + " must be a string, a whole number from byte to long, a UUID, an enum or a record of these,"
        + " but is a "
        + type.getName());
  }

  private static MethodHandle reader(RecordComponent component, Class<?> result) {
    Method accessor = component.getAccessor();
    if (!accessor.trySetAccessible()) {
      Class<?> record = component.getDeclaringRecord();
      throw new IllegalArgumentException(
          "record %s cannot be read: add \"opens %s;\" to module %s, or write a KeyEncoder for it"
              .formatted(
                  record.getName(), record.getPackageName(), record.getModule().getName()));
    }
    try {
      return MethodHandles.lookup()
          .unreflect(accessor)
          .asType(MethodType.methodType(result, Object.class));
    } catch (IllegalAccessException e) {
      throw new AssertionError("an accessor that was made accessible is not", e);
    }
  }

  private static Object present(@Nullable Object value, RecordComponent component) {
    if (value == null) {
      throw new IllegalArgumentException(nameOf(component) + " must not be null");
    }
    return value;
  }

  private static String nameOf(RecordComponent component) {
    return "component " + component.getName() + " of record "
        + component.getDeclaringRecord().getName();
  }
}
