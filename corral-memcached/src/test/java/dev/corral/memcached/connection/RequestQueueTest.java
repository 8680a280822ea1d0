package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.key.Key;
import dev.corral.memcached.request.Request;
import dev.corral.memcached.request.ValueRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RequestQueueTest {
  private final RequestQueue queue = new RequestQueue();
  private final Request<?> a = new ValueRequest(Key.raw("a"));
  private final Request<?> b = new ValueRequest(Key.raw("b"));
  private final Request<?> c = new ValueRequest(Key.raw("c"));

  private void offer(Request<?>... requests) {
    assertThat(Stream.of(requests)).allMatch(queue::offer);
  }

  private void send(int count) {
    for (int i = 0; i < count; i++) {
      queue.advanceSent();
    }
  }

  @Test
  void aNewQueueIsEmpty() {
    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.hasUnsent()).isFalse();
    assertThat(queue.nextToSend()).isNull();
    assertThat(queue.nextToAnswer()).isNull();
    assertThat(queue.pollOver()).isNull();
    assertThat(queue.first()).isNull();
    assertThatThrownBy(queue::advanceSent).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void requestsAreSentInTheirOrder() {
    offer(a, b);

    assertThat(queue.nextToSend()).isSameAs(a);
    assertThat(queue.nextToAnswer()).isNull();
    send(1);
    assertThat(queue.nextToSend()).isSameAs(b);
    assertThat(queue.hasUnsent()).isTrue();
    send(1);

    assertThat(queue.nextToSend()).isNull();
    assertThat(queue.hasUnsent()).isFalse();
    assertThat(queue.isEmpty()).isFalse();
  }

  @Test
  void whatIsInFlightBehindARequestIsWhatWasSentAfterIt() {
    offer(a, b, c);
    send(2);

    assertThat(queue.isInFlightBehind(a, request -> request == b)).isTrue();
    assertThat(queue.isInFlightBehind(a, request -> request == a)).isFalse();
    assertThat(queue.isInFlightBehind(a, request -> request == c)).isFalse();
    assertThat(queue.isInFlightBehind(b, request -> true)).isFalse();
  }

  @Test
  void requestsAreAnsweredInTheirOrderAndLeaveWhenTheyAreOver() {
    offer(a, b, c);
    send(2);

    assertThat(queue.nextToAnswer()).isSameAs(a);
    assertThat(queue.pollOver()).isNull();
    a.setOver();
    assertThat(queue.nextToAnswer()).isSameAs(b);
    assertThat(queue.first()).isSameAs(a);
    assertThat(queue.pollOver()).isSameAs(a);
    assertThat(queue.pollOver()).isNull();
    assertThat(queue.first()).isSameAs(b);
    b.setOver();

    assertThat(queue.pollOver()).isSameAs(b);
    assertThat(queue.nextToAnswer()).isNull();
    assertThat(queue.pollOver()).isNull();
    assertThat(queue.nextToSend()).isSameAs(c);
    assertThat(queue.isEmpty()).isFalse();
  }

  @Test
  void whatIsOverInTheMiddleIsGonePastButLeavesInItsTurn() {
    offer(a, b, c);
    send(3);
    b.setOver();

    assertThat(queue.nextToAnswer()).isSameAs(a);
    assertThat(queue.pollOver()).isNull();
    a.setOver();
    assertThat(queue.nextToAnswer()).isSameAs(c);

    assertThat(queue.pollOver()).isSameAs(a);
    assertThat(queue.pollOver()).isSameAs(b);
    assertThat(queue.pollOver()).isNull();
  }

  @Test
  void whatIsOverUnsentStaysUntilTheSendingHasGonePast() {
    offer(a);
    a.setOver();

    assertThat(queue.pollOver()).isNull();
    send(1);

    assertThat(queue.nextToAnswer()).isNull();
    assertThat(queue.isEmpty()).isFalse();
    assertThat(queue.pollOver()).isSameAs(a);
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void aRequestThatHasLeftHoldsNoOther() {
    offer(a, b);
    send(2);
    a.setOver();
    b.setOver();
    assertThat(queue.pollOver()).isSameAs(a);
    assertThat(a.next()).isSameAs(b);

    assertThat(queue.pollOver()).isSameAs(b);

    assertThat(a.next()).isNull();
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void closingReturnsWhatIsUnsentAndLeavesWhatIsInFlight() {
    offer(a, b, c);
    send(1);

    assertThat(queue.close()).isEqualTo(List.of(b, c));

    assertThat(queue.offer(new ValueRequest(Key.raw("d")))).isFalse();
    assertThat(b.next()).isNull();
    List<Request<?>> inFlight = new ArrayList<>();
    for (Request<?> next = queue.first(); next != null; next = next.next()) {
      inFlight.add(next);
    }
    assertThat(inFlight).isEqualTo(List.of(a));
    assertThat(queue.close()).isEmpty();
  }

  @Test
  void aQueueThatNobodyWaitsForCanBeClosed() {
    offer(a, b, c);
    assertThat(queue.closeUnlessAwaited(c)).isTrue();
    assertThat(queue.offer(new ValueRequest(Key.raw("d")))).isFalse();
  }

  @Test
  void aQueueStaysOpenForWhoeverIsNotAnsweredYet() {
    offer(a, b);

    assertThat(queue.closeUnlessAwaited(null)).isFalse();
    assertThat(queue.closeUnlessAwaited(a)).isFalse();
    b.cancel(false);
    assertThat(queue.closeUnlessAwaited(null)).isFalse();
    assertThat(queue.offer(c)).isTrue();
    a.cancel(false);
    c.cancel(false);

    assertThat(queue.closeUnlessAwaited(null)).isTrue();
    assertThat(queue.close()).isEmpty();
  }
}
