package dev.corral.memcached.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import dev.corral.time.Ttl;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeleteRequestTest {
  private static final Key KEY = Key.raw("k");

  private final Exchange exchange = new Exchange();

  private static DeleteRequest<DeleteOutcome> request(Delete delete) {
    return new DeleteRequest<>(delete, Function.identity());
  }

  @Test
  void aDeleteNamesTheKeyAndItsCondition() {
    assertThat(exchange.written(request(Delete.of(KEY)))).isEqualTo("md k\r\n");
    assertThat(exchange.written(
            request(Delete.of(KEY).markingStale(Ttl.seconds(5)).ifCas(exchange.cas(3)))))
        .isEqualTo("md k I T5 C3\r\n");
  }

  @Test
  void aDeleteOfAForeignCasIsLostUnsent() {
    DeleteRequest<DeleteOutcome> request = request(Delete.of(KEY).ifCas(Exchange.foreignCas(3)));

    assertThat(exchange.written(request)).isNull();
    assertThat(Exchange.settled(request)).isEqualTo(DeleteOutcome.EXISTS);
  }

  @ParameterizedTest
  @CsvSource({"HD, DELETED", "NF, NOT_FOUND", "EX, EXISTS"})
  void aReplyIsAnOutcome(String line, DeleteOutcome outcome) throws Exception {
    assertThat(exchange.answer(request(Delete.of(KEY)), line + "\r\n")).isEqualTo(outcome);
  }

  @Test
  void aStaleMarkOnASubstituteLastsNoLongerThanACopyMay() {
    Request<DeleteOutcome> marking = request(Delete.of(KEY).markingStale(Ttl.seconds(60)));

    assertThat(exchange.written(marking.shortened(Ttl.seconds(10)))).isEqualTo("md k I T10\r\n");
    assertThat(marking.shortened(Ttl.seconds(60))).isSameAs(marking);
    Request<DeleteOutcome> plain = request(Delete.of(KEY));
    assertThat(plain.shortened(Ttl.seconds(1))).isSameAs(plain);
  }

  @Test
  void aServersFailureIsThisRequestsOwn() {
    assertThatThrownBy(
            () -> exchange.answer(request(Delete.of(KEY)), "SERVER_ERROR out of memory\r\n"))
        .hasCauseInstanceOf(UnavailableException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"EN", "NS", "MN", "OK", "ERROR", "CLIENT_ERROR bad"})
  void anyOtherReplyIsNoAnswerToADelete(String line) {
    assertThatThrownBy(() -> exchange.reply(request(Delete.of(KEY)), line + "\r\n"))
        .isInstanceOf(ProtocolException.class);
  }

  @Test
  void aDeleteIsAChangeOfItsKeyAndStoresNothing() {
    DeleteRequest<DeleteOutcome> request = request(Delete.of(KEY));

    assertThat(request.key()).isEqualTo(KEY);
    assertThat(request.isChange()).isTrue();
    assertThat(request.shortened(Ttl.seconds(1))).isSameAs(request);
    assertThat(request.describe()).isEqualTo("delete k");
  }
}
