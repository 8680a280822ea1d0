package dev.corral.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NamespaceOptionsTest {
  private final NamespaceOptions usual = new NamespaceOptions();

  private static Arguments arguments(String message, UnaryOperator<NamespaceOptions> change) {
    return Arguments.of(message, change);
  }

  @Test
  void theDefaultsAreThoseOfTheSource() {
    assertThat(usual.validated()).isSameAs(usual);
    assertThat(usual.prefix()).isEqualTo("___");
    assertThat(usual.hasEvidence()).isTrue();
    assertThat(usual.bytes()).isEqualTo(80);
    assertThat(usual.rollingPeriod()).isEqualTo(Duration.ofMinutes(3));
    assertThat(usual.isRelaxed()).isFalse();
    assertThat(usual.trusts(0)).isFalse();
  }

  @Test
  void aChangeLeavesTheOthersAsTheyAre() {
    NamespaceOptions changed =
        usual.prefix("p").evidenceBytes(8).rollingPeriod(Duration.ofSeconds(1));
    assertThat(changed.prefix()).isEqualTo("p");
    assertThat(changed.bytes()).isEqualTo(8);
    assertThat(changed.rollingPeriod()).isEqualTo(Duration.ofSeconds(1));
    assertThat(usual.prefix()).isEqualTo("___");
    assertThat(changed.evidence(false).bytes()).isZero();
    assertThat(changed.evidence(false).hasEvidence()).isFalse();
    assertThat(changed.bytes()).isEqualTo(8);
  }

  static Stream<Arguments> outOfRange() {
    return Stream.of(
        arguments("prefix must have 1 to 50 bytes, but has 0", o -> o.prefix("")),
        arguments("prefix must have 1 to 50 bytes, but has 52", o -> o.prefix("ü".repeat(26))),
        arguments("evidenceBytes must be 1 to 8192, but is 0", o -> o.evidenceBytes(0)),
        arguments("evidenceBytes must be 1 to 8192, but is 8193", o -> o.evidenceBytes(8193)),
        arguments(
            "resetWhenMuddled must be from 0 to 1, but is -0.1", o -> o.resetWhenMuddled(-0.1)),
        arguments("resetWhenMuddled must be from 0 to 1, but is 1.5", o -> o.resetWhenMuddled(1.5)),
        arguments(
            "resetWhenMuddled must be from 0 to 1, but is NaN",
            o -> o.resetWhenMuddled(Double.NaN)),
        arguments(
            "rollingPeriod must be 1 ms to 7 days, but is PT0S",
            o -> o.rollingPeriod(Duration.ZERO)),
        arguments(
            "rollingPeriod must be 1 ms to 7 days, but is PT168H0.000000001S",
            o -> o.rollingPeriod(Duration.ofDays(7).plusNanos(1))),
        arguments(
            "relaxed must be 0 to 7 days, but is PT-1S", o -> o.relaxed(Duration.ofSeconds(-1))),
        arguments(
            "relaxed must be 0 to 7 days, but is PT192H", o -> o.relaxed(Duration.ofDays(8))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("outOfRange")
  void whatIsOutOfRangeIsNamed(String message, UnaryOperator<NamespaceOptions> change) {
    assertThatThrownBy(() -> change.apply(usual).validated())
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("the namespaces' options: " + message);
  }

  @Test
  void allThatIsWrongIsToldAtOnce() {
    assertThatThrownBy(() -> usual
            .prefix("")
            .evidenceBytes(-1)
            .resetWhenMuddled(2)
            .rollingPeriod(Duration.ZERO)
            .relaxed(Duration.ofDays(8))
            .validated())
        .hasMessage("the namespaces' options: prefix must have 1 to 50 bytes, but has 0; "
            + "evidenceBytes must be 1 to 8192, but is -1; "
            + "resetWhenMuddled must be from 0 to 1, but is 2.0; "
            + "rollingPeriod must be 1 ms to 7 days, but is PT0S; "
            + "relaxed must be 0 to 7 days, but is PT192H");
  }

  @Test
  void theLimitsThemselvesAreInRange() {
    NamespaceOptions least = usual
        .prefix("p")
        .evidenceBytes(1)
        .resetWhenMuddled(0)
        .rollingPeriod(Duration.ofMillis(1))
        .relaxed(Duration.ZERO);
    NamespaceOptions most = usual
        .prefix("p".repeat(50))
        .evidenceBytes(8192)
        .resetWhenMuddled(1)
        .rollingPeriod(Duration.ofDays(7))
        .relaxed(Duration.ofDays(7));
    assertThat(least.validated()).isSameAs(least);
    assertThat(most.validated()).isSameAs(most);
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller gives that does not know of null-marked packages
  void nullIsRefusedAtOnce() {
    assertThatIllegalArgumentException().isThrownBy(() -> usual.prefix(null));
    assertThatIllegalArgumentException().isThrownBy(() -> usual.rollingPeriod(null));
    assertThatIllegalArgumentException().isThrownBy(() -> usual.relaxed(null));
  }

  @Test
  void whatIsRelaxedTrustsWhatIsNotOlderThanItMayBe() {
    NamespaceOptions relaxed = usual.relaxed(Duration.ofNanos(10));
    assertThat(relaxed.isRelaxed()).isTrue();
    assertThat(relaxed.trusts(10)).isTrue();
    assertThat(relaxed.trusts(11)).isFalse();
  }

  @Test
  void evidenceIsMuddledWhenItsQualityIsLessThanItMayBe() {
    Filter half = filter(0xff, 0x00); // quality 0.75
    Filter most = filter(0xff, 0x3f); // quality 0.23
    assertThat(usual.isMuddled(half)).isFalse();
    assertThat(usual.isMuddled(most)).isTrue();
    assertThat(usual.resetWhenMuddled(0.76).isMuddled(half)).isTrue();
    assertThat(usual.resetWhenMuddled(0.75).isMuddled(half)).isFalse();
    assertThat(usual.resetWhenMuddled(0).isMuddled(filter(0xff, 0xff))).isFalse();
    assertThat(usual.resetWhenMuddled(1).isMuddled(filter(0, 0))).isFalse();
    assertThat(usual.evidence(false).isMuddled(Filter.empty(0))).isFalse();
    assertThat(List.of(usual.evidence(false).resetWhenMuddled(1)))
        .noneMatch(off -> off.isMuddled(Filter.empty(0)));
  }

  private static Filter filter(int first, int second) {
    return Filter.of(new byte[] {(byte) first, (byte) second});
  }
}
