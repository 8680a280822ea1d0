package dev.corral.it.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.fault.UntrustedException;
import dev.corral.it.Asked;
import dev.corral.it.FaultyProxy;
import dev.corral.it.Memcached;
import dev.corral.it.Nodes;
import dev.corral.it.Table;
import dev.corral.key.Key;
import dev.corral.memcached.Credentials;
import dev.corral.memcached.MemcachedOptions;
import dev.corral.memcached.MemcachedStore;
import dev.corral.memcached.node.NodeEvent;
import dev.corral.ring.ServerList;
import dev.corral.store.Miss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Servers that don't take the password: what callers get, and when it is tried again. */
class PasswordRefusalIT {
  private static final Key KEY = Key.raw("refusal");
  private static final Duration DEADLINE = Duration.ofMillis(500);
  private static final Duration LOAD = Duration.ofMillis(1_500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  @Order(1)
  @RegisterExtension
  static final PasswordFile USERS = PasswordFile.of("ada", "sesame");

  @Order(2)
  @RegisterExtension
  static final Memcached SERVER = Memcached.with(USERS.server());

  @BeforeAll
  static void warmUp() {
    Nodes.warmUp();
  }

  /** A store that its server refuses, behind a proxy that counts how often it comes. */
  private static final class Refused implements AutoCloseable {
    private final String name;
    private final String reason;
    private final FaultyProxy proxy = FaultyProxy.harmless(SERVER.address());
    private final MemcachedStore store;
    private int requests;
    private Duration longest = Duration.ZERO;

    Refused(String name, String reason, UnaryOperator<MemcachedOptions> options) {
      this.name = name;
      this.reason = reason;
      this.store = MemcachedStore.open(
          ServerList.of(proxy.server()), o -> options.apply(o.deadline(DEADLINE)));
    }

    /** Asks, and is refused in time, by name and with the cause. */
    void ask() {
      Asked<?> asked = Asked.of(() -> store.get(KEY)).endsWithin(DEADLINE);
      assertThat(asked.fault())
          .isInstanceOf(UntrustedException.class)
          .hasMessageContaining(proxy.server().address())
          .hasMessageContaining(reason);
      requests++;
      longest = longest.compareTo(asked.took()) < 0 ? asked.took() : longest;
    }

    @Override
    public void close() {
      store.close();
      proxy.close();
    }
  }

  @Test
  void whoeverIsRefusedIsToldSoAndDoesNotStormTheServer() {
    String notTaken = "it does not take the user and password: CLIENT_ERROR ";
    Table table = Table.of("Refused logins under load", "", "connections", "requests", "longest");
    try (Refused wrong = new Refused(
            "wrong password", notTaken, o -> o.credentials(Credentials.of("ada", "opened")));
        Refused unknown = new Refused(
            "unknown user", notTaken, o -> o.credentials(Credentials.of("bob", "sesame")));
        Refused none = new Refused(
            "no password", "it wants a user and password: CLIENT_ERROR unauthenticated", o -> o)) {
      List<Refused> all = List.of(wrong, unknown, none);
      long end = System.nanoTime() + LOAD.toNanos();
      while (System.nanoTime() - end < 0) {
        all.forEach(Refused::ask);
      }
      all.forEach(refused -> {
        table.row(refused.name, refused.proxy.connections(), refused.requests, refused.longest);
        assertThat(refused.proxy.connections()).as(refused.name).isBetween(1, 2);
        assertThat(refused.store.nodes().get(0).isConnected()).isFalse();
      });
    }
    table.show();
  }

  @Test
  void aPasswordThatBecomesWrongIsFoundOutByTheNextConnection() {
    try (PasswordFile users = PasswordFile.of("ada", "sesame");
        PasswordFile ours = PasswordFile.of("ada", "sesame");
        Memcached server = Memcached.with(users.server()).start();
        MemcachedStore store = MemcachedStore.open(
            Nodes.list(server),
            o -> o.deadline(DEADLINE).credentials(Credentials.file(ours.path())))) {
      assertThat(store.within(Nodes.PATIENCE).get(KEY).join()).isEqualTo(Miss.MISS);
      ours.write("ada", "opened");
      server.restart();
      Memcached.awaitUntil("the refusal", () -> {
        Asked<?> asked = Asked.of(() -> store.get(KEY)).endsWithin(DEADLINE);
        return asked.hasFailed() && asked.fault() instanceof UntrustedException;
      });
    }
  }

  @Test
  void aStoreRecoversByItselfWhenItsFileIsMended() {
    try (PasswordFile ours = PasswordFile.of("ada", "opened")) {
      recover("our file is mended", SERVER, ours, () -> ours.write("ada", "sesame"));
    }
  }

  @Test
  void aStoreWithoutItsFileIsNotOpened() {
    try (PasswordFile ours = PasswordFile.of("ada", "sesame")) {
      ours.delete();
      assertThatThrownBy(() -> MemcachedStore.open(
              "memcached://" + SERVER.server().address() + "?passwordFile=" + ours.path()))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining(ours.path() + ": there is no such file");
    }
  }

  @Test
  void aStoreRecoversByItselfWhenTheServersFileIsMended() {
    try (PasswordFile users = PasswordFile.of("ada", "opened");
        PasswordFile ours = PasswordFile.of("ada", "sesame");
        Memcached server = Memcached.with(users.server()).start()) {
      recover("the server's file is mended", server, ours, () -> {
        users.write("ada", "sesame");
        server.restart();
      });
    }
  }

  private static void recover(String name, Memcached server, PasswordFile ours, Runnable mend) {
    Queue<NodeEvent> events = new ConcurrentLinkedQueue<>();
    try (MemcachedStore store = MemcachedStore.open(
        Nodes.list(server),
        o -> o.deadline(DEADLINE)
            .reconnectAfter(Duration.ofMillis(10), LONGEST_PAUSE)
            .listener(events::add)
            .credentials(Credentials.file(ours.path())))) {
      assertThat(Asked.of(() -> store.get(KEY)).endsWithin(DEADLINE).fault())
          .isInstanceOf(UntrustedException.class)
          .hasMessageContaining(server.server().address());
      mend.run();
      long mended = System.nanoTime();
      Nodes.awaitConnected(store); // and nobody asks
      Duration took = Duration.ofNanos(System.nanoTime() - mended);
      assertThat(took).isLessThan(LONGEST_PAUSE.multipliedBy(2).plus(Asked.MARGIN));
      assertThat(store.within(Nodes.PATIENCE).get(KEY).join()).isEqualTo(Miss.MISS);
      List<Duration> pauses = new ArrayList<>();
      for (NodeEvent event : events) {
        if (event instanceof NodeEvent.ConnectFailed failed
            && failed.reason().contains("password")) {
          pauses.add(failed.retryAfter());
        }
      }
      assertThat(pauses)
          .isNotEmpty()
          .allMatch(pause -> pause.compareTo(LONGEST_PAUSE.dividedBy(2)) >= 0)
          .allMatch(pause -> pause.compareTo(LONGEST_PAUSE) <= 0);
      Table.of("Recovery when " + name, "attempts", "first pause", "up after")
          .row(pauses.size(), pauses.get(0), took)
          .show();
    }
  }
}
