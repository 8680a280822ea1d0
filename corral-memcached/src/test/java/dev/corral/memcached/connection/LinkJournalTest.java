package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import dev.corral.memcached.request.DeleteRequest;
import dev.corral.memcached.request.ValueRequest;
import dev.corral.memcached.request.ValuesRequest;
import dev.corral.store.DeleteOutcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinkJournalTest {
  private final TestNode tested = new TestNode(settings -> {
    settings.journalKeys = 3;
    settings.failures = 1;
  });
  private final SteppedLoop loop = tested.loop;

  private void change(String... keys) {
    for (String key : keys) {
      DeleteRequest<DeleteOutcome> unused = tested.delete(key);
    }
  }

  /** Ends the pause before the next attempt, and takes it. */
  private Peer back() {
    int made = tested.transport.attempts.size();
    while (tested.transport.attempts.size() == made) {
      loop.advance(Duration.ofMillis(1));
    }
    return tested.up();
  }

  @Test
  void changesThatTheServerMissedAreDeletedBeforeItIsUp() {
    tested.transport.refuse("connection refused");
    change("a", "b", "a");
    tested.events();

    Peer peer = back();

    assertThat(peer.received()).isEqualTo("md a O0\r\nmd b O1\r\n");
    assertThat(tested.get("a")).as("a read while it is replayed").isCompletedExceptionally();
    assertThat(tested.events()).isEmpty();
    peer.replies("HD O0\r\nNF O1\r\n");
    assertThat(tested.events())
        .containsExactly(
            "connected to version 1.6.40 in 0 ms",
            "readmitted after 2 journalled keys were deleted");
    ValueRequest read = tested.get("a");
    assertThat(peer.received()).isEqualTo("mg a v O2\r\n");
    assertThat(read).isNotDone();
  }

  @Test
  void readsAreNotJournalled() {
    tested.transport.refuse("connection refused");
    ValueRequest a = tested.get("a");
    ValuesRequest many = tested.submit(new ValuesRequest(List.of(Key.raw("a"), Key.raw("b"))));

    Peer peer = back();

    assertThat(a).isCompletedExceptionally();
    assertThat(many).isCompletedExceptionally();
    assertThat(peer.received()).isEmpty();
  }

  @Test
  void changesInFlightWhenTheConnectionBrokeAreDeletedToo() {
    Peer peer = tested.stable();
    change("a");
    assertThat(tested.get("b")).isNotDone();
    peer.writes();
    peer.takesBytes(false);
    change("c");

    peer.breaks(new IllegalStateException("reset"));

    assertThat(tested.node.status().journalled()).isEqualTo(2);
    assertThat(back().received()).isEqualTo("md a O0\r\nmd c O1\r\n");
  }

  @Test
  void changesThatWereAskedBeforeTheFirstConnectionFailedAreDeletedToo() {
    change("a");

    tested.transport.refuse("connection refused");

    assertThat(back().received()).isEqualTo("md a O0\r\n");
  }

  @Test
  void changesMissedDuringTheReplayAreReplayedToo() {
    tested.transport.refuse("connection refused");
    change("a");
    Peer peer = back();
    peer.writes();
    tested.events();

    change("b");
    assertThat(tested.node.missed(Key.raw("c"))).isTrue();
    peer.replies("HD O0\r\n");
    assertThat(peer.received()).isEqualTo("md b O1\r\nmd c O2\r\n");
    assertThat(tested.events()).isEmpty();
    peer.replies("HD O1\r\nHD O2\r\n");

    assertThat(tested.events())
        .containsExactly(
            "connected to version 1.6.40 in 0 ms",
            "readmitted after 3 journalled keys were deleted");
    assertThat(tested.node.missed(Key.raw("c"))).isFalse();
  }

  @Test
  void whatFindsNoRoomIsCountedAndTold() {
    tested.transport.refuse("connection refused");
    change("a", "b", "c", "d", "e");
    assertThat(tested.node.status().journalled()).isEqualTo(3);
    assertThat(tested.node.status().journalLost()).isEqualTo(2);
    Peer peer = back();
    tested.events();

    peer.replies("HD O0\r\nHD O1\r\nHD O2\r\n");

    assertThat(tested.events())
        .endsWith("the journal was full, 2 changes the server may not know of");
    peer.hangsUp();
    tested.events();
    back();
    assertThat(tested.events()).noneMatch(event -> event.startsWith("the journal was full"));
  }

  @Test
  void whatAReplayDidNotGetAnsweredIsReplayedAgain() {
    tested.transport.refuse("connection refused");
    change("a", "b", "c");
    Peer peer = back();
    peer.replies("HD O0\r\n");

    peer.hangsUp();

    assertThat(tested.node.status().journalled()).isEqualTo(2);
    assertThat(back().received()).isEqualTo("md b O0\r\nmd c O1\r\n");
  }

  @Test
  void aReplayMayTakeLongerThanARequestMay() {
    tested.transport.refuse("connection refused");
    change("a");
    Peer peer = back();
    peer.writes();
    tested.events();

    loop.advance(Duration.ofMillis(900));
    assertThat(peer.received()).isEmpty();
    peer.replies("HD O0\r\n");

    assertThat(tested.events()).startsWith("connected to version 1.6.40 in 900 ms");
  }

  @Test
  void aDeleteThatTheServerCouldNotDoIsReplayedAgain() {
    tested.transport.refuse("connection refused");
    change("a", "b");
    Peer peer = back();
    peer.writes();
    tested.events();

    peer.replies("SERVER_ERROR out of memory\r\nHD O1\r\n");
    loop.advance(SettingsOf.CONNECT_TIMEOUT.plusMillis(1));
    assertThat(tested.events())
        .containsExactly("attempt 2 to connect failed, the next is in 20 ms: "
            + "it did not take 2 journalled keys in time");
    Peer next = back();

    assertThat(next.received()).isEqualTo("md a O0\r\n");
    next.replies("HD O0\r\n");
    assertThat(tested.events()).endsWith("readmitted after 2 journalled keys were deleted");
  }

  @Test
  void withoutAJournalNothingIsRemembered() {
    TestNode forgetful = new TestNode();
    assertThat(forgetful.node.missed(Key.raw("a"))).isFalse();
    forgetful.transport.refuse("connection refused");
    DeleteRequest<DeleteOutcome> change = forgetful.delete("a");
    assertThat(forgetful.node.missed(Key.raw("a"))).isTrue();

    forgetful.loop.advance(Duration.ofMillis(10));

    assertThat(change).isCompletedExceptionally();
    assertThat(forgetful.up().received()).isEmpty();
    assertThat(forgetful.node.status().journalled()).isZero();
  }
}
