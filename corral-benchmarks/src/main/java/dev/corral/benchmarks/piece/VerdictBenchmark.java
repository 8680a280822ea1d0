package dev.corral.benchmarks.piece;

import dev.corral.codec.Codec;
import dev.corral.key.Key;
import dev.corral.scope.Stamp;
import dev.corral.shelf.Shelf;
import dev.corral.shelf.Terms;
import dev.corral.shelf.Verdict;
import dev.corral.site.Site;
import dev.corral.store.Item;
import dev.corral.store.Lease;
import dev.corral.store.MemoryStore;
import dev.corral.time.Ttl;
import java.time.Duration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/**
 * What it costs a cache to judge a reply: to open the envelope, decode the value and compare stamp
 * and time. Values are 100 bytes, copied once out of the envelope: 116 bytes that no verdict can do
 * without.
 */
public class VerdictBenchmark extends Piece {
  private static final Duration TTL = Duration.ofHours(1);
  private static final Duration SPAN = Duration.ofSeconds(21);
  private static final Terms TERMS =
      new Terms(Ttl.of(SPAN), SPAN, SPAN, SPAN, false, Duration.ZERO, 0);
  private static final Stamp OWN = Stamp.of(0x1234_5678_9abc_def0L);
  private static final Stamp OTHER = Stamp.of(0x0fed_cba9_8765_4321L);

  private final Shelf<byte[]> shelf = new Shelf<>(Site.on(MemoryStore.create()), Codec.bytes());
  private final Item[] plain = new Item[KEYS];
  private final Item[] stamped = new Item[KEYS];
  private final Item[] lost = new Item[KEYS];

  /** Makes the replies. */
  @Setup
  public void setUp() {
    for (int i = 0; i < KEYS; i++) {
      plain[i] = item(i, Stamp.NONE, Lease.NONE);
      stamped[i] = item(i, OWN, Lease.NONE);
      lost[i] = details(Item.of(new byte[0], 0, Lease.LOST, false), i);
    }
  }

  private Item item(int index, Stamp stamp, Lease lease) {
    byte[] sealed = shelf
        .put(Key.raw(name(index)), shelf.wrap(new byte[100]), stamp, Ttl.of(TTL), TERMS)
        .value();
    return details(Item.of(sealed, 1, lease, false), index);
  }

  private static Item details(Item item, int index) {
    return item.withDetails(1 + index, "server", TTL.toNanos());
  }

  /** A fresh value of a cache in no namespace. */
  @Benchmark
  public Verdict<byte[]> fresh() {
    return shelf.judge(plain[next()], Stamp.NONE, TERMS);
  }

  /** A fresh value in a namespace. */
  @Benchmark
  public Verdict<byte[]> freshInNamespace() {
    return shelf.judge(stamped[next()], OWN, TERMS);
  }

  /** A value whose namespace has been invalidated. */
  @Benchmark
  public Verdict<byte[]> misfit() {
    return shelf.judge(stamped[next()], OTHER, TERMS);
  }

  /** No value, and another is chosen to load it. */
  @Benchmark
  public Verdict<byte[]> lost() {
    return shelf.judge(lost[next()], Stamp.NONE, TERMS);
  }
}
