package dev.corral.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the comparison with the real server has found; each is answered as there. */
class RememberedDifferencesTest {
  private static EmbeddedServer server;

  @BeforeAll
  static void start() {
    server = EmbeddedServer.start(options -> options.maxItemBytes(8_192));
  }

  @AfterAll
  static void end() {
    server.close();
  }

  /** What a client sends, and what it is told. */
  private enum Remembered {
    FLUSHED_ITEM_THAT_WAS_ASKED_FOR_DOES_NOT_COME_BACK(
        "set a 0 0 1\r\n1\r\nflush_all\r\nget a\r\nflush_all 1000\r\nget a\r\n",
        "STORED\r\nOK\r\nEND\r\nOK\r\nEND\r\n"),
    FLUSH_AT_A_PAST_DATE_FLUSHES_NOTHING(
        "set a 0 0 1\r\n1\r\nflush_all 1000000000\r\nget a\r\n",
        "STORED\r\nOK\r\nVALUE a 0 1\r\n1\r\nEND\r\n"),
    FLUSH_AT_A_PAST_DATE_UNDOES_ONE(
        "set a 0 0 1\r\n1\r\nflush_all\r\nflush_all 2592001\r\nget a\r\n",
        "STORED\r\nOK\r\nOK\r\nVALUE a 0 1\r\n1\r\nEND\r\n"),
    LINE_LONGER_THAN_A_BUFFER_ENDS_THE_CONNECTION(
        "version\r\nmg " + "k".repeat(20_000) + "\r\nversion\r\n", "VERSION 1.6.18\r\n"),
    GET_MAY_BE_LONGER_THAN_A_BUFFER("get " + "k ".repeat(20_000) + "\r\n", "END\r\n");

    private final String sent;
    private final String told;

    Remembered(String sent, String told) {
      this.sent = sent;
      this.told = told;
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatOnceDifferedNoMoreDoes(Remembered remembered) throws IOException {
    server.clear();

    assertThat(RawClient.said(server, remembered.sent)).isEqualTo(remembered.told);
  }
}
