package dev.corral.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyPrefixTest {
  private static final KeyPrefix USERS = KeyPrefix.of("app", "user");

  @Test
  void aPrefixChangesTheCostOfAKeyNeverTheKey() {
    assertThat(USERS.key(12543))
        .isEqualTo(Key.of("app", "user", 12543))
        .hasToString("app:user:#DD_");
    assertThat(USERS.key("a", "")).isEqualTo(Key.of("app", "user", "a", ""));
    assertThat(USERS.encode(Keys.longs(), 12543L)).isEqualTo(Key.of("app", "user", 12543));
    assertThat(KeyPrefix.NONE.key("a")).isEqualTo(Key.of("a"));
    assertThat(KeyPrefix.NONE.encode(Keys.strings(), "")).isEqualTo(Key.of(""));
  }

  @Test
  void aPrefixCanBeMadeLonger() {
    assertThat(KeyPrefix.of("app").with("user").key(1)).isEqualTo(USERS.key(1));
    assertThat(KeyPrefix.NONE.with("app", "user").key(1)).isEqualTo(USERS.key(1));
    assertThat(USERS.with(7, "")).hasToString("app:user:#H:%-");
    assertThat(USERS).hasToString("app:user");
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 246, 247, 248, 249, 250, 251, 256, 257, 1_000})
  void aPrefixMayHaveAnyLength(int length) {
    String word = "x".repeat(length);

    assertThat(KeyPrefix.of(word).key("ab")).isEqualTo(Key.of(word, "ab"));
    assertThat(KeyPrefix.of(word).with("a").key("b")).isEqualTo(Key.of(word, "a", "b"));
  }

  @Test
  void anEncoderMayMakeOtherKeysMeanwhile() {
    KeyEncoder<String> nosy = (key, out) -> {
      out.string(key);
      out.string(USERS
          .encode((inner, deeper) -> deeper.string(Key.of(inner, "deep").toString()), key)
          .toString());
    };

    assertThat(USERS.encode(nosy, "a")).isEqualTo(Key.of("app", "user", "a", "app:user:a%3Adeep"));
  }

  @Test
  void anEncoderThatFailsLeavesNothingBehind() {
    KeyEncoder<String> failing = (key, out) -> {
      out.string("left behind");
      throw new UnsupportedOperationException("no " + key);
    };

    assertThatThrownBy(() -> USERS.encode(failing, "a"))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("no a");
    assertThat(USERS.key(1)).hasToString("app:user:#B");
  }

  @Test
  void anEncoderThatWritesNothingIsRefused() {
    KeyEncoder<String> silent = new KeyEncoder<>() {
      @Override
      public void encode(String key, KeyWriter out) {}
    };

    assertThatIllegalStateException()
        .isThrownBy(() -> USERS.encode(silent, "a"))
        .withMessage(silent.getClass().getName() + " wrote no segment for a java.lang.String");
    assertThatIllegalStateException().isThrownBy(() -> KeyPrefix.NONE.encode(silent, "a"));
  }

  @Test
  void aWriterIsOfNoUseOnceItsKeyIsMade() {
    List<KeyWriter> kept = new ArrayList<>();
    Key unused = USERS.encode((key, out) -> kept.add(out.string(key)), "a");

    assertThatIllegalStateException()
        .isThrownBy(() -> kept.get(0).string("late"))
        .withMessage("a KeyWriter can only be used until encode returns");
    assertThat(unused).hasToString("app:user:a");
  }

  @Test
  @SuppressWarnings("NullAway") // what callers without a checker may pass
  void nullIsRefusedByItsName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> USERS.encode(Keys.strings(), null))
        .withMessage("key must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> USERS.encode((key, out) -> out.string(null), "a"))
        .withMessage("string segment must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> USERS.encode((key, out) -> out.uuid(null), "a"))
        .withMessage("UUID segment must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyPrefix.of((Object[]) null))
        .withMessage("segments must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(KeyPrefix::of)
        .withMessage("a key needs at least one segment");
  }
}
