package dev.corral.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DashboardOptionsTest {
  private static final String TOKEN = "0123456789abcdef";

  private final DashboardOptions options = new DashboardOptions();

  @Test
  void unlessToldOtherwiseOnlyThisMachineMayLookAndNeedsNoToken() {
    assertThat(options.validated().place().getAddress().isLoopbackAddress()).isTrue();
    assertThat(options.place().getPort()).isEqualTo(7070);
    assertThat(options.token()).isEmpty();
    assertThat(options.namespaces()).isEmpty();
  }

  @Test
  void aChangeLeavesTheOptionsAsTheyWere() {
    assertThat(
            options.port(1).token(TOKEN).listenOn("0.0.0.0").validated().place().getPort())
        .isEqualTo(1);
    assertThat(options.place().getPort()).isEqualTo(7070);
    assertThat(options.token()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
  void whatOtherMachinesReachNeedsAToken(String address) {
    DashboardOptions open = options.listenOn(address);
    assertThatThrownBy(open::validated)
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("the dashboard's options: other machines reach " + address
            + ", so a token is needed: give one, or listen on 127.0.0.1");
    assertThat(open.token(TOKEN).validated().token()).contains(TOKEN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.0.0.2", "::1", "localhost"})
  void whatOnlyThisMachineReachesNeedsNone(String address) {
    assertThat(options.listenOn(address).validated().place().isUnresolved()).isFalse();
  }

  @Test
  void whatIsListenedOnIsTheAddressThatWasFoundToBeThisMachines() {
    assertThat(options.listenOn("localhost").validated().place().getHostString())
        .isIn("127.0.0.1", "0:0:0:0:0:0:0:1");
  }

  @Test
  void allThatMakesNoSenseIsNamedAtOnce() {
    assertThatThrownBy(
            () -> options.port(65_536).listenOn(" ").token("päss word").validated())
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("the dashboard's options: port must be 0 to 65535, but is 65536;"
            + " listenOn must be an address of this machine, but ' ' is none;"
            + " token must have at least 16 characters, but has 9;"
            + " token must be of ASCII and without spaces");
    assertThatThrownBy(() -> options.port(-1).validated()).hasMessageContaining("but is -1");
    assertThatThrownBy(() -> options.listenOn("no.such.invalid").validated())
        .hasMessageContaining("'no.such.invalid' is none");
  }

  @Test
  void aTokenIsNeverRepeated() {
    assertThatThrownBy(() -> options.token("0123456789 abcdef").validated())
        .message()
        .doesNotContain("0123");
  }
}
