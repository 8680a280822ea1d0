package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.Dialect;
import dev.corral.ring.Membership;
import dev.corral.ring.Server;
import dev.corral.ring.ServerFile;
import dev.corral.time.Ttl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Servers come, go and change their weights under load, and no request fails or goes astray. */
class MembershipIT {
  @RegisterExtension
  static final Memcached FIRST = Memcached.with();

  @RegisterExtension
  static final Memcached SECOND = Memcached.with();

  @RegisterExtension
  static final Memcached THIRD = Memcached.with();

  private final Membership membership =
      new Membership(Nodes.list(FIRST, SECOND), Dialect.LIBKETAMA);

  /** Odd while a change is under way. */
  private final AtomicInteger changes = new AtomicInteger();

  @Test
  void serversMayComeGoAndGrow() {
    whileWriting("change", () -> {
      change(() -> membership.add(THIRD.server()));
      change(() -> membership.reweigh(FIRST.server().address(), 5));
      change(() -> membership.remove(SECOND.server().address()));
      change(() -> membership.remove(THIRD.server().address()));
      change(() -> membership.add(SECOND.server()));
      change(() -> membership.replace(Nodes.list(THIRD, SECOND)));
      change(() -> membership.replace(Nodes.list(FIRST, SECOND, THIRD)));
    });
  }

  @Test
  void serversMayChangeByAFile(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("servers.txt");
    write(file, FIRST, SECOND);
    ScheduledExecutorService poller = Executors.newSingleThreadScheduledExecutor();
    try (ServerFile servers = ServerFile.watch(file, membership, poller, Duration.ofHours(1))) {
      whileWriting("file", () -> {
        write(file, FIRST, SECOND, THIRD);
        change(servers::check);
        assertThat(membership.ring().servers().size()).isEqualTo(3);
        write(file, THIRD);
        change(servers::check);
        write(file, SECOND, FIRST);
        change(servers::check);
      });
    } finally {
      poller.shutdownNow();
    }
  }

  @Test
  void aServerThatLeftHasNoConnectionAnyMore() {
    try (MemcachedStore store = open()) {
      Nodes.awaitConnected(store);
      membership.remove(SECOND.server().address());
      assertThat(store.nodes()).hasSize(1);
      Memcached.awaitUntil(
          "the end of the connection",
          // The asking connection itself is one.
          () -> SECOND
              .stats()
              .getOrDefault("curr_connections", "")
              .equals(THIRD.stats().get("curr_connections")));
    }
  }

  private MemcachedStore open() {
    return MemcachedStore.open(membership, options -> options.deadline(Nodes.PATIENCE));
  }

  /** A change of the membership, and some time for what follows from it. */
  private void change(Runnable change) {
    changes.incrementAndGet();
    change.run();
    changes.incrementAndGet();
    Load.goOnFor(Duration.ofMillis(200));
  }

  private static void write(Path file, Memcached... servers) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (Server server : Nodes.list(servers).servers()) {
      lines.append(server.address()).append("\t1\n");
    }
    Files.writeString(file, lines);
  }

  @FunctionalInterface
  private interface Changes {
    void make() throws Exception;
  }

  private void whileWriting(String name, Changes toMake) {
    Map<Key, Server> homes = new ConcurrentHashMap<>();
    Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
    AtomicInteger isOver = new AtomicInteger();
    try (MemcachedStore store = open()) {
      List<Thread> writers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        String prefix = name + ":" + i;
        Thread writer = new Thread(() -> {
          for (int number = 0; isOver.get() == 0 && faults.isEmpty(); number++) {
            write(store, Samples.key(prefix, number), homes, faults);
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(200));
          }
        });
        writers.add(writer);
        writer.start();
      }
      Load.goOnFor(Duration.ofMillis(100));
      toMake.make();
      isOver.set(1);
      for (Thread writer : writers) {
        writer.join();
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    } finally {
      isOver.set(1);
    }
    assertThat(faults).isEmpty();
    assertThat(homes).hasSizeGreaterThan(500);
    assertThat(homes.values())
        .extracting(Server::address)
        .contains(
            FIRST.server().address(), SECOND.server().address(), THIRD.server().address());
    assertAllHome(homes);
  }

  /** Writes an item, and notes where it belongs unless that changes meanwhile. */
  private void write(
      MemcachedStore store, Key key, Map<Key, Server> homes, Queue<Throwable> faults) {
    int before = changes.get();
    Server home = membership.ring().locate(key);
    try {
      store.set(key, Samples.value(key), Ttl.NEVER).join();
    } catch (RuntimeException e) {
      faults.add(e);
    }
    if (before % 2 == 0 && changes.get() == before) {
      homes.put(key, home);
    }
  }

  private static void assertAllHome(Map<Key, Server> homes) {
    for (Memcached memcached : List.of(FIRST, SECOND, THIRD)) {
      try (SocketStore direct = new SocketStore(memcached.address())) {
        homes.forEach((key, home) -> {
          // By address: the same server may have had another weight.
          if (home.address().equals(memcached.server().address())) {
            assertThat(Samples.isOf(key, direct.get(key).join())).as("%s", key).isTrue();
          }
        });
      }
    }
  }
}
