package dev.corral.namespace;

import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.metric.NamespaceMeter;
import dev.corral.site.Site;
import dev.corral.store.Delete;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.MemoryStore;
import dev.corral.store.Put;
import dev.corral.time.SteppedTimer;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Servers a, b and c, and processes around them, on one thread and in a time that stands still. */
final class NamespaceRig {
  static final Instant START = Instant.parse("2025-06-01T12:00:00Z");
  static final Key EVIDENCE = Key.of("corral-evidence");

  final SteppedTimer time = new SteppedTimer();
  final Map<String, MemoryStore> servers = Map.of("a", server(), "b", server(), "c", server());
  private final Random random = new Random(7);

  private MemoryStore server() {
    return MemoryStore.create(options -> options.ticker(time).wholeSeconds(true));
  }

  void pass(Duration duration) {
    time.advance(duration);
  }

  /** Waits for an answer, letting time pass if it takes a pause. */
  <T> T await(CompletableFuture<T> answer) {
    for (int i = 0; i < 1000 && !answer.isDone(); i++) {
      pass(Duration.ofMillis(1));
    }
    if (!answer.isDone()) {
      throw new AssertionError("waited in vain for an answer");
    }
    return Answers.join(answer);
  }

  /** A process that knows server a, with the usual options. */
  Member process() {
    return process(options -> options);
  }

  Member process(UnaryOperator<NamespaceOptions> options) {
    return new Member(options, "a");
  }

  /** A process that knows some of the servers. */
  Member processOn(String... list) {
    return new Member(options -> options, list);
  }

  /** The evidence as it is stored; null if it is not. */
  @Nullable
  Epoch evidence(String server) {
    byte[] item = item(server, EVIDENCE);
    return item == null ? null : Epoch.parse(item, "___", 80);
  }

  byte @Nullable [] item(String server, Key key) {
    return at(server).execute(Get.of(key)).join() instanceof Item item ? item.value() : null;
  }

  void write(String server, Key key, byte[] value) {
    at(server).execute(Put.set(key, value, Ttl.NEVER)).join();
  }

  void evict(String server, Key key) {
    at(server).execute(Delete.of(key)).join();
  }

  /** How long an item will live. */
  Duration life(String server, Key key) {
    return ((Item) at(server).execute(Get.of(key).withDetails()).join()).remaining();
  }

  private MemoryStore at(String server) {
    MemoryStore store = servers.get(server);
    if (store == null) {
      throw new IllegalArgumentException("there is no server " + server);
    }
    return store;
  }

  /** A process: it shares the servers and the time with others, and nothing else. */
  final class Member {
    final Wire wire;
    final Site site;
    final NamespaceOptions options;
    final Generations generations;
    final Ledger ledger;
    final Moves moves;
    final Flush flush;
    final GenerationItems items;
    final NamespaceMeter meter = new NamespaceMeter();
    final StampReader reader;
    final Invalidations invalidations;
    private final AsyncNamespaces names;

    /** By how much its clock is ahead. */
    Duration skew = Duration.ZERO;

    Member(UnaryOperator<NamespaceOptions> change, String... list) {
      wire = new Wire(servers, list);
      site = Site.on(wire)
          .ticker(time)
          .clock(() -> START.plusNanos(time.nanos()).plus(skew))
          .timer(time)
          .random(() -> random)
          .executor(Runnable::run);
      options = change.apply(new NamespaceOptions()).validated();
      generations = new Generations(site);
      ledger = new Ledger(site, EVIDENCE, options, generations);
      moves = new Moves(site, wire, options, ledger, generations);
      flush = new Flush(site, options, ledger, moves, generations);
      items = new GenerationItems(site, options, ledger, generations);
      reader = new StampReader(site, options, ledger, items, moves, flush, meter);
      invalidations = new Invalidations(site, options, ledger, items, moves, flush, meter);
      names = new AsyncNamespaces(site, options);
    }

    /** Another process as users have it, on the same wire. */
    Namespaces namespaces() {
      return Namespaces.on(site, unused -> options);
    }

    Namespace user(long id) {
      return names.namespace("user", id);
    }

    Epoch readEvidence() {
      return await(ledger.read(wire.placement()));
    }

    /** The generation of a namespace as the process sees it, strictly. */
    long generation(Namespace namespace) {
      return view(true, namespace).generation(0);
    }

    View view(boolean strict, Namespace... namespaces) {
      return await(reader.view(List.of(namespaces), strict));
    }

    void invalidate(Namespace... namespaces) {
      boolean unused = await(invalidations.invalidate(List.of(namespaces)));
    }

    long now() {
      return site.clock().millis();
    }
  }
}
