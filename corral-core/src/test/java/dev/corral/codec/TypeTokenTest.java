package dev.corral.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TypeTokenTest {
  @Test
  void aTokenKnowsItsTypeArguments() {
    TypeToken<List<String>> token = new TypeToken<>() {};

    assertThat(token.type().getTypeName()).isEqualTo("java.util.List<java.lang.String>");
    assertThat(token).hasToString("java.util.List<java.lang.String>");
  }

  @Test
  @SuppressWarnings({"rawtypes", "RawUseOfParameterized"}) // the mistake that is refused
  void aRawTokenIsRefused() {
    assertThatThrownBy(() -> new TypeToken() {})
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("new TypeToken<List<User>>() {}");
  }

  @Test
  void aTokenOfATypeVariableIsRefused() {
    assertThatThrownBy(TypeTokenTest::<String>tokenOfVariable)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("written out");
  }

  private static <T> TypeToken<T> tokenOfVariable() {
    return new TypeToken<T>() {};
  }
}
