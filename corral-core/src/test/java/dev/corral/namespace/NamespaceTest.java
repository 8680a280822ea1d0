package dev.corral.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.corral.future.Answers;
import dev.corral.namespace.NamespaceRig.Member;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamespaceTest {
  private final NamespaceRig rig = new NamespaceRig();
  private final Member member = rig.process();
  private final Namespaces namespaces = member.namespaces();
  private final Namespace user = namespaces.namespace("userId", 12543);

  @Test
  void itIsNamedByFieldAndValue() {
    assertThat(user.field()).isEqualTo("userId");
    assertThat(user.value()).isEqualTo("12543");
    assertThat(user.name()).isEqualTo("userId=12543");
    assertThat(user).hasToString("userId=12543");
    assertThat(member.wire.sent()).isEmpty();
  }

  @Test
  void itsHashesAreAlwaysTheSameForWhatIsStoredDependsOnThem() {
    assertThat(user.key()).hasToString("___counter:userId:12543");
    assertThat(user.hash()).isEqualTo(0x34f071f33c9f70d3L);
    assertThat(user.fraction()).isEqualTo(0.9841103692077896);
  }

  static Stream<Arguments> values() {
    UUID uuid = UUID.fromString("0a1b2c3d-0000-4000-8000-000000000001");
    return Stream.of(
        Arguments.of("a b=c", "a b=c"),
        Arguments.of("", ""),
        Arguments.of((byte) -1, "-1"),
        Arguments.of((short) 300, "300"),
        Arguments.of(7, "7"),
        Arguments.of(Long.MIN_VALUE, "-9223372036854775808"),
        Arguments.of(uuid, "0a1b2c3d-0000-4000-8000-000000000001"),
        Arguments.of(TimeUnit.SECONDS, "SECONDS"));
  }

  @ParameterizedTest
  @MethodSource("values")
  void itsValueIsAText(Object value, String text) {
    Namespace namespace = namespaces.namespace("field", value);
    assertThat(namespace.value()).isEqualTo(text);
    assertThat(namespace).isEqualTo(namespaces.namespace("field", text));
  }

  static Stream<Object> otherValues() {
    return Stream.of(1.5, 'c', true, BigInteger.ONE, new byte[1], Arrays.asList(1, 2));
  }

  @ParameterizedTest
  @MethodSource("otherValues")
  void otherValuesAreRefused(Object value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> namespaces.namespace("field", value))
        .withMessage("value must be a string, a whole number from byte to long, a UUID or an enum,"
            + " but is a " + value.getClass().getName());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "=", "a=b"})
  void aFieldIsANameWithoutAnEqualsSign(String field) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> namespaces.namespace(field, 1))
        .withMessage("field must be a name without '=', but is '" + field + "'");
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller gives that does not know of null-marked packages
  void nullIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> namespaces.namespace(null, 1))
        .withMessage("field must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> namespaces.namespace("field", null))
        .withMessage("value must not be null");
  }

  @Test
  void twoOfTheSameNameAreTheSame() {
    Namespace same = namespaces.namespace("userId", "12543");
    assertThat(same).isEqualTo(user).hasSameHashCodeAs(user);
    assertThat(namespaces.namespace("userId", 12544)).isNotEqualTo(user);
    assertThat(namespaces.namespace("prodId", 12543)).isNotEqualTo(user);
    assertThat(member.namespaces().namespace("userId", 12543)).isNotEqualTo(user);
    assertThat(user).isNotEqualTo("userId=12543");
  }

  @Test
  void fieldsAndValuesThatLookAlikeTogetherAreApart() {
    assertThat(namespaces.namespace("a", "b:c").key())
        .isNotEqualTo(namespaces.namespace("a:b", "c").key());
  }

  @Test
  void theyMoveEvenlyOverAFlushAndWhateverTheirBits() {
    double[] fractions = IntStream.range(0, 10_000)
        .mapToDouble(i -> member.user(i).fraction())
        .sorted()
        .toArray();
    assertThat(fractions[0]).isNotNegative();
    assertThat(fractions[9_999]).isLessThan(1);
    for (int i = 0; i < 10; i++) {
      assertThat(fractions[i * 1000 + 500]).isCloseTo(i / 10.0 + 0.05, within(0.02));
    }
    double ofOneBit = IntStream.range(0, 10_000)
        .mapToObj(member::user)
        .filter(each -> (each.hash() >>> 32) % 2 == 0)
        .mapToDouble(Namespace::fraction)
        .average()
        .orElseThrow();
    assertThat(ofOneBit).isCloseTo(0.5, within(0.02));
  }

  @Test
  void itsGenerationIsAnotherWheneverItIsInvalidated() {
    Generation before = user.generation();
    assertThat(user.generation()).isEqualTo(before);
    user.invalidate();
    assertThat(user.generation()).isGreaterThan(before);
    assertThat(rig.process().namespaces().namespace("userId", 12543).generation())
        .isEqualTo(user.generation());
  }

  @Test
  void itIsAScopeWhoseStampChangesWithIt() {
    long before = Answers.join(user.read(true)).value();
    assertThat(Answers.join(user.read(false)).value()).isEqualTo(before);
    user.invalidate();
    assertThat(Answers.join(user.read(true)).accepts(before)).isFalse();
    assertThat(user.source()).isSameAs(namespaces.namespace("prodID", 1).source());
  }
}
