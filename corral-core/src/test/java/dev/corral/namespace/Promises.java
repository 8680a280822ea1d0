package dev.corral.namespace;

import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.Operation;
import dev.corral.store.Put;
import dev.corral.time.SteppedTimer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Knows what a {@link NamespaceHistory} may show, and notes what it does show against that: no read
 * brings a value that was loaded before an invalidation that it must see.
 *
 * <p>It must see those that had returned when it began; one that reads relaxed, those of others
 * that had by so much earlier; what a process did before it was started anew, another did. The
 * server lists must have been equal: those of all processes before the invalidation was written,
 * and used by all of them; or at least those of the reader and of who invalidated, and the reader's
 * since then.
 *
 * <p>All versions come from one counter, the origin's. A value has the version of the moment at
 * which it was loaded.
 */
final class Promises {
  private static final String PREFIX = "___";
  private static final int SIZE_AT = 20 + PREFIX.length();

  private final SteppedTimer time;
  private final Map<Integer, List<Invalidation>> invalidations = new HashMap<>();

  final List<String> faults = new ArrayList<>();
  final List<String> trace = new ArrayList<>();
  boolean tracing;
  long version = 1;
  int reads;
  int loads;
  int hits;

  /**
   * One that has returned.
   *
   * @param version what was loaded before is older
   * @param begun when it was asked for
   * @param written when its writes were begun
   * @param returned when it returned
   * @param by who invalidated
   * @param list the servers of who invalidated
   * @param everywhere whether these were the servers of all
   */
  private record Invalidation(
      long version,
      long begun,
      long written,
      long returned,
      NamespaceMember by,
      List<Integer> list,
      boolean everywhere) {}

  Promises(SteppedTimer time) {
    this.time = time;
  }

  void invalidated(
      int namespace, long asOf, NamespaceMember by, long begun, long written, boolean everywhere) {
    invalidations
        .computeIfAbsent(namespace, n -> new ArrayList<>())
        .add(new Invalidation(
            asOf, begun, written, time.nanos(), by, by.store.ring().list(), everywhere));
  }

  /** A read that began some time ago has brought a value. */
  void read(NamespaceMember reader, List<Integer> namespaces, long begun, long value) {
    for (int namespace : namespaces) {
      for (Invalidation one : invalidations.getOrDefault(namespace, List.of())) {
        if (value < one.version && binds(one, reader, begun)) {
          fail("stale: " + reader + " read " + value + " in " + namespaces + ", but " + one.by
              + " had invalidated " + namespace + " as of " + one.version);
          return;
        }
      }
    }
  }

  private static boolean binds(Invalidation one, NamespaceMember reader, long begun) {
    RingStore.Ring ring = reader.store.ring();
    boolean equalLists =
        one.everywhere || (ring.list().equals(one.list) && ring.since() < one.written);
    boolean own = one.by == reader && reader.bornAt <= one.begun;
    long patience = own ? 0 : reader.maxAge.toNanos();
    return equalLists && one.returned <= begun - patience;
  }

  void fail(String what) {
    faults.add(what);
    tell("*****", () -> what);
  }

  void tell(Object who, Supplier<String> what) {
    if (tracing) {
      trace.add(String.format("%9.3f %s %s", time.nanos() / 1e6, who, what.get()));
    }
  }

  /** What was asked and answered, with what the evidence and generations say. */
  static String text(Operation<?> operation, Object outcome) {
    String said = operation instanceof Put put ? " " + text(put.key().toString(), put.value()) : "";
    String heard = operation instanceof Get && outcome instanceof Item item
        ? text(operation.key().toString(), item.value()) + (item.hasCas() ? item.cas() : "")
        : String.valueOf(outcome);
    return operation + said + " -> " + heard;
  }

  private static String text(String key, byte[] value) {
    if (key.contains("evidence")) {
      Epoch epoch = epoch(value);
      return epoch == null ? "?" : text(epoch);
    }
    if (key.contains("counter")) {
      GenerationItems.Drawn drawn = GenerationItems.Drawn.parse(value);
      return short36(drawn.generation()) + " under " + short36(drawn.master());
    }
    return "";
  }

  /** What an evidence item says, whatever its size. */
  static @Nullable Epoch epoch(byte[] item) {
    int size = ByteBuffer.wrap(item).getShort(SIZE_AT);
    return Epoch.parse(item, PREFIX, size);
  }

  private static String text(Epoch epoch) {
    Epoch.Old old = epoch.old();
    return short36(epoch.master())
        + bits(epoch.filter())
        + (epoch.sealed() ? " sealed" : "")
        + (old == null
            ? ""
            : " old " + short36(old.master()) + bits(old.filter()) + (old.moved() ? " moved" : ""));
  }

  private static String bits(Filter filter) {
    return java.util.BitSet.valueOf(filter.bytes()).toString();
  }

  private static String short36(long generation) {
    return Long.toString(generation >>> Generation.RANDOM_BITS, 36) + "~"
        + Long.toString(generation & 0xfff, 36);
  }
}
