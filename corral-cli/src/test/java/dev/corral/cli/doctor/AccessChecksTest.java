package dev.corral.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessChecksTest {
  private final TestServer cache1 = new TestServer("cache1:11211");

  @ParameterizedTest
  @ValueSource(
      strings = {"10.0.1.1", "172.16.0.9", "192.168.1.1", "169.254.0.1", "100.64.0.1", "fd00::1"})
  void clearTextInANetworkOfOnesOwnIsNoted(String address) {
    assertThat(TestCluster.with(cache1.at(address)).found())
        .containsExactly("note clear-text cache1:11211", "note no-password cache1:11211");
  }

  @ParameterizedTest
  @ValueSource(strings = {"8.8.8.8", "100.128.0.1", "2001:4860:4860::8888"})
  void clearTextOnTheInternetIsAFault(String address) {
    TestCluster cluster = TestCluster.with(cache1.at(address));
    assertThat(cluster.found())
        .containsExactly("fault clear-text cache1:11211", "fault no-password cache1:11211");
    assertThat(cluster.judged().get(0).seen())
        .isEqualTo("all data goes to it in clear text, at an address of the public internet");
  }

  @Test
  void aUnixSocketIsNobodyElses() {
    assertThat(TestCluster.of(new TestServer("unix:/run/one"), new TestServer("unix:/run/two"))
            .found())
        .isEmpty();
  }

  @Test
  void aPasswordInClearTextIsAWarning() {
    cache1.at("10.0.1.1").settings("auth_enabled_ascii", "/etc/passwords");
    TestCluster cluster = TestCluster.of(cache1, locked()).password();
    assertThat(cluster.found()).containsExactly("warning password-in-clear cache1:11211");
    assertThat(cluster.seen()).isEqualTo("the password and all data go to it in clear text");
  }

  @Test
  void aPasswordThatNobodyWantsIsAWarning() {
    TestCluster cluster = TestCluster.of(cache1, locked()).password();
    assertThat(cluster.found()).containsExactly("warning password-unused cache1:11211");
  }

  @Test
  void tlsAndAPasswordLeaveNothingToSay() {
    cache1.at("8.8.8.8").settings("auth_enabled_ascii", "/etc/passwords");
    assertThat(TestCluster.of(cache1, locked()).password().encrypted().found()).isEmpty();
  }

  @Test
  void certificatesOfClientsAreAsGoodAsAPassword() {
    cache1.at("8.8.8.8").settings("ssl_enabled", "yes").settings("ssl_verify_mode", "2");
    assertThat(TestCluster.with(cache1).encrypted().found()).isEmpty();
    assertThat(TestCluster.with(cache1.settings("ssl_verify_mode", "0"))
            .encrypted()
            .found())
        .containsExactly("fault no-password cache1:11211");
  }

  @Test
  void allInterfacesAreNotedOfALocalServer() {
    assertThat(TestCluster.with(cache1.settings("inter", "NULL")).found())
        .containsExactly("note all-interfaces cache1:11211");
    assertThat(TestCluster.with(cache1.settings("auth_enabled_ascii", "/etc/passwords"))
            .found())
        .isEmpty();
  }

  @Test
  void udpIsAWarning() {
    TestCluster cluster = TestCluster.with(cache1.settings("udpport", "11211"));
    assertThat(cluster.found()).containsExactly("warning udp cache1:11211");
    assertThat(cluster.seen()).isEqualTo("it listens to UDP, on port 11211");
  }

  @Test
  void oldTlsIsAWarning() {
    cache1.settings("ssl_min_version", "tlsv1.0");
    assertThat(TestCluster.with(cache1).found()).isEmpty();
    assertThat(
            TestCluster.with(cache1.settings("ssl_enabled", "yes")).encrypted().found())
        .containsExactly("warning old-tls cache1:11211");
    assertThat(TestCluster.with(cache1.settings("ssl_min_version", "tlsv1.2"))
            .encrypted()
            .found())
        .isEmpty();
  }

  @Test
  void aCertificateThatEndsSoonIsAWarningAndThenAFault() {
    assertThat(TestCluster.with(cache1.certificateFor(Duration.ofDays(14)))
            .encrypted()
            .found())
        .isEmpty();
    TestCluster soon =
        TestCluster.with(cache1.certificateFor(Duration.ofDays(13))).encrypted();
    assertThat(soon.found()).containsExactly("warning certificate cache1:11211");
    assertThat(soon.seen()).isEqualTo("its certificate ends in 13 days");
    assertThat(TestCluster.with(cache1.certificateFor(Duration.ofHours(30)))
            .encrypted()
            .found())
        .containsExactly("fault certificate cache1:11211");
  }

  private static TestServer locked() {
    return new TestServer("cache2:11211").settings("auth_enabled_ascii", "/etc/passwords");
  }
}
