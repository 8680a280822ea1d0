package dev.corral.cli.item;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cli.CorralCommand;
import dev.corral.embedded.EmbeddedServer;
import dev.corral.ring.Server;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StatsCommandTest {
  @AutoClose
  private final EmbeddedServer one = EmbeddedServer.start();

  @AutoClose
  private final EmbeddedServer two = EmbeddedServer.start();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String store, String... options) {
    List<String> arguments = new ArrayList<>(List.of("stats", "--store", store));
    arguments.addAll(List.of(options));
    return CorralCommand.run(
        InputStream.nullInputStream(), out, err, arguments.toArray(String[]::new));
  }

  private static String address(EmbeddedServer server) {
    return "127.0.0.1:" + server.address().getPort();
  }

  /** One of a server that has just gone. */
  private static String deadAddress() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "127.0.0.1:" + socket.getLocalPort();
    }
  }

  @Test
  void serversAreSideBySide() {
    assertThat(run("memcached://" + address(one) + "," + address(two), "settings"))
        .isZero();
    assertThat(out.toString(UTF_8).lines())
        .anyMatch(line -> line.matches(" +" + address(one) + "  " + address(two)))
        .anyMatch(line -> line.matches("maxconns +1024 +1024"));
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void aServerThatIsDownHidesNoOther() throws IOException {
    String dead = deadAddress();
    String store = "memcached://" + address(one) + "," + dead + "?deadline=10s";
    assertThat(run(store)).isEqualTo(1);
    assertThat(out.toString(UTF_8).lines())
        .anyMatch(line -> line.matches("answers +yes +no"))
        .anyMatch(line -> line.matches("curr_items +0 +-"));
    assertThat(err.toString(UTF_8)).startsWith("corral: stats was not sent: " + dead);

    out.reset();
    assertThat(run(store, "--json")).isEqualTo(1);
    assertThat(out.toString(UTF_8))
        .startsWith("{\"" + address(one) + "\":{")
        .contains("\"curr_items\":0,", "\"" + dead + "\":{\"fault\":\"stats was not sent");
  }

  @Test
  void whereNoneAnswersThereIsNoTable() throws IOException {
    assertThat(run("memcached://" + deadAddress())).isEqualTo(1);
    assertThat(out.toString(UTF_8)).isEmpty();
    assertThat(err.toString(UTF_8).lines()).hasSize(1);
  }

  @Test
  void oneServerCanBeChosen() {
    String store = "memcached://" + address(one) + "," + address(two);
    assertThat(run(store, "--server", address(two))).isZero();
    assertThat(out.toString(UTF_8)).contains(address(two)).doesNotContain(address(one));
    assertThat(run(store, "--server", "cache9:1")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .contains("--server cache9:1: the store has only " + address(one) + ", " + address(two));
  }

  @Test
  void whatCanBeNoGroupIsRefused() {
    assertThat(run("memcached://" + address(one), "no-group")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("but this is \"no-group\"");
  }

  @Test
  void whatIsWrongInTheUriIsToldAsItWasWritten() {
    assertThat(run("memcached://cache1?colour=red")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .startsWith("memcached://cache1?colour=…: there is no option 'colour'");
  }

  @Test
  void asManyServersAreSideBySideAsThereIsRoomFor() {
    Map<Server, ServerStats> told = new LinkedHashMap<>();
    told.put(Server.parse("a:1"), new ServerStats(Map.of("pid", "7"), Optional.empty()));
    told.put(Server.parse("b:1"), new ServerStats(Map.of("pid", "x\u0007"), Optional.empty()));
    assertThat(new StatsTable(told).text(80).lines())
        .containsExactly("     a:1    b:1", "pid    7  x\\x07");
    assertThat(new StatsTable(told).text(12).lines())
        .containsExactly("     a:1", "pid    7", "", "       b:1", "pid  x\\x07");
  }
}
