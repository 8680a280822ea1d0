package dev.corral.it.discovery;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.discovery.ConfiguredCluster.Member;
import dev.corral.it.secure.Authority;
import dev.corral.it.secure.Identity;
import dev.corral.ring.Server;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import javax.net.SocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds the endpoint that the tests of discovery trust against the JDK's own sockets. */
class ConfiguredClusterIT {
  @Test
  void aClusterTellsOfTheServersThatItIsToldToShow() throws IOException {
    try (ConfiguredCluster cluster = new ConfiguredCluster()) {
      assertTells(cluster, SocketFactory.getDefault());
    }
  }

  @Test
  void aClusterTellsTheSameInsideTls(@TempDir Path folder) throws IOException {
    Authority authority = Authority.create(folder, "authority");
    Identity identity = authority.issue("config", "IP:127.0.0.1");
    try (ConfiguredCluster cluster = new ConfiguredCluster(identity.context(authority))) {
      assertTells(cluster, authority.context().getSocketFactory());
    }
  }

  private static void assertTells(ConfiguredCluster cluster, SocketFactory sockets)
      throws IOException {
    try (Socket socket = sockets.createSocket("127.0.0.1", cluster.server().port())) {
      socket.setSoTimeout(10_000);
      cluster.show(1, List.of(new Member("cache1.test", "127.0.0.1", 11211)));
      assertAnswer(socket, "CONFIG cluster 0 30\r\n1\ncache1.test|127.0.0.1|11211\n\r\nEND\r\n");
      cluster.show(12, List.of(new Member("a", "", 1), Member.of(Server.parse("127.0.0.2:11212"))));
      assertAnswer(
          socket, "CONFIG cluster 0 34\r\n12\na||1 127.0.0.2|127.0.0.2|11212\n\r\nEND\r\n");
      assertThat(cluster.questions()).isEqualTo(2);
    }
  }

  private static void assertAnswer(Socket socket, String answer) throws IOException {
    socket.getOutputStream().write("config get cluster\r\nmn\r\n".getBytes(US_ASCII));
    byte[] reply = socket.getInputStream().readNBytes(answer.length() + 4);
    assertThat(new String(reply, US_ASCII)).isEqualTo(answer + "MN\r\n");
  }
}
