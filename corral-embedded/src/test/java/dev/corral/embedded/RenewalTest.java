package dev.corral.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.embedded.fault.Fault;
import dev.corral.embedded.fault.InjectedFault;
import dev.corral.fault.ConfigurationException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RenewalTest {
  private final EmbeddedServer server = EmbeddedServer.start();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void itEmptiesTheServerAndHealsIt() throws IOException {
    assertThat(RawClient.said(server, "set a 0 0 1\r\n1\r\n")).isEqualTo("STORED\r\n");
    InjectedFault fault = server.inject(Fault.serverError());
    server.renew();
    assertThat(RawClient.said(server, "get a\r\n")).isEqualTo("END\r\n");
    assertThat(fault.strikes()).isZero();
  }

  @Test
  void itTakesBackTheTimeThatTheServerWasSentForward() throws IOException {
    server.advance(Duration.ofDays(400));
    server.renew();
    long inAMinute = System.currentTimeMillis() / 1000 + 60;
    assertThat(RawClient.said(server, "set a 0 " + inAMinute + " 1\r\n1\r\nget a\r\n"))
        .isEqualTo("STORED\r\nVALUE a 0 1\r\n1\r\nEND\r\n");
  }

  @Test
  void itForgetsAFlushThatIsStillToCome() throws IOException {
    assertThat(RawClient.said(server, "flush_all 60\r\n")).isEqualTo("OK\r\n");
    server.renew();
    assertThat(RawClient.said(server, "set a 0 0 1\r\n1\r\n")).isEqualTo("STORED\r\n");
    server.advance(Duration.ofMinutes(2));
    assertThat(RawClient.said(server, "get a\r\n")).isEqualTo("VALUE a 0 1\r\n1\r\nEND\r\n");
  }

  @Test
  void itBringsAServerBackThatWasKilledWhereItWas() throws IOException {
    server.kill();
    server.renew();
    assertThat(RawClient.said(server, "get a\r\n")).isEqualTo("END\r\n");
  }

  @Test
  void itCannotWhereThePortIsTakenSince() throws IOException {
    server.kill();
    int port = server.address().getPort();
    try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(server::renew)
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining(String.valueOf(taken.getLocalPort()));
    }
    server.renew();
    assertThat(RawClient.said(server, "get a\r\n")).isEqualTo("END\r\n");
  }
}
