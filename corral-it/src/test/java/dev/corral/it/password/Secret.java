package dev.corral.it.password;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;

/**
 * A password, and all forms in which a part of it could be shown: as it is, in hexadecimal digits,
 * in base64.
 */
final class Secret {
  /** How many bytes of it are no coincidence. */
  private static final int PART = 8;

  private final Set<String> plain = new HashSet<>();
  private final Set<String> hexadecimal = new HashSet<>();
  private final String password;

  private Secret(String password) {
    this.password = password;
  }

  /** Of a password of 8 ASCII characters or more. */
  static Secret of(String password) {
    Secret secret = new Secret(password);
    byte[] bytes = password.getBytes(UTF_8);
    for (int i = 0; i + PART <= bytes.length; i++) {
      byte[] part = Arrays.copyOfRange(bytes, i, i + PART);
      secret.plain.add(new String(part, UTF_8));
      secret.hexadecimal.add(HexFormat.of().formatHex(part));
      // Three bytes are four digits, so that any six of eight stand alike wherever they begin.
      for (int shift = 0; shift <= PART - 6; shift++) {
        byte[] six = Arrays.copyOfRange(part, shift, shift + 6);
        secret.plain.add(Base64.getEncoder().encodeToString(six));
      }
    }
    return secret;
  }

  String password() {
    return password;
  }

  /** In how many of its forms and parts it is in a text. */
  long hits(String text) {
    String digits = text.toLowerCase(Locale.ROOT).replaceAll("[ :,]|0x", "");
    return plain.stream().filter(text::contains).count()
        + hexadecimal.stream().filter(digits::contains).count();
  }
}
