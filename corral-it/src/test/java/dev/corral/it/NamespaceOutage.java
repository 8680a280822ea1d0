package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import dev.corral.memcached.MemcachedOptions;
import dev.corral.memcached.MemcachedStore;
import dev.corral.namespace.Namespace;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.Miss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Three servers and a spare one, and two processes that use them, while one server is away. */
final class NamespaceOutage implements AutoCloseable {
  static final Duration DEADLINE = Duration.ofMillis(300);

  private static final Duration SHORT = Duration.ofSeconds(10);

  /** What the client does with the keys of a server that is down. */
  enum Mode {
    FAIL_FAST,
    EJECT,
    GUTTER
  }

  /** In which way a server is away. */
  enum Absence {
    /** It comes back with all that it knew. */
    STOPPED,
    /** It comes back empty. */
    KILLED
  }

  /** The process that has a deadline and a failure mode. */
  final NamespaceNode node;

  /** A process that has patience. */
  final NamespaceNode other;

  private final Mode mode;
  private final List<Memcached> servers = List.of(
      Memcached.with().start(), Memcached.with().start(), Memcached.with().start());
  private final Memcached spare = Memcached.with().start();

  NamespaceOutage(Mode mode) {
    this.mode = mode;
    ServerList list = Nodes.list(servers.toArray(Memcached[]::new));
    node = NamespaceNode.on(list, this::client, options -> options);
    other = NamespaceNode.on(list, options -> options);
  }

  private MemcachedOptions client(MemcachedOptions base) {
    MemcachedOptions options = base.deadline(DEADLINE).substituteTtl(SHORT);
    return switch (mode) {
      case FAIL_FAST -> options.failFast();
      case EJECT -> options.ejecting(2);
      case GUTTER -> options.guttering(2, ServerList.of(spare.server()));
    };
  }

  /** Where the generation of a namespace is, once it has been touched. */
  static Key generation(Namespace namespace) {
    return NamespaceNode.generationKey(namespace);
  }

  /** Where the value of "a" is in a namespace. */
  static Key value(Namespace namespace) {
    return Key.of("c", namespace.name(), "a");
  }

  Memcached home(Key key) {
    Server server = node.store.membership().ring().locate(key);
    return servers.stream()
        .filter(one -> one.server().equals(server))
        .findFirst()
        .orElseThrow();
  }

  boolean isHome(Memcached server, Key key) {
    return server.equals(home(key));
  }

  /** A namespace whose items are where a test needs them. */
  Namespace namespace(Predicate<Namespace> condition) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> node.namespace("userId", i))
        .filter(condition)
        .findFirst()
        .orElseThrow();
  }

  /** The namespace as the other process has it. */
  Namespace same(Namespace namespace) {
    return other.namespace(namespace.field(), namespace.value());
  }

  Asked<?> invalidation(Namespace... namespaces) {
    return Asked.of(() -> node.namespaces.async().invalidateAll(List.of(namespaces)));
  }

  /** Lets a server go; a client that asks others then does so from here on. */
  void leave(Memcached server, Absence absence) {
    if (absence == Absence.STOPPED) {
      server.pause();
    } else {
      server.kill();
      Memcached.awaitUntil(
          "the end of its connection",
          () -> !Nodes.status(node.store, server.server()).isConnected());
    }
    if (mode != Mode.FAIL_FAST) {
      Memcached.awaitUntil("the ejection", () -> {
        Asked.of(() -> node.store.get(keyOn(server))).hasFailed();
        return Nodes.status(node.store, server.server()).isEjected();
      });
    }
  }

  /** Lets it come back, and waits until both processes know. */
  void comeBack(Memcached server, Absence absence) {
    if (absence == Absence.STOPPED) {
      server.resume();
    } else {
      server.start();
    }
    for (MemcachedStore store : List.of(node.store, other.store)) {
      Memcached.awaitUntil(
          "its return", () -> !Nodes.status(store, server.server()).isEjected());
      Nodes.awaitAnswer(store, keyOn(server));
    }
  }

  private Key keyOn(Memcached server) {
    return Samples.keysOn(node.store.membership().ring(), server.server(), "any", 1)
        .get(0);
  }

  /** Bookkeeping never goes to another server, nor to the spare one. */
  void assertNotKept(Key key, Memcached... but) {
    List<Memcached> others = new ArrayList<>(servers);
    others.add(spare);
    others.removeAll(List.of(but));
    for (Memcached server : others) {
      try (SocketStore direct = new SocketStore(server.address())) {
        assertThat(direct.get(key).join()).as("%s", key).isEqualTo(Miss.MISS);
      }
    }
  }

  /** The state of an item, which changes whenever the item does. */
  long cas(Key key) {
    try (SocketStore direct = new SocketStore(home(key).address())) {
      return ((Item) direct.execute(Get.of(key).withDetails()).join()).cas().number();
    }
  }

  @Override
  public void close() {
    node.close();
    other.close();
    servers.forEach(Memcached::close);
    spare.close();
  }
}
