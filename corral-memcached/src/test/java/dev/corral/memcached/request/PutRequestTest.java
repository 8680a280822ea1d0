package dev.corral.memcached.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.PutOutcome.Refused;
import dev.corral.store.PutOutcome.Stored;
import dev.corral.store.ValueTooLargeException;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PutRequestTest {
  private static final Key KEY = Key.raw("k");
  private static final Ttl MINUTE = Ttl.seconds(60);
  private static final Put SET = Put.set(KEY, new byte[] {'a', 'b'}, MINUTE);

  private final Exchange exchange = new Exchange();

  private static PutRequest<PutOutcome> request(Put put) {
    return new PutRequest<>(put, Function.identity());
  }

  @Test
  void aPutWritesTheValue() {
    assertThat(exchange.written(request(SET))).isEqualTo("ms k 2 T60\r\nab\r\n");
    assertThat(exchange.written(request(SET.ifCas(exchange.cas(9)))))
        .isEqualTo("ms k 2 T60 C9\r\nab\r\n");
  }

  @Test
  void aPutOfAForeignCasIsLostUnsent() {
    PutRequest<PutOutcome> request = request(SET.ifCas(Exchange.foreignCas(9)));

    assertThat(exchange.written(request)).isNull();
    assertThat(Exchange.settled(request)).isEqualTo(Refused.EXISTS);
  }

  @Test
  void aValueTooLargeIsRefusedUnsent() {
    PutRequest<PutOutcome> request =
        request(Put.set(KEY, new byte[Exchange.LARGEST_VALUE + 1], MINUTE));

    assertThat(exchange.written(request)).isNull();
    assertThatThrownBy(() -> Exchange.settled(request))
        .cause()
        .isInstanceOf(ValueTooLargeException.class)
        .hasMessage("the value of k has 1001 bytes, but at most 1000 fit");
  }

  @Test
  void theLargestValueIsSent() {
    assertThat(exchange.written(request(Put.set(KEY, new byte[Exchange.LARGEST_VALUE], MINUTE))))
        .startsWith("ms k 1000 T60\r\n");
  }

  @ParameterizedTest
  @CsvSource({"NS, NOT_STORED", "EX, EXISTS", "NF, NOT_FOUND"})
  void aRefusalIsAnOutcome(String line, Refused outcome) throws Exception {
    assertThat(exchange.answer(request(SET), line + "\r\n")).isEqualTo(outcome);
  }

  @Test
  void whatWasStoredHasACasIfTheServerTellsIt() throws Exception {
    assertThat(exchange.answer(request(SET), "HD\r\n")).isSameAs(Stored.STORED);
    assertThat(exchange.answer(request(SET.returningCas()), "HD c12\r\n"))
        .isEqualTo(new Stored(exchange.cas(12)));
  }

  @Test
  void aServersFailureIsThisRequestsOwn() {
    assertThatThrownBy(() -> exchange.answer(request(SET), "SERVER_ERROR out of memory\r\n"))
        .hasCauseInstanceOf(UnavailableException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"EN", "MN", "OK", "ERROR", "CLIENT_ERROR bad data chunk", "VERSION 1.6.18"})
  void anyOtherReplyIsNoAnswerToAPut(String line) {
    assertThatThrownBy(() -> exchange.reply(request(SET), line + "\r\n"))
        .isInstanceOf(ProtocolException.class);
  }

  @Test
  void onlyWhatWouldLiveLongerIsShortened() {
    Ttl longest = Ttl.seconds(10);
    PutRequest<PutOutcome> brief = request(SET.withTtl(longest));
    PutRequest<PutOutcome> appended = request(Put.append(KEY, new byte[1]));

    assertThat(brief.shortened(longest)).isSameAs(brief);
    assertThat(appended.shortened(longest)).isSameAs(appended);
    assertThat(exchange.written(request(SET).shortened(longest))).isEqualTo("ms k 2 T10\r\nab\r\n");
  }

  @Test
  void whatAnItemLingersIsNotShortened() {
    Put lingering = SET.withTtl(Ttl.seconds(300)).withLinger(Duration.ofSeconds(21));

    assertThat(lingering.linger()).isEqualTo(Duration.ofSeconds(21));
    assertThat(exchange.written(request(lingering).shortened(Ttl.seconds(10))))
        .isEqualTo("ms k 2 T31\r\nab\r\n");
    assertThat(exchange.written(request(lingering.withTtl(Ttl.NEVER)).shortened(Ttl.seconds(10))))
        .isEqualTo("ms k 2 T31\r\nab\r\n");
    PutRequest<PutOutcome> brief = request(lingering.withTtl(Ttl.seconds(31)));
    assertThat(brief.shortened(Ttl.seconds(10))).isSameAs(brief);
  }

  @Test
  void aPutIsAChangeOfItsKeyAndTakesTheRoomOfItsValue() {
    assertThat(request(SET).key()).isEqualTo(KEY);
    assertThat(request(SET).isChange()).isTrue();
    assertThat(request(SET).size()).isEqualTo(2);
    assertThat(request(SET).describe()).isEqualTo("set k 2 bytes");
  }
}
