package dev.corral.memcached.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import dev.corral.memcached.wire.ProtocolException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineRequestTest {
  private final Exchange exchange = new Exchange();

  @Test
  void aCommandIsALine() {
    assertThat(exchange.written(LineRequest.version())).isEqualTo("version\r\n");
    assertThat(exchange.written(LineRequest.noOperation())).isEqualTo("mn\r\n");
    assertThat(exchange.written(LineRequest.flush(0))).isEqualTo("flush_all\r\n");
    assertThat(exchange.written(LineRequest.flush(30))).isEqualTo("flush_all 30\r\n");
    assertThat(exchange.written(new StatsRequest("items"))).isEqualTo("stats items\r\n");
    assertThat(exchange.written(new StatsRequest(""))).isEqualTo("stats\r\n");
    assertThat(exchange.written(StatsRequest.ofSettings())).isEqualTo("stats settings\r\n");
  }

  @Test
  void theAnswerIsWhatStandsBehindTheKind() throws Exception {
    assertThat(exchange.answer(LineRequest.version(), "VERSION 1.6.18\r\n")).isEqualTo("1.6.18");
    assertThat(exchange.answer(LineRequest.noOperation(), "MN\r\n")).isEmpty();
    assertThat(exchange.answer(LineRequest.flush(0), "OK\r\n")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"OK", "MN", "ERROR", "ERROR Too many open connections", "CLIENT_ERROR bad"})
  void anyOtherLineIsNoAnswer(String line) {
    assertThatThrownBy(() -> exchange.reply(LineRequest.version(), line + "\r\n"))
        .isInstanceOf(ProtocolException.class)
        .hasMessage("refused: " + line);
  }

  @Test
  void aServersFailureIsThisRequestsOwn() {
    assertThatThrownBy(() -> exchange.answer(LineRequest.flush(0), "SERVER_ERROR not allowed\r\n"))
        .hasCauseInstanceOf(UnavailableException.class);
  }

  @Test
  void aCommandIsAboutNoKeyAndHasNoMark() {
    assertThat(LineRequest.version().key()).isNull();
    assertThat(LineRequest.version().isChange()).isFalse();
    assertThat(LineRequest.version().isMarkable()).isFalse();
    assertThat(LineRequest.version().describe()).isEqualTo("version");
    assertThat(new StatsRequest("").key()).isNull();
    assertThat(new StatsRequest("").isChange()).isFalse();
    assertThat(new StatsRequest("").isMarkable()).isFalse();
    assertThat(new StatsRequest("").describe()).isEqualTo("stats");
  }

  @Test
  void aServerThatDoesNotLetItselfBeFlushedRejectsThat() {
    assertThatThrownBy(
            () -> exchange.reply(LineRequest.flush(0), "CLIENT_ERROR flush_all not allowed\r\n"))
        .isInstanceOf(RejectedException.class)
        .hasMessage("CLIENT_ERROR flush_all not allowed");
  }

  @Test
  void statisticsKeepTheirOrderAndTheirSpaces() throws Exception {
    assertThat(exchange.answer(
            new StatsRequest(""), "STAT pid 12\r\nSTAT none\r\nSTAT text a b\r\nEND\r\n"))
        .containsExactly(Map.entry("pid", "12"), Map.entry("none", ""), Map.entry("text", "a b"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ERROR", "CLIENT_ERROR no", "SERVER_ERROR no"})
  void settingsThatTheServerKeepsToItselfAreNone(String line) throws Exception {
    assertThat(exchange.answer(StatsRequest.ofSettings(), line + "\r\n")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ERROR", "CLIENT_ERROR no"})
  void aGroupThatTheServerDoesNotKnowIsRejected(String line) {
    assertThatThrownBy(() -> exchange.reply(new StatsRequest("nonsense"), line + "\r\n"))
        .isInstanceOf(RejectedException.class)
        .hasMessage(line);
  }

  @Test
  void otherStatisticsMustCome() {
    assertThatThrownBy(() -> exchange.reply(new StatsRequest(""), "MN\r\n"))
        .isInstanceOf(ProtocolException.class);
  }

  @Test
  void statisticsFailByTheServersOwnFailure() {
    assertThatThrownBy(() -> exchange.answer(new StatsRequest(""), "SERVER_ERROR no\r\n"))
        .hasCauseInstanceOf(UnavailableException.class);
  }

  @Test
  void settingsAreNoAnswerOfAnotherKind() {
    assertThatThrownBy(() -> exchange.reply(StatsRequest.ofSettings(), "MN\r\n"))
        .isInstanceOf(ProtocolException.class);
  }
}
