package dev.corral.memcached.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import dev.corral.memcached.connection.LocalServers;
import dev.corral.memcached.connection.LocalTransport;
import dev.corral.memcached.connection.Node;
import dev.corral.memcached.connection.Settings;
import dev.corral.memcached.security.Protection;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import dev.corral.time.Ticker;
import java.net.InetAddress;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterFinderTest {
  private static final Server ENDPOINT = Server.parse("config:11211");
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

  private final LocalServers servers = LocalServers.start("config:11211");
  private final LocalTransport transport = servers.transport();
  private final ClusterFinder finder =
      new ClusterFinder(ENDPOINT, new Node(ENDPOINT, settings(), transport), PATIENCE);

  private static Settings settings() {
    return new Settings(
        1,
        PATIENCE,
        1000,
        1 << 20,
        false,
        PATIENCE,
        1,
        1,
        0,
        0,
        0,
        PATIENCE,
        Runnable::run,
        event -> {},
        host -> new InetAddress[0],
        Protection.NONE,
        new Random(1),
        Ticker.system());
  }

  @AfterEach
  void close() {
    finder.close();
    transport.close();
    servers.close();
  }

  /** What is found when the endpoint tells some text. */
  private ServerList find(String told) {
    servers
        .at("config:11211")
        .answerNext("config", "CONFIG cluster 0 " + told.length() + "\r\n" + told + "\r\nEND");
    return finder.find();
  }

  private void assertUnreadable(String told, String shown) {
    assertThatThrownBy(() -> find(told))
        .isInstanceOf(RejectedException.class)
        .hasMessage("config:11211 told no list of servers: " + shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "12\na|10.0.0.1|1 b|10.0.0.2|2\n",
        "12\nb|10.0.0.2|2 a|10.0.0.1|1\n",
        "12\r\na|10.0.0.1|1 b|10.0.0.2|2\r\n\r\n",
        "12\na|10.0.0.1|1 b|10.0.0.2|2",
        " 12 \n  a||1   b||2  \n",
      })
  void serversAreFoundByTheirNamesInOneOrder(String told) {
    assertThat(find(told)).isEqualTo(ServerList.parseAddresses("a:1,b:2"));
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', textBlock = """
      |10.0.0.1|1          ; 10.0.0.1:1
      10.0.0.1|10.0.0.1|1  ; 10.0.0.1:1
      |2001:db8::1|1       ; [2001:db8::1]:1
      ::1||1               ; [::1]:1
      a.b.example.||1      ; a.b.example.:1
      """)
  void aServerWithoutANameIsFoundByItsAddress(String told, String address) {
    assertThat(find("1\n" + told)).isEqualTo(ServerList.parseAddresses(address));
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', textBlock = """
      ''               ; ''
      12               ; 12
      a|b|1            ; a|b|1
      -1~a|b|1         ; -1?a|b|1
      x~a|b|1          ; x?a|b|1
      1234567890123456789~a|b|1 ; 1234567890123456789?a|b|1
      1~a|b|1~c|d|2    ; 1?a|b|1?c|d|2
      1~a|1            ; a|1
      1~a|b|1|2        ; a|b|1|2
      1~a,b            ; a,b
      """)
  void aTextThatIsNoListIsRejected(String told, String shown) {
    assertUnreadable(told.replace('~', '\n'), shown);
  }

  @Test
  void anEndpointThatHasNothingToTellIsRejected() {
    servers.at("config:11211").answerNext("config", "END");

    assertThatThrownBy(finder::find)
        .isInstanceOf(RejectedException.class)
        .hasMessage("config:11211 told no list of servers: ");
  }

  @Test
  void ofALongTextOnlyTheBeginningIsRepeated() {
    assertUnreadable("x".repeat(81), "x".repeat(80) + "…");
    assertUnreadable("x".repeat(80), "x".repeat(80));
    assertUnreadable("1\n" + "y".repeat(500), "y".repeat(80) + "…");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a|b|0", "a|b|x", "||1", "a/b||1", "[::1]||1", "ldap://a|b|1"})
  void aServerThatIsNoneIsRejected(String told) {
    assertUnreadable("1\n" + told, told);
  }

  @Test
  void aServerThatIsNoneIsRepeatedPrintableAndShort() {
    assertUnreadable("1\na||1 \u001b[31m||1", "?[31m||1");
    assertUnreadable("1\n" + "/".repeat(500) + "||1", "/".repeat(80) + "…");
  }

  @Test
  void aServerThatIsToldTwiceIsRejected() {
    assertUnreadable("1\na|b|1 a|c|1", "a|b|1 a|c|1");
  }

  @Test
  void anOlderListIsNotBelievedUnlessItIsInsistedOn() {
    assertThat(find("12\na||1")).isEqualTo(ServerList.parseAddresses("a:1"));

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> find("11\nb||1"))
          .isInstanceOf(UnavailableException.class)
          .hasMessage("config:11211 told of its cluster as it was: number 11, after number 12");
    }
    assertThat(find("11\nb||1")).isEqualTo(ServerList.parseAddresses("b:1"));
    assertThat(find("11\nb||1")).as("now that is known").isNotNull();
  }

  @Test
  void onlyInARowAnOlderListIsInsistedOn() {
    assertThat(find("12\na||1")).isNotNull();
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> find("11\nb||1")).isInstanceOf(UnavailableException.class);
      assertThatThrownBy(() -> find("3\nb||1")).isInstanceOf(UnavailableException.class);
      assertThat(find("12\na||1")).isEqualTo(ServerList.parseAddresses("a:1"));
    }
  }

  @Test
  void aListThatCannotBeReadSaysNothingOfItsNumber() {
    assertThatThrownBy(() -> find("99\na|b")).isInstanceOf(RejectedException.class);

    assertThat(find("12\na||1")).isEqualTo(ServerList.parseAddresses("a:1"));
  }

  @Test
  void aServerThatKnowsNoClusterIsNamed() {
    servers.at("config:11211").answerNext("config", "ERROR");

    assertThatThrownBy(finder::find)
        .isInstanceOf(RejectedException.class)
        .hasMessageStartingWith("config get cluster on config:11211 failed after ")
        .hasMessageEndingWith(" ms: it does not know 'config get cluster': ERROR");
    assertThat(find("1\na||1")).as("by the same connection").isNotNull();
    assertThat(servers.at("config:11211").accepted()).isOne();
  }

  @Test
  void anEndpointThatIsNotThereIsUnavailable() {
    Server nowhere = Server.parse("nowhere:1");
    ClusterFinder lost =
        new ClusterFinder(nowhere, new Node(nowhere, settings(), transport), PATIENCE);

    assertThatThrownBy(lost::find)
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("nowhere:1");
    lost.close();
  }

  @Test
  void onceClosedItFindsNothing() {
    finder.close();

    assertThatThrownBy(finder::find)
        .isInstanceOf(UnavailableException.class)
        .hasMessage("the discovery of config:11211 is closed");
  }
}
