package dev.corral.memcached.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerVersionTest {
  @ParameterizedTest
  @CsvSource({
    "1.6.18, 1.6.18",
    "1.6.9_10_gabc, 1.6.9",
    "1.6.24-rc1, 1.6.24",
    "1.6.40_beta, 1.6.40",
    "1.6.21 (custom), 1.6.21",
    "'1.6.18 ', 1.6.18",
    "2.0.0, 2.0.0",
  })
  void whateverFollowsTheThreeNumbersIsLeftOut(String said, String version) {
    assertThat(ServerVersion.parse(said)).hasToString(version);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "UNKNOWN",
        "1.6",
        "1.6.",
        "v1.6.18",
        "1.6.x",
        "1.6.18.2",
        "-1.6.18",
        "1.6.9999999999"
      })
  void whatIsNoVersionIsNamed(String said) {
    assertThatThrownBy(() -> ServerVersion.parse(said))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("\"" + said + "\" is not a version: expected three numbers, such as 1.6.18");
  }

  @ParameterizedTest
  @CsvSource({"-1,0,0", "0,-1,0", "0,0,-1"})
  void noNumberIsNegative(int major, int minor, int patch) {
    assertThatThrownBy(() -> new ServerVersion(major, minor, patch))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(major + "." + minor + "." + patch);
  }

  @Test
  void versionsAreOrderedByNumberNotByText() {
    assertThat(ServerVersion.parse("1.6.9"))
        .isLessThan(ServerVersion.parse("1.6.18"))
        .isLessThan(ServerVersion.parse("1.10.0"))
        .isLessThan(ServerVersion.parse("10.0.0"));
    assertThat(ServerVersion.LEAST).isLessThan(ServerVersion.ADVISED);
  }

  @Test
  void aVersionIsAtLeastItself() {
    ServerVersion version = ServerVersion.parse("1.6.18");

    assertThat(version.isAtLeast(new ServerVersion(1, 6, 18))).isTrue();
    assertThat(version.isAtLeast(new ServerVersion(1, 6, 17))).isTrue();
    assertThat(version.isAtLeast(new ServerVersion(1, 5, 22))).isTrue();
    assertThat(version.isAtLeast(new ServerVersion(1, 6, 19))).isFalse();
    assertThat(version.isAtLeast(new ServerVersion(2, 0, 0))).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void aServerHasACapabilityFromItsVersionOn(Capability capability) {
    ServerVersion since = capability.since();

    assertThat(capability.of(since)).isTrue();
    assertThat(capability.of(new ServerVersion(1, 7, 0))).isTrue();
    assertThat(capability.of(new ServerVersion(1, 6, since.patch() - 1))).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void theServerThatIgnoresFlagsIsTrustedWithNoneOfThem(Capability capability) {
    assertThat(capability.of(ServerVersion.parse("1.6.18"))).isFalse();
  }
}
