package dev.corral.memcached.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import dev.corral.memcached.wire.ProtocolException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterRequestTest {
  private final Exchange exchange = new Exchange();
  private final ClusterRequest request = new ClusterRequest();

  @Test
  void itIsALine() {
    assertThat(exchange.written(request)).isEqualTo("config get cluster\r\n");
    assertThat(request.describe()).isEqualTo("config get cluster");
    assertThat(request.key()).isNull();
  }

  @Test
  void theAnswerIsTheTextAsItWasTold() throws Exception {
    assertThat(exchange.answer(request, "CONFIG cluster 0 20\r\n12\na|10.0.0.1|11211\n\r\nEND\r\n"))
        .isEqualTo("12\na|10.0.0.1|11211\n");
  }

  @Test
  void itIsNotOverBeforeItsEnd() throws Exception {
    assertThat(exchange.reply(request, "CONFIG cluster 0 1\r\n1\r\n")).isFalse();
  }

  @Test
  void aServerThatHasNothingToTellTellsNothing() throws Exception {
    assertThat(exchange.answer(request, "END\r\n")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ERROR", "CLIENT_ERROR bad command line format"})
  void aServerOfNoManagedClusterRejectsItAndNothingElse(String line) {
    assertThatThrownBy(() -> exchange.reply(request, line + "\r\n"))
        .isInstanceOf(RejectedException.class)
        .hasMessage("it does not know 'config get cluster': " + line);
  }

  @Test
  void aServersFailureIsThisRequestsOwn() {
    assertThatThrownBy(() -> exchange.answer(request, "SERVER_ERROR no\r\n"))
        .hasCauseInstanceOf(UnavailableException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"OK", "STORED", "MN"})
  void anyOtherLineIsNoAnswer(String line) {
    assertThatThrownBy(() -> exchange.reply(request, line + "\r\n"))
        .isInstanceOf(ProtocolException.class);
  }
}
