package dev.corral.namespace;

import dev.corral.cache.AsyncCache;
import dev.corral.cache.Cache;
import dev.corral.cache.SimulatedProcess;
import dev.corral.cache.Strands;
import dev.corral.codec.Codec;
import dev.corral.future.Answers;
import dev.corral.key.Keys;
import dev.corral.scope.Scope;
import dev.corral.site.Site;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Function;

/** A process of a {@link NamespaceHistory}. */
final class NamespaceMember {
  /** Early, so that a test can tell later times that no clock shows. */
  private static final Instant BEGINNING = Instant.parse("1970-02-01T00:00:00Z");

  private final NamespaceHistory history;
  private final Site site;
  final SimulatedProcess process;
  final RingStore store;
  final Duration skew;
  final Duration maxAge;

  /** How many times longer than others it does nothing. */
  final double laziness;

  final AsyncCache<String, String> cache;

  /** The namespaces that it is invalidating. */
  final Set<Integer> invalidating = new HashSet<>();

  private final Function<Namespace, Scope> scopes;
  private Namespaces namespaces;
  private boolean settled = true;

  /** Since when it knows what it knows: what it did before a restart, another did. */
  long bornAt;

  NamespaceMember(NamespaceHistory history, String name) {
    this.history = history;
    NamespaceWeather weather = history.weather;
    process = new SimulatedProcess(name, history.time, new Strands());
    store = new RingStore(
        process, history.servers, history.random, history.parts.habit(history.weather));
    store.lose(weather.losses);
    store.use(history.list(), 0);
    skew = weather.skew();
    maxAge = weather.maxAge();
    laziness = weather.laziness();
    Executor executor = task -> process.after(weather.loadTime(), task);
    site = Site.on(store)
        .ticker(history.time)
        .clock(() -> BEGINNING.plus(skew).plusNanos(history.time.nanos()))
        .timer(process)
        .random(() -> history.random)
        .executor(executor);
    cache = Cache.on(
            site,
            "c",
            Keys.strings(),
            Codec.strings(),
            options -> options.noExpiry().computeTime(Duration.ofSeconds(1)))
        .async();
    namespaces = join();
    scopes = history.parts.scopes(site, weather.options(new NamespaceOptions()));
  }

  /** Knows nothing yet. */
  private Namespaces join() {
    return Namespaces.on(site, options -> history.weather.options(options).relaxed(maxAge));
  }

  /** Forgets what it has seen. */
  void forget() {
    namespaces = join();
  }

  /** Is started anew, and knows nothing but the servers. */
  void restart(List<Integer> list, Runnable onSettled) {
    bornAt = history.time.nanos();
    store.use(list, history.time.nanos());
    forget();
    settle(onSettled);
  }

  /** Learns that the servers are others, and takes its bookkeeping there. */
  void use(List<Integer> list, Runnable onSettled) {
    store.use(list, history.time.nanos());
    settle(onSettled);
  }

  private void settle(Runnable onSettled) {
    settled = false;
    RingStore.Ring ring = store.ring();
    Answers.when(namespaces().evidence(), (evidence, fault) -> {
      if (fault == null && store.ring().equals(ring)) {
        settled = true;
        onSettled.run();
      }
    });
  }

  /** Whether it has used its servers since it knows of them. */
  boolean isSettledAt(List<Integer> list) {
    return settled && store.ring().list().equals(list);
  }

  AsyncNamespaces namespaces() {
    return namespaces.async();
  }

  Namespace namespace(int number) {
    return namespaces.namespace("n", number);
  }

  List<Namespace> namespaces(List<Integer> numbers) {
    return numbers.stream().map(this::namespace).toList();
  }

  AsyncCache<String, String> cacheIn(List<Integer> numbers) {
    return cache.in(namespaces(numbers).stream().map(scopes).toArray(Scope[]::new));
  }

  /** The origin's part of a load. */
  String load() {
    history.promises.loads++;
    return Long.toString(history.promises.version);
  }

  @Override
  public String toString() {
    return process.toString();
  }
}
