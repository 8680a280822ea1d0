package dev.corral.replica;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether what was put and read could have happened one after another, each within its call. A read
 * of nothing tells nothing: a cache may forget.
 */
/* design
 *
 * Each value is put once. Its zone goes from the first end to the last beginning among its put and its
 * reads: between the two it must have been there, without a break, if the first is before the second.
 * Then no other value may have been there for certain, nor a put been done, all of it, meanwhile (Gibbons
 * and Korach, Testing Shared Memories, 1997).
 */
final class RegisterChecker {
  private static final long NEVER = Long.MAX_VALUE;

  private final Map<Integer, Value> values = new HashMap<>();
  private final List<String> faults = new ArrayList<>();

  private static final class Value {
    final int number;
    final boolean loaded;
    final long begun;
    long firstEnd = NEVER;
    long lastBegin;
    boolean seen;

    Value(int number, boolean loaded, long begun) {
      this.number = number;
      this.loaded = loaded;
      this.begun = begun;
      this.lastBegin = begun;
    }

    boolean isForward() {
      return firstEnd < lastBegin;
    }

    @Override
    public String toString() {
      return number + " [" + firstEnd / 1000 + ", " + lastBegin / 1000 + "] us";
    }
  }

  /** A put, or an invalidation, begins. */
  void putBegins(int number, long now) {
    values.put(number, new Value(number, false, now));
  }

  /** It has ended well. One that has not may have happened, or may happen some time. */
  void putEnds(int number, long now) {
    Value value = value(number);
    value.seen = true;
    value.firstEnd = Math.min(value.firstEnd, now);
  }

  /** A value is read from its origin, and may be stored later. */
  void loaded(int number, long now) {
    values.put(number, new Value(number, true, now));
  }

  void read(int number, long begin, long end) {
    Value value = value(number);
    if (end < value.begun) {
      faults.add(number + " was read before it was put");
    }
    value.seen = true;
    value.firstEnd = Math.min(value.firstEnd, end);
    value.lastBegin = Math.max(value.lastBegin, begin);
  }

  private Value value(int number) {
    Value value = values.get(number);
    if (value == null) {
      throw new IllegalArgumentException(number + " was never put");
    }
    return value;
  }

  /** What is wrong; nothing if all is well. */
  List<String> faults() {
    List<String> all = new ArrayList<>(faults);
    List<Value> seen = values.values().stream().filter(value -> value.seen).toList();
    for (Value one : seen) {
      for (Value other : seen) {
        if (one.number == other.number) {
          continue;
        }
        if (one.isForward() && other.isForward()) {
          if (one.number < other.number
              && one.firstEnd < other.lastBegin
              && other.firstEnd < one.lastBegin) {
            all.add(one + " and " + other + " were there at the same time");
          }
        } else if (one.isForward()
            && one.firstEnd < other.lastBegin
            && other.firstEnd < one.lastBegin) {
          all.add(one + " was there before and after " + other);
        }
        if (one.loaded && !other.loaded && outlived(one, other)) {
          all.add(one + " was loaded before " + other + " was put, and read after that");
        }
      }
    }
    return all;
  }

  private static boolean outlived(Value loaded, Value put) {
    return put.begun > loaded.begun && put.firstEnd < loaded.lastBegin;
  }
}
