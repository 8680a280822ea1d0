package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import dev.corral.memcached.request.Caller;
import dev.corral.memcached.request.ValueRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LinkStressTest {
  private static final int CALLERS = 3;
  private static final int REQUESTS = 3_000;
  private static final int IN_FLIGHT = 10;

  private final TestNode tested = new TestNode(settings -> settings.maxInFlight = 1 << 20);
  private final AtomicInteger done = new AtomicInteger();

  /** Asks for many keys, some at a time; returns how many answers were those of its own keys. */
  private int ask(int caller) {
    int right = 0;
    ValueRequest[] asked = new ValueRequest[IN_FLIGHT];
    for (int i = 0; i < REQUESTS; i += IN_FLIGHT) {
      for (int j = 0; j < IN_FLIGHT; j++) {
        asked[j] = new ValueRequest(key(caller, i + j));
        assertThat(tested.node.submit(asked[j], Duration.ofHours(1).toNanos())).isTrue();
      }
      for (int j = 0; j < IN_FLIGHT; j++) {
        byte[] value = asked[j].join();
        right += value != null && key(caller, i + j).equals(Key.raw(text(value))) ? 1 : 0;
      }
    }
    done.incrementAndGet();
    return right;
  }

  private static Key key(int caller, int number) {
    return Key.raw("caller" + caller + ":" + number);
  }

  private static String text(byte[] value) {
    return new String(value, StandardCharsets.ISO_8859_1);
  }

  /** Answers each {@code mg key v Omark} with the key. */
  private static void serve(Peer peer) {
    String replies = peer.received()
        .lines()
        .map(line -> line.split(" ", -1))
        .map(words -> "VA " + words[1].length() + " " + words[3] + "\r\n" + words[1] + "\r\n")
        .collect(Collectors.joining());
    if (!replies.isEmpty()) {
      peer.replies(replies);
    }
  }

  @Test
  void nobodyNoticesThatTheServerKeepsClosingIdleConnections() throws Exception {
    List<Caller<Integer>> callers = IntStream.range(0, CALLERS)
        .mapToObj(caller -> Caller.of(() -> ask(caller)))
        .toList();

    while (done.get() < CALLERS) {
      assertThat(tested.transport.attempts).as("connections made so far").hasSizeLessThan(20_000);
      Peer peer = tested.stable();
      for (int i = 0; i < 5; i++) {
        serve(peer);
      }
      peer.takesBytes(false);
      serve(peer);
      peer.hangsUp();
    }

    for (Caller<Integer> caller : callers) {
      assertThat(caller.result()).isEqualTo(REQUESTS);
    }
    assertThat(tested.transport.attempts).hasSizeGreaterThan(10);
    assertThat(tested.node.status().errors()).isZero();
    assertThat(tested.events()).allMatch(event -> event.startsWith("connected"));
  }
}
