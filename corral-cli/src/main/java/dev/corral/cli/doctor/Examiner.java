package dev.corral.cli.doctor;

import dev.corral.cli.option.StoreAddress;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.memcached.node.NodeStatus;
import dev.corral.ring.Ring;
import dev.corral.ring.Server;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Visits all servers of a store and brings home what there is to know. */
final class Examiner {
  /** The first answers take what classes take to load. */
  private static final int WARM_UP = 10;

  private static final Duration LONGEST_TIMING = Duration.ofSeconds(10);

  private static final int MOST_THREADS = 64;

  private final InstantSource clock;
  private final int roundTrips;

  /**
   * Creates an examiner.
   *
   * @param clock the time of day
   * @param roundTrips how many are timed with each server, if there is time for them
   */
  Examiner(InstantSource clock, int roundTrips) {
    this.clock = clock;
    this.roundTrips = roundTrips;
  }

  /**
   * Examines a store.
   *
   * @param uri of the store
   * @param keys a sample, to see where they lie; they are not looked up
   * @throws dev.corral.fault.ConfigurationException if the URI is wrong, naming all that is
   * @throws dev.corral.fault.CorralException if servers are to be looked for and none are found
   */
  Examination examine(String uri, List<Key> keys) {
    Ring ring;
    List<Server> servers;
    try (MemcachedStore store = MemcachedStore.open(uri)) {
      ring = store.membership().ring();
      // In the order of the list; spare ones come last.
      servers = Stream.concat(
              ring.servers().servers().stream(), store.nodes().stream().map(NodeStatus::server))
          .distinct()
          .toList();
    }
    StoreAddress address = StoreAddress.parse(uri);
    Map<Server, Long> placed =
        keys.stream().collect(Collectors.groupingBy(ring::locate, Collectors.counting()));
    return new Examination(
        clock.instant(),
        address.isEncrypted(),
        address.hasPassword(),
        address.deadline(),
        ring,
        placed,
        visit(address, servers));
  }

  /** All at once, so that several servers that are silent take no longer than one. */
  private List<Facts> visit(StoreAddress address, List<Server> servers) {
    ExecutorService threads = Executors.newFixedThreadPool(Math.min(servers.size(), MOST_THREADS));
    String token = UUID.randomUUID().toString();
    List<CompletableFuture<Visit>> opened = IntStream.range(0, servers.size())
        .mapToObj(i -> CompletableFuture.supplyAsync(
            () -> new Visit(servers.get(i), address.of(servers.get(i)), token + ":" + i), threads))
        .toList();
    try {
      List<Visit> visits = opened.stream().map(Answers::join).toList();
      each(visits, threads, visit -> {
        visit.ask(clock);
        if (address.isEncrypted()) {
          visit.lookAtCertificate();
        }
        visit.probe();
      });
      each(visits, threads, visit -> visit.recognise(visits));
      time(visits);
      return visits.stream().map(Visit::facts).toList();
    } finally {
      CompletableFuture<?> unused = Answers.settled(CompletableFuture.allOf(opened.stream()
          .map(visit -> visit.thenAcceptAsync(Visit::close, threads))
          .toArray(CompletableFuture<?>[]::new)));
      threads.shutdown();
    }
  }

  private static void each(List<Visit> visits, Executor threads, Consumer<Visit> step) {
    visits.stream()
        .map(visit -> CompletableFuture.runAsync(() -> step.accept(visit), threads))
        .toList()
        .forEach(Answers::join);
  }

  /** In turn, so that what slows this machine down for a moment slows them all. */
  private void time(List<Visit> visits) {
    long begun = System.nanoTime();
    for (int i = 0; i < WARM_UP + roundTrips; i++) {
      Consumer<Visit> trip = i < WARM_UP ? Visit::warmUp : Visit::time;
      visits.forEach(trip);
      if (i >= WARM_UP && System.nanoTime() - begun > LONGEST_TIMING.toNanos()) {
        return;
      }
    }
  }
}
