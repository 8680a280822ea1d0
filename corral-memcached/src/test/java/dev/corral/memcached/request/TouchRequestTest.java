package dev.corral.memcached.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.key.Key;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.time.Ttl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TouchRequestTest {
  private static final Key KEY = Key.raw("k");

  private final Exchange exchange = new Exchange();
  private final TouchRequest touch = new TouchRequest(KEY, Ttl.seconds(60));

  @Test
  void aTouchAsksForNoValue() {
    assertThat(exchange.written(touch)).isEqualTo("mg k T60 f\r\n");
    assertThat(touch.describe()).isEqualTo("touch k");
    assertThat(touch.key()).isEqualTo(KEY);
    assertThat(touch.isChange()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"HD f5, true", "HD f5 W X, true", "EN, false"})
  void aReplyTellsWhetherThereIsAnItem(String line, boolean isThere) throws Exception {
    assertThat(exchange.answer(touch, line + "\r\n")).isEqualTo(isThere);
  }

  @ParameterizedTest
  @ValueSource(strings = {"NF", "NS", "MN", "ERROR"})
  void anyOtherReplyIsNoAnswerToATouch(String line) {
    assertThatThrownBy(() -> exchange.reply(touch, line + "\r\n"))
        .isInstanceOf(ProtocolException.class);
  }

  @Test
  void onASubstituteItGivesNoLongerLifeThanACopyMayHave() {
    assertThat(exchange.written(touch.shortened(Ttl.seconds(10)))).isEqualTo("mg k T10 f\r\n");
    assertThat(touch.shortened(Ttl.seconds(60))).isSameAs(touch);
  }
}
