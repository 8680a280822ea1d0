package dev.corral.memcached;

import static dev.corral.memcached.connection.LocalServers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.OverloadedException;
import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.memcached.connection.LocalServer;
import dev.corral.memcached.connection.LocalServers;
import dev.corral.memcached.node.NodeEvent;
import dev.corral.store.GetOutcome;
import dev.corral.store.Miss;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What callers see of a server that is overloaded, refuses, or talks nonsense. */
class StoreFaultsTest {
  private static final Key KEY = Key.raw("key");

  private final LocalServers servers = LocalServers.start("a:1");
  private final LocalServer server = servers.at("a:1");
  private @Nullable TestStore opened;

  @AfterEach
  void close() {
    server.goOn();
    if (opened != null) {
      opened.close();
    }
    servers.close();
  }

  private MemcachedStore open(UnaryOperator<MemcachedOptions> options) {
    TestStore made = TestStore.open(servers, options).awaitConnected();
    opened = made;
    return made.store();
  }

  @Test
  void whatIsTooMuchInFlightFailsAtOnce() {
    MemcachedStore store = open(options -> options.maxInFlight(2).maxBytesInFlight(1 << 20));
    server.stall();
    List<CompletableFuture<GetOutcome>> taken = List.of(store.get(KEY), store.get(KEY));

    assertThatThrownBy(() -> store.get(KEY).join())
        .hasCauseInstanceOf(OverloadedException.class)
        .hasMessageContaining("2 requests");

    server.goOn();
    assertThat(taken).allSatisfy(one -> assertThat(one.join()).isEqualTo(Miss.MISS));
    assertThat(store.get(KEY).join()).isEqualTo(Miss.MISS);
  }

  @Test
  void bytesAreBoundedToo() {
    MemcachedStore store = open(options -> options.maxBytesInFlight(1024).maxItemBytes(1024));
    server.stall();
    CompletableFuture<?> taken = store.set(KEY, new byte[700], Ttl.NEVER);

    assertThatThrownBy(() -> store.set(KEY, new byte[700], Ttl.NEVER).join())
        .hasCauseInstanceOf(OverloadedException.class)
        .hasMessageContaining("700 bytes are in flight");

    server.goOn();
    taken.join();
  }

  @Test
  void whoeverMayWaitForRoomDoesSoUntilTheDeadline() {
    MemcachedStore store = open(options -> options.maxInFlight(1).whenFull(WhenFull.WAIT));
    server.stall();
    CompletableFuture<GetOutcome> first = store.get(KEY);

    assertThatThrownBy(() -> store.within(Duration.ofMillis(20)).get(KEY).join())
        .hasCauseInstanceOf(OverloadedException.class);
    CompletableFuture<GetOutcome> second =
        CompletableFuture.supplyAsync(() -> store.get(KEY).join());
    server.goOn();

    assertThat(first.join()).isEqualTo(Miss.MISS);
    assertThat(second.join()).isEqualTo(Miss.MISS);
  }

  @Test
  void whatAServerRefusesConcernsThatRequestAlone() {
    MemcachedStore store = open(options -> options);
    server.answerNext("ms", "SERVER_ERROR out of memory storing object");
    server.answerNext("ms", "SERVER_ERROR object too large for cache");

    assertThatThrownBy(() -> store.set(KEY, new byte[1], Ttl.NEVER).join())
        .hasCauseInstanceOf(UnavailableException.class)
        .hasMessageContaining("out of memory");
    assertThatThrownBy(() -> store.set(KEY, new byte[1], Ttl.NEVER).join())
        .hasCauseInstanceOf(RejectedException.class);
    store.set(KEY, new byte[1], Ttl.NEVER).join();
    assertThat(server.accepted()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ERROR",
        "ERROR Too many open connections",
        "CLIENT_ERROR bad command line format",
        "HELLO",
        "HD O~",
        "NS {O}",
        "VA x {O}",
        "VA 99999999999 {O}",
        "VA 3 {O}\r\nabcd",
        "VALUE key 0 1\r\na",
        "EN\r\nEN",
        "VERSION 1.6.38"
      })
  void whatIsNoAnswerEndsTheConnectionAndTheNextOneWorks(String nonsense) {
    MemcachedStore store = open(options -> options);
    server.answerNext("mg", nonsense);

    CompletableFuture<GetOutcome> misled = store.get(KEY);
    await("an end", misled::isDone);

    await("another connection", () -> server.accepted() == 2);
    await(
        "an answer",
        () -> !store.get(KEY).handle((outcome, fault) -> fault != null).join());
    assertThat(store.get(KEY).join()).isEqualTo(Miss.MISS);
  }

  @Test
  void aServerThatIsTooOldIsNotUsed() {
    server.answerNext("version", "VERSION 1.6.12");
    MemcachedStore store = open(options -> options);

    assertThat(store.get(KEY).join()).isEqualTo(Miss.MISS);
    await(
        "the news",
        () -> opened != null
            && opened.events().stream()
                .anyMatch(event -> event instanceof NodeEvent.ConnectFailed failed
                    && failed.reason().contains("it runs memcached 1.6.12")));
    assertThat(server.accepted()).isEqualTo(2);
  }

  @Test
  void aServerThatWillNotTellItsSettingsIsTakenForAUsualOne() {
    server.answerNext("stats", "ERROR");
    MemcachedStore store = open(options -> options);

    assertThat(store.get(KEY).join()).isEqualTo(Miss.MISS);
    assertThat(store.nodes().get(0).maxItemBytes()).isEqualTo(1 << 20);
    assertThat(server.accepted()).isEqualTo(1);
  }
}
