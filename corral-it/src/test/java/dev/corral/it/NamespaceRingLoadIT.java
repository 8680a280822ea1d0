package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.fault.CorralException;
import dev.corral.key.Key;
import dev.corral.ring.Dialect;
import dev.corral.ring.Membership;
import dev.corral.ring.Server;
import dev.corral.ring.ServerFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Servers come and go while several processes read and invalidate, and nobody sees old values. */
class NamespaceRingLoadIT {
  private static final int ROUNDS = Boolean.getBoolean("corral.long") ? 40 : 3;
  private static final int NODES = 3;
  private static final int READERS = 6;
  private static final int NAMESPACES = 60;

  @RegisterExtension
  static final Memcached FIRST = Memcached.with();

  @RegisterExtension
  static final Memcached SECOND = Memcached.with();

  @RegisterExtension
  static final Memcached THIRD = Memcached.with();

  private static final Table FIGURES = Table.of(
      "servers that change under load, " + NODES + " processes",
      "by",
      "changes",
      "that rolled",
      "calls",
      "loads",
      "invalidations",
      "faults",
      "old values");

  private final Membership membership =
      new Membership(Nodes.list(FIRST, SECOND, THIRD), Dialect.LIBKETAMA);
  private final NamespaceHistoryChecker checker = new NamespaceHistoryChecker(NAMESPACES);
  private final List<NamespaceRingNode> nodes = new ArrayList<>();
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger loads = new AtomicInteger();
  private final AtomicInteger invalidations = new AtomicInteger();
  private final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
  private final List<CompletableFuture<@Nullable Void>> threads = new ArrayList<>();
  private volatile boolean isOver;
  private int changes;
  private int rolled;

  @BeforeEach
  void begin() {
    for (int i = 0; i < NODES; i++) {
      nodes.add(NamespaceRingNode.on(membership, Duration.ofMinutes(1)));
    }
    for (int i = 0; i < READERS; i++) {
      NamespaceRingNode node = nodes.get(i % NODES);
      Random random = new Random(i);
      begin(() -> read(node, random.nextInt(NAMESPACES)));
    }
    Random random = new Random(READERS);
    begin(() -> {
      Load.goOnFor(Duration.ofMillis(random.nextInt(30)));
      invalidate(nodes.get(random.nextInt(NODES)), random.nextInt(NAMESPACES));
    });
  }

  private void begin(Runnable step) {
    threads.add(CacheNode.<@Nullable Void>begin(() -> {
      while (!isOver) {
        try {
          step.run();
        } catch (CorralException e) {
          faults.add(e);
        }
      }
      return null;
    }));
  }

  @AfterEach
  void end() throws Exception {
    isOver = true;
    for (CompletableFuture<?> thread : threads) {
      thread.get(1, TimeUnit.MINUTES);
    }
    nodes.forEach(NamespaceRingNode::close);
  }

  @AfterAll
  static void showFigures() {
    FIGURES.show();
  }

  @Test
  void serversMayComeAndGoByHand() {
    for (int round = 0; round < ROUNDS; round++) {
      Server home = home();
      change(() -> membership.remove(home.address()));
      change(() -> membership.add(home));
      Server other = other(home);
      change(() -> membership.remove(other.address()));
      change(() -> membership.reweigh(home.address(), 3));
      change(() -> membership.replace(Nodes.list(FIRST, SECOND, THIRD)));
    }
    assertAllIsWell("hand");
  }

  @Test
  void serversMayComeAndGoByAFile(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("servers.txt");
    List<Server> all = membership.ring().servers().servers();
    write(file, all);
    ScheduledExecutorService poller = Executors.newSingleThreadScheduledExecutor();
    try (ServerFile servers = ServerFile.watch(file, membership, poller, Duration.ofHours(1))) {
      for (int round = 0; round < ROUNDS; round++) {
        Server home = home();
        write(file, all.stream().filter(one -> !one.isAt(home)).toList());
        change(servers::check);
        write(file, List.of(home()));
        change(servers::check);
        write(file, all);
        change(servers::check);
      }
    } finally {
      poller.shutdownNow();
    }
    assertAllIsWell("file");
  }

  private static void write(Path file, List<Server> servers) throws Exception {
    Files.writeString(
        file,
        servers.stream().map(server -> server.address() + "\t1\n").collect(Collectors.joining()));
  }

  /** Where the evidence is. */
  private Server home() {
    return membership.ring().locate(Key.of("corral-evidence"));
  }

  private static Server other(Server home) {
    return Stream.of(FIRST, SECOND, THIRD)
        .map(Memcached::server)
        .filter(one -> !one.isAt(home))
        .findFirst()
        .orElseThrow();
  }

  private void change(Runnable change) {
    change.run();
    changes++;
    Load.goOnFor(Duration.ofMillis(150));
    rolled += nodes.get(0).namespaces.evidence().roll().isPresent() ? 1 : 0;
  }

  private void assertAllIsWell(String by) {
    isOver = true;
    FIGURES.row(
        by,
        changes,
        rolled,
        calls.get(),
        loads.get(),
        invalidations.get(),
        faults.size(),
        checker.mistakes().size());
    assertThat(checker.mistakes()).isEmpty();
    assertThat(faults).isEmpty();
    // Unless whoever was about to write the new epoch was held up, nothing is flushed at once.
    assertThat(rolled).isGreaterThan(changes / 2);
  }

  private void read(NamespaceRingNode node, int number) {
    calls.incrementAndGet();
    int[] row = {number, (number + 1) % NAMESPACES};
    long[] atLeast = checker.settled(row);
    String value = node.cache.in(node.namespace(row[0]), node.namespace(row[1])).get("k", key -> {
      loads.incrementAndGet();
      return checker.read(row);
    });
    checker.given(String.valueOf(value), atLeast, row, "node " + nodes.indexOf(node));
  }

  private void invalidate(NamespaceRingNode node, int number) {
    invalidations.incrementAndGet();
    long written = checker.write(number);
    node.namespace(number).invalidate();
    checker.settle(number, written);
  }
}
