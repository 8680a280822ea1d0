package dev.corral.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerTest {
  @ParameterizedTest
  @CsvSource({
    "cache1.example:22122, cache1.example, 22122, cache1.example:22122",
    "cache1, cache1, 11211, cache1:11211",
    "10.0.0.1:1, 10.0.0.1, 1, 10.0.0.1:1",
    "my_host-2:65535, my_host-2, 65535, my_host-2:65535",
    "[::1]:11212, ::1, 11212, [::1]:11212",
    "[2001:db8::7], 2001:db8::7, 11211, [2001:db8::7]:11211",
    "[fe80::1%eth0]:11211, fe80::1%eth0, 11211, [fe80::1%eth0]:11211",
    "unix:11212, unix, 11212, unix:11212",
    "cache1.example.:1, cache1.example., 1, cache1.example.:1",
    "4.3.2:1, 4.3.2, 1, 4.3.2:1",
    "[::ffff:10.0.0.1]:11211, ::ffff:10.0.0.1, 11211, [::ffff:10.0.0.1]:11211",
  })
  void anAddressIsAHostAndAPort(String text, String host, int port, String address) {
    Server server = Server.parse(text);

    assertThat(server.host()).isEqualTo(host);
    assertThat(server.port()).isEqualTo(port);
    assertThat(server.address()).isEqualTo(address).hasToString(server.toString());
    assertThat(server.name()).isEqualTo(text);
    assertThat(server.weight()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":11211",
        "a b:11211",
        "::1",
        "::1:11211",
        "a:b:c",
        "[]:11211",
        "[::1",
        "[::1]11211",
        "[cache1]:11211",
        "[:::::]:1",
        "[1:2]:1",
        "[fe80::1%]:1",
        "[fe80::1%a b]:1",
        "...",
        "-",
        "a..b",
        "-a:1",
        "a-:1",
        "10.0.0.256",
        "10.0.0.01:1",
        "unix:",
        "unix:/",
        "unix:run/a.sock",
        "unix:/a b",
        "unix:/a,b",
        "unix:/a#b",
        "unix:/a\u0000b",
        "a/b:11211",
        "a,b",
        "caché:11211",
        "a\r\nflush_all:1",
      })
  void whatIsNoAddressIsRefusedByName(String text) {
    assertThatThrownBy(() -> Server.parse(text))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("bad address \"" + text + "\": ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "65536", "-1", "+1", "1x", "99999999999", "４"})
  void aPortIsANumberFrom1To65535(String port) {
    assertThatThrownBy(() -> Server.parse("cache1:" + port))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("bad address \"cache1:" + port + "\": the port must be 1 to 65535, but is \""
            + port + "\"");
  }

  @Test
  void aUnixSocketIsAPathInsteadOfAHostAndAPort() {
    Server server = Server.parse("unix:/run/Memcached-1.sock").withWeight(3);

    assertThat(server.isUnixSocket()).isTrue();
    assertThat(server.path()).isEqualTo("/run/Memcached-1.sock");
    assertThat(server.address()).isEqualTo("unix:/run/Memcached-1.sock");
    assertThat(server.name()).isEqualTo("unix:/run/Memcached-1.sock");
    assertThatThrownBy(server::host)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("unix:/run/Memcached-1.sock has a unix socket's path, not a host");
    assertThatThrownBy(server::port)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("unix:/run/Memcached-1.sock has a unix socket's path, not a port");
  }

  @Test
  void aHostHasNoPath() {
    Server server = Server.parse("unix:11211");

    assertThat(server.isUnixSocket()).isFalse();
    assertThatThrownBy(server::path)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("unix:11211 has a host and port, not a unix socket's path");
  }

  @Test
  void aGivenNameReplacesTheAddressAsName() {
    Server server = Server.parse("10.0.0.1").withName("cache-a").withWeight(7);

    assertThat(server.name()).isEqualTo("cache-a");
    assertThat(server.weight()).isEqualTo(7);
    assertThat(server).hasToString("cache-a (10.0.0.1:11211)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a\tb", "a,b", "a#b"})
  void aNameIsOneWord(String name) {
    assertThatThrownBy(() -> Server.parse("10.0.0.1").withName(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("but is \"" + name + "\"");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  void aWeightIsAtLeastOne(int weight) {
    assertThatThrownBy(() -> Server.parse("10.0.0.1").withWeight(weight))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("weight must be at least 1, but is " + weight);
  }

  @Test
  void serversAreEqualIfEverythingAboutThemIs() {
    Server server = Server.parse("a:1");

    assertThat(Server.parse("a:1")).isEqualTo(server).hasSameHashCodeAs(server);
    assertThat(server)
        .isNotEqualTo(Server.parse("a:2"))
        .isNotEqualTo(Server.parse("b:1"))
        .isNotEqualTo(server.withWeight(2))
        .isNotEqualTo(server.withName("a:1"))
        .isNotEqualTo("a:1");
    assertThat(Server.parse("a")).isNotEqualTo(Server.parse("a:11211"));
  }

  @Test
  void twoWaysToWriteOneAddressAreOneServer() {
    assertThat(Server.parse("CACHE1").isAt(Server.parse("cache1:11211").withWeight(3)))
        .isTrue();
    assertThat(Server.parse("[::1]:1").isAt(Server.parse("[0:0::1]:1"))).isTrue();
    assertThat(Server.parse("cache1:1").isAt(Server.parse("cache1:2"))).isFalse();
    assertThat(Server.parse("unix:/a").isAt(Server.parse("unix:/b"))).isFalse();
  }
}
