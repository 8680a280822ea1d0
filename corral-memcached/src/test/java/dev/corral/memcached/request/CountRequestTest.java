package dev.corral.memcached.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.store.Arithmetic;
import dev.corral.store.ArithmeticOutcome;
import dev.corral.store.ArithmeticOutcome.Counted;
import dev.corral.store.ArithmeticOutcome.Refused;
import dev.corral.time.Ttl;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CountRequestTest {
  private static final Key KEY = Key.raw("k");
  private static final Arithmetic ADD = Arithmetic.add(KEY, 2);

  private final Exchange exchange = new Exchange();

  private static CountRequest<ArithmeticOutcome> request(Arithmetic count) {
    return new CountRequest<>(count, Function.identity());
  }

  @Test
  void aCountSaysHowMuchAndWhatToBeginWith() {
    assertThat(exchange.written(request(ADD))).isEqualTo("ma k v D2\r\n");
    assertThat(exchange.written(request(
            Arithmetic.subtract(KEY, 1).orCreate(7, Ttl.seconds(9)).ifCas(exchange.cas(4)))))
        .isEqualTo("ma k v MD D1 N9 J7 C4\r\n");
  }

  @Test
  void aCountOfAForeignCasIsLostUnsent() {
    CountRequest<ArithmeticOutcome> request = request(ADD.ifCas(Exchange.foreignCas(4)));

    assertThat(exchange.written(request)).isNull();
    assertThat(Exchange.settled(request)).isEqualTo(Refused.EXISTS);
  }

  @ParameterizedTest
  @CsvSource({
    "'VA 2\r\n12\r\n', 12",
    "'VA 3\r\n12 \r\n', 12",
    "'VA 20\r\n18446744073709551615\r\n', -1",
  })
  void aCounterIsAnUnsignedNumberWithOrWithoutSpaces(String reply, long counted) throws Exception {
    assertThat(exchange.answer(request(ADD), reply)).isEqualTo(new Counted(counted));
  }

  @ParameterizedTest
  @CsvSource({
    "NF, NOT_FOUND",
    "EX, EXISTS",
    "CLIENT_ERROR cannot increment or decrement non-numeric value, NOT_NUMERIC",
  })
  void aRefusalIsAnOutcome(String line, Refused outcome) throws Exception {
    assertThat(exchange.answer(request(ADD), line + "\r\n")).isEqualTo(outcome);
  }

  @Test
  void aServersFailureIsThisRequestsOwn() {
    assertThatThrownBy(() -> exchange.answer(request(ADD), "SERVER_ERROR out of memory\r\n"))
        .hasCauseInstanceOf(UnavailableException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"EN", "NS", "MN", "HD", "ERROR", "CLIENT_ERROR bad", "VA 2\r\nno", "VA 0\r\n"})
  void anyOtherReplyIsNoAnswerToACount(String line) {
    assertThatThrownBy(() -> exchange.reply(request(ADD), line + "\r\n"))
        .isInstanceOf(ProtocolException.class);
  }

  @Test
  void onlyWhatWouldBeCreatedForLongerIsShortened() {
    Ttl longest = Ttl.seconds(10);
    CountRequest<ArithmeticOutcome> creatingNone = request(ADD);
    CountRequest<ArithmeticOutcome> brief = request(ADD.orCreate(7, longest));

    assertThat(creatingNone.shortened(longest)).isSameAs(creatingNone);
    assertThat(brief.shortened(longest)).isSameAs(brief);
    assertThat(exchange.written(request(ADD.orCreate(7, Ttl.seconds(11))).shortened(longest)))
        .isEqualTo("ma k v D2 N10 J7\r\n");
  }

  @Test
  void aCountIsAChangeOfItsKey() {
    assertThat(request(ADD).key()).isEqualTo(KEY);
    assertThat(request(ADD).isChange()).isTrue();
    assertThat(request(ADD).describe()).isEqualTo("add 2 to k");
  }
}
