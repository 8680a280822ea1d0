package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.fault.UnavailableException;
import dev.corral.it.ScriptedServer.Script;
import dev.corral.it.TinyMemcached.Request;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.ServerList;
import dev.corral.store.GetOutcome;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A store that is closed finishes what it can, fails the rest, and leaves nothing behind. */
public class CloseIT extends AnyWay {
  private static final List<Key> KEYS = Samples.keys("close", 20);

  @Test
  void whatIsInFlightIsAnswered() {
    Script slow = connection -> {
      connection.greet();
      List<Request> requests = new ArrayList<>();
      for (int i = 0; i < KEYS.size(); i++) {
        requests.add(connection.next());
      }
      connection.idle(Duration.ofMillis(150));
      for (Request request : requests) {
        connection.answer(request);
      }
      connection.serve();
    };
    try (ScriptedServer server = way().always(slow)) {
      KEYS.forEach(key -> server.put(key, Samples.value(key)));
      MemcachedStore store = open(server);
      Nodes.awaitConnected(store);
      List<Asked<GetOutcome>> asked = ask(store);
      store.close();
      for (int i = 0; i < KEYS.size(); i++) {
        assertThat(Samples.isOf(KEYS.get(i), asked.get(i).outcome())).isTrue();
      }
    }
  }

  @Test
  void whatAServerDoesNotAnswerFailsAfterTheDrainTimeout() {
    Script silent = connection -> {
      connection.greet();
      connection.ignore();
    };
    try (ScriptedServer server = way().always(silent)) {
      MemcachedStore store = open(server);
      Nodes.awaitConnected(store);
      List<Asked<GetOutcome>> asked = ask(store);
      long began = System.nanoTime();
      store.close();
      assertThat(Duration.ofNanos(System.nanoTime() - began))
          .isLessThan(Duration.ofMillis(500).plus(Asked.MARGIN));
      for (Asked<GetOutcome> one : asked) {
        assertThat(one.fault())
            .isInstanceOf(UnavailableException.class)
            .hasMessageContaining(server.server().address());
        assertThat(one.took()).isLessThan(Duration.ofSeconds(2));
      }
    }
  }

  @Test
  void whatIsAskedAfterwardsFailsAtOnce() {
    try (ScriptedServer server = way().with()) {
      MemcachedStore store = open(server);
      store.get(KEYS.get(0)).join();
      store.close();
      store.close();
      for (Asked<GetOutcome> one : ask(store)) {
        assertThat(one.fault()).isInstanceOf(UnavailableException.class);
        assertThat(one.took()).isLessThan(Asked.MARGIN);
      }
    }
  }

  @Test
  void nothingIsLeftOfAStoreWhateverItsServerDoes() {
    Script silent = connection -> {
      connection.greet();
      connection.ignore();
    };
    List<Script> scripts =
        List.of(Conversation::serve, silent, Conversation::stall, Conversation::reset);
    Footprint before = Footprint.afterTheFirstStore(way());
    for (int i = 0; i < way().share(5); i++) {
      scripts.forEach(this::openAndClose);
    }
    Memcached.awaitUntil(
        "the end of threads",
        () -> Thread.getAllStackTraces().keySet().stream()
            .noneMatch(thread -> thread.getName().startsWith("corral-")));
    Footprint.awaitAtMost(before);
  }

  @Test
  void nothingIsLeftOfWhatAServerDoesNotRead() {
    Script stalling = connection -> {
      connection.greet();
      connection.stall();
    };
    Footprint before = Footprint.afterTheFirstStore(way());
    try (ScriptedServer server = way().always(stalling)) {
      MemcachedStore store = open(server);
      Nodes.awaitConnected(store);
      List<Asked<?>> asked = new ArrayList<>();
      for (Key key : KEYS) {
        asked.add(Asked.of(() -> store.set(key, new byte[900_000], Ttl.NEVER)));
      }
      store.close();
      asked.forEach(one -> assertThat(one.hasFailed()).isTrue());
    }
    // The pool may keep some more memory than before; what is in use is what must shrink.
    Memcached.awaitUntil("buffers and sockets to be given back", () -> {
      Footprint now = Footprint.now();
      return now.buffers() <= before.buffers() && now.descriptors() <= before.descriptors();
    });
  }

  /** Opens, asks and closes a store, and wants all that was asked to end. */
  private void openAndClose(Script script) {
    try (ScriptedServer server = way().always(script)) {
      List<Asked<GetOutcome>> asked;
      try (MemcachedStore store = way()
          .open(
              ServerList.of(server.server()),
              options -> options
                  .connectTimeout(Duration.ofMillis(200))
                  .drainTimeout(Duration.ofMillis(100)))) {
        asked = ask(store);
      }
      asked.forEach(one -> assertThat(one.took()).isLessThan(Duration.ofSeconds(2)));
    }
  }

  @Test
  void twoMayCloseItAtOnce() throws Exception {
    try (ScriptedServer server = way().with()) {
      MemcachedStore store = open(server);
      ask(store);
      Thread other = new Thread(store::close);
      other.start();
      store.close();
      other.join();
      assertThat(Asked.of(() -> store.get(KEYS.get(0))).fault())
          .isInstanceOf(UnavailableException.class);
    }
  }

  private static List<Asked<GetOutcome>> ask(MemcachedStore store) {
    return KEYS.stream().map(key -> Asked.of(() -> store.get(key))).toList();
  }

  private MemcachedStore open(ScriptedServer server) {
    return way()
        .open(
            ServerList.of(server.server()),
            options ->
                options.deadline(Duration.ofSeconds(5)).drainTimeout(Duration.ofMillis(500)));
  }
}
