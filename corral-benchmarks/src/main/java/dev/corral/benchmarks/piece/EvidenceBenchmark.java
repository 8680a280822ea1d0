package dev.corral.benchmarks.piece;

import dev.corral.namespace.Namespace;
import dev.corral.namespace.Namespaces;
import dev.corral.scope.Stamp;
import dev.corral.site.Site;
import dev.corral.store.MemoryStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * What it costs a process to find out the stamp of a namespace, less the wire: the store is in
 * memory. Relaxed, it is the look into the copy of the evidence and the hash of what is found
 * there; strictly, the evidence is read and unpacked, and the generation too of a namespace that
 * was touched.
 */
@SuppressWarnings("NullAway.Init") // JMH calls setUp before all else.
public class EvidenceBenchmark extends Piece {
  /** How many namespaces have been touched. */
  @Param({"0", "100"})
  public int touched;

  private final Namespace[] untouched = new Namespace[KEYS];
  private Namespace first;
  private Namespaces relaxed;
  private Namespace trusted;

  /** Touches the namespaces, and lets the process see it. */
  @Setup
  public void setUp() {
    Site site = Site.on(MemoryStore.create());
    Namespaces strict = Namespaces.on(site, options -> options);
    relaxed = Namespaces.on(site, options -> options.relaxed(Duration.ofDays(1)));
    strict.invalidateAll(IntStream.range(0, touched)
        .mapToObj(i -> strict.namespace("touched", i))
        .toList());
    for (int i = 0; i < KEYS; i++) {
      untouched[i] = strict.namespace("userId", i);
    }
    first = strict.namespace("touched", 0);
    trusted = relaxed.namespace("userId", 0);
    trusted.read(true).join();
  }

  /** One that was not touched, but for those few that the evidence can't tell from such. */
  @Benchmark
  public CompletableFuture<Stamp> strict() {
    return untouched[next()].read(true);
  }

  /** One that was touched, where there is one. */
  @Benchmark
  public CompletableFuture<Stamp> strictTouched() {
    return first.read(true);
  }

  /** One of which the process trusts what it knows. */
  @Benchmark
  public CompletableFuture<Stamp> relaxed() {
    return trusted.read(false);
  }

  /** The namespace as an object, which most callers make for each call. */
  @Benchmark
  public Namespace namespace() {
    return relaxed.namespace("userId", next());
  }
}
