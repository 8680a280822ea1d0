package dev.corral.memcached.request;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.memcached.wire.ProtocolException;
import dev.corral.memcached.wire.UnauthenticatedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoginRequestTest {
  private final Exchange exchange = new Exchange();
  private final LoginRequest request = new LoginRequest(() -> "joe sesame".getBytes(UTF_8));

  @Test
  void itIsAnItemThatExpiresAtOnce() {
    assertThat(exchange.written(request)).isEqualTo("set corral-login 0 -1 10\r\njoe sesame\r\n");
  }

  @Test
  void theLengthIsInBytes() {
    assertThat(exchange.written(new LoginRequest(() -> "jö pä".getBytes(UTF_8))))
        .startsWith("set corral-login 0 -1 7\r\n");
  }

  @Test
  void aServerThatStoresItLetsUsIn() throws Exception {
    assertThat(exchange.answer(request, "STORED\r\n")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"CLIENT_ERROR authentication failure", "CLIENT_ERROR unauthenticated"})
  void aServerThatFindsFaultWithItDoesNot(String line) {
    assertThatThrownBy(() -> exchange.reply(request, line + "\r\n"))
        .isInstanceOf(UnauthenticatedException.class)
        .hasMessage("it does not take the user and password: " + line);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ERROR", "OK", "HD", "END"})
  void anyOtherLineIsNoAnswer(String line) {
    assertThatThrownBy(() -> exchange.reply(request, line + "\r\n"))
        .isExactlyInstanceOf(ProtocolException.class);
  }

  @Test
  void aServerThatTakesItForAnItemItHasNoRoomForWantsNone() throws ProtocolException {
    assertThat(exchange.answer(request, "SERVER_ERROR out of memory\r\n")).isFalse();
  }

  @Test
  void itIsDescribedWithoutUserAndPassword() {
    assertThat(request.describe()).isEqualTo("login");
    assertThat(request.toString()).doesNotContain("joe", "sesame");
    assertThat(request.key()).isNull();
    assertThat(request.isChange()).isFalse();
    assertThat(request.isMarkable()).isFalse();
  }
}
