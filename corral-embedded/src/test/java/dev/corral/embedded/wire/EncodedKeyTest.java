package dev.corral.embedded.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EncodedKeyTest {
  @ParameterizedTest
  @CsvSource({
    "Zg==,f",
    "Zm8=,fo",
    "Zm9v,foo",
    "Zm9vYg==,foob",
    "Pz8/,???",
    "4pyT,\u00e2\u009c\u0093"
  })
  void itIsDecodedAndEncoded(String encoded, String key) {
    assertThat(decoded(encoded)).isEqualTo(key);
    assertThat(new String(EncodedKey.encode(key.getBytes(ISO_8859_1)), ISO_8859_1))
        .isEqualTo(encoded);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Z.m-9_v", "\tZm9v", "Zm9v\u00ff", "Zm9v!!!"})
  void whatIsNoDigitIsPassedOver(String encoded) {
    assertThat(decoded(encoded)).isEqualTo("foo");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a", "ab", "abc", "Zm9vY", "Zm9v=", "!!!!", "====", "Zm9v====", "a===", "Zg="})
  void whatDoesNotFillBlocksIsNoKey(String encoded) {
    assertThat(decoded(encoded)).isNull();
  }

  @Test
  void theBlockWithThePaddingIsTheLast() {
    assertThat(decoded("Zg==Zm9v")).isEqualTo("f");
    assertThat(decoded("Zm9vZg==Zm9v")).isEqualTo("foof");
  }

  @Test
  void aPaddingAmidABlockCountsAsOneAtItsEnd() {
    assertThat(decoded("Zm9vZg=a")).isEqualTo("foof\0");
    assertThat(decoded("=AAA")).isEqualTo("\0\0");
    assertThat(decoded("AAAA=AAA")).isEqualTo("\0".repeat(5));
  }

  @Test
  void anyBytesAreAKey() {
    byte[] all = new byte[256];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    assertThat(EncodedKey.decode(EncodedKey.encode(all))).isEqualTo(all);
  }

  private static @Nullable String decoded(String encoded) {
    byte[] key = EncodedKey.decode(encoded.getBytes(ISO_8859_1));
    return key == null ? null : new String(key, ISO_8859_1);
  }
}
