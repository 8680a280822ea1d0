package dev.corral.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LookupTest {
  static Object[] valuesThatLookLikeNothing() {
    return new Object[] {"", 0L, false, Present.PRESENT};
  }

  @ParameterizedTest
  @MethodSource("valuesThatLookLikeNothing")
  void anEmptyValueIsFoundAsItself(Object value) {
    Lookup<Object> lookup = Lookup.found(value);

    assertThat(lookup.isFound()).isTrue();
    assertThat(lookup.orElse("other")).isEqualTo(value);
    assertThat(lookup.orNull()).isEqualTo(value);
    assertThat(lookup.toOptional()).contains(value);
    assertThat(lookup).isEqualTo(Lookup.found(value)).isNotEqualTo(Lookup.absent());
  }

  @Test
  void absenceIsATypeOfItsOwn() {
    Lookup<Object> lookup = Lookup.absent();

    assertThat(lookup).isInstanceOf(Lookup.Absent.class).isEqualTo(new Lookup.Absent<>());
    assertThat(lookup.isFound()).isFalse();
    assertThat(lookup.orElse("other")).isEqualTo("other");
    assertThat(lookup.orNull()).isNull();
    assertThat(lookup.toOptional()).isEmpty();
  }

  @Test
  @SuppressWarnings("NullAway") // what callers without null checks do
  void nullIsNotFound() {
    assertThatThrownBy(() -> Lookup.found(null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("value must not be null");
  }
}
