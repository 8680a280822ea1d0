package dev.corral.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvidenceTest {
  private static Evidence evidence(int bits, int touched) {
    return new Evidence(new Generation(1), bits, touched, Optional.empty());
  }

  @ParameterizedTest
  @CsvSource({
    // bits, touched bits, fill, quality, namespaces
    "640,   0, 0.000, 1.0000,    0.0",
    "640,   2, 0.003, 1.0000,    1.0",
    "640, 172, 0.269, 0.9278,  100.0",
    "640, 453, 0.708, 0.4990,  393.3",
    "  8,   4, 0.500, 0.7500,    2.6",
  })
  void itTellsHowFullItIsAndHowWellItSparesLookUps(
      int bits, int touched, double fill, double quality, double namespaces) {
    Evidence evidence = evidence(bits, touched);
    assertThat(evidence.fill()).isCloseTo(fill, within(0.001));
    assertThat(evidence.quality()).isCloseTo(quality, within(0.0005));
    assertThat(evidence.touchedNamespaces()).isCloseTo(namespaces, within(0.5));
  }

  @Test
  void whenAllBitsAreSetItSparesNothing() {
    assertThat(evidence(640, 640).quality()).isZero();
    assertThat(evidence(640, 640).touchedNamespaces()).isInfinite().isPositive();
  }

  @Test
  void whenItIsOffItSparesNothingEither() {
    assertThat(evidence(0, 0).fill()).isEqualTo(1);
    assertThat(evidence(0, 0).quality()).isZero();
    assertThat(evidence(0, 0).touchedNamespaces()).isInfinite();
  }
}
