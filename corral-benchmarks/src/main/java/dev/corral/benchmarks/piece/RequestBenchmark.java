package dev.corral.benchmarks.piece;

import dev.corral.key.Key;
import dev.corral.memcached.wire.Commands;
import dev.corral.memcached.wire.Output;
import dev.corral.store.Get;
import dev.corral.store.Put;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;

/**
 * What it costs to write a request as bytes, by whoever's turn it is to write, while others may
 * have to wait for the next turn. What is asked is made beforehand; it should cost no bytes at all.
 */
public class RequestBenchmark extends Piece {
  private static final int MANY = 64;
  private static final Ttl TTL = Ttl.of(Duration.ofHours(1));

  private final Output out = new Output();
  private final Get[] gets = new Get[KEYS];
  private final Get[] lookups = new Get[KEYS];
  private final Put[] puts = new Put[KEYS];
  private final Key[] keys = new Key[KEYS];

  /** Makes what is asked. */
  @Setup
  public void setUp() {
    byte[] value = new byte[100];
    for (int i = 0; i < KEYS; i++) {
      keys[i] = Key.raw(name(i));
      gets[i] = Get.of(keys[i]);
      lookups[i] = gets[i]
          .withLease(Ttl.of(Duration.ofSeconds(21)))
          .withRefreshAhead(Duration.ofSeconds(21));
      puts[i] = Put.set(keys[i], value, TTL).withFlags(1);
    }
  }

  private int written() {
    int size = out.size();
    out.truncate(0);
    return size;
  }

  /** A plain get. */
  @Benchmark
  public int get() {
    Commands.get(out, gets[next()]);
    return written();
  }

  /** The get of a cache, which takes part in the choice of who loads. */
  @Benchmark
  public int lookup() {
    Commands.get(out, lookups[next()]);
    return written();
  }

  /** A put of 100 bytes. */
  @Benchmark
  public int put() {
    Commands.put(out, puts[next()]);
    return written();
  }

  /** One of 64 plain gets that go out together. */
  @Benchmark
  @OperationsPerInvocation(MANY)
  public int getOfMany() {
    for (int i = 0; i < MANY; i++) {
      Commands.get(out, gets[next()]);
    }
    return written();
  }

  /** One of the 64 keys of a classic command. */
  @Benchmark
  @OperationsPerInvocation(MANY)
  public int keyOfMany() {
    int from = next() / MANY * MANY;
    List<Key> some = Arrays.asList(keys).subList(from, from + MANY);
    Commands.values(out, some);
    return written();
  }
}
