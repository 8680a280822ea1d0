package dev.corral.it;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.hash.Hash64;
import dev.corral.key.Key;
import dev.corral.store.Item;
import dev.corral.store.Store;
import dev.corral.time.Ttl;
import java.util.BitSet;
import java.util.UUID;

/**
 * The algorithm that Corral's namespaces have learned from, as far as it is about who overwrites
 * what: whoever touches a namespace sets its bits in a copy of the evidence, and stores the copy.
 * Counters and bits are Corral's, so that nothing else makes a difference. For one thread.
 */
final class NamespaceSource {
  private static final Key EVIDENCE = Key.of("source-evidence");
  private static final String DEFAULT = "default";

  private final Store store;
  private final int bits;

  /** Whether the copy is read anew before it is changed, which the source does not do. */
  private final boolean refreshes;

  private BitSet copy = new BitSet();

  NamespaceSource(Store store, int bytes, boolean refreshes) {
    this.store = store;
    this.bits = bytes * Byte.SIZE;
    this.refreshes = refreshes;
    refresh();
  }

  private void refresh() {
    copy = store.get(EVIDENCE).join() instanceof Item item
        ? BitSet.valueOf(item.value())
        : new BitSet();
  }

  void invalidate(String namespace) {
    store
        .set(counter(namespace), UUID.randomUUID().toString().getBytes(US_ASCII), Ttl.NEVER)
        .join();
    if (refreshes) {
      refresh();
    }
    copy.set(bit(namespace, 0));
    copy.set(bit(namespace, 1));
    store.set(EVIDENCE, copy.toByteArray(), Ttl.NEVER).join();
  }

  /** Under which key a namespace's value is now, by the evidence that was read at the beginning. */
  Key key(String namespace) {
    boolean isTouched = copy.get(bit(namespace, 0)) && copy.get(bit(namespace, 1));
    String generation = isTouched && store.get(counter(namespace)).join() instanceof Item item
        ? new String(item.value(), US_ASCII)
        : DEFAULT;
    return Key.of("source-value", namespace, generation);
  }

  private static Key counter(String namespace) {
    return Key.of("source-counter", namespace);
  }

  private int bit(String namespace, int which) {
    long hash = Hash64.of(namespace.getBytes(US_ASCII));
    return (int) Long.remainderUnsigned((hash >>> 32) + which * (hash & 0xffff_ffffL), bits);
  }
}
