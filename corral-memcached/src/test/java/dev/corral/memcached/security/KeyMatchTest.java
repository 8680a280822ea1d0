package dev.corral.memcached.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyMatchTest {
  private static byte[] certificate(String name) throws IOException {
    return Files.readAllBytes(Certificates.certificate(name));
  }

  private static byte[] key(String name) throws IOException {
    return Files.readAllBytes(Certificates.key(name));
  }

  private static String text(byte[] pem) {
    return new String(pem, UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"server", "caller", "rsa", "ed25519"})
  void aCertificateHasItsOwnKey(String name) throws IOException {
    assertThat(KeyMatch.matches(certificate(name), key(name))).isTrue();
  }

  @Test
  void anotherKeyOfTheSameKindIsNotIt() throws IOException {
    assertThat(KeyMatch.matches(certificate("server"), key("caller"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "Ed25519"})
  void aKeyThatWasJustMadeIsNotIt(String algorithm) throws IOException, GeneralSecurityException {
    byte[] made = ("-----BEGIN PRIVATE KEY-----\n"
            + Base64.getMimeEncoder()
                .encodeToString(KeyPairGenerator.getInstance(algorithm)
                    .generateKeyPair()
                    .getPrivate()
                    .getEncoded())
            + "\n-----END PRIVATE KEY-----\n")
        .getBytes(UTF_8);

    assertThat(KeyMatch.matches(certificate("server"), made)).isFalse();
    assertThat(KeyMatch.matches(certificate("rsa"), made)).isFalse();
    assertThat(KeyMatch.matches(certificate("ed25519"), made)).isFalse();
  }

  @Test
  void bothMayStandInOneFileInAnyOrder() throws IOException {
    byte[] keyFirst = bytes("Grüße\n" + text(key("server")) + text(certificate("server")));
    byte[] keyLast = bytes(text(certificate("server")) + text(key("server")));

    assertThat(KeyMatch.matches(keyFirst, keyFirst)).isTrue();
    assertThat(KeyMatch.matches(keyLast, keyLast)).isTrue();
    assertThat(KeyMatch.matches(keyFirst, key("caller"))).isFalse();
  }

  @Test
  void ofACertificateThatCannotBeReadNothingIsSaid() throws IOException {
    byte[] broken =
        "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n".getBytes(UTF_8);

    assertThat(KeyMatch.matches(broken, key("server"))).isTrue();
    assertThat(KeyMatch.matches(new byte[0], key("server"))).isTrue();
  }

  @Test
  void ofAKeyThatCannotBeReadNothingIsSaid() throws IOException {
    byte[] broken = bytes("-----BEGIN PRIVATE KEY-----\nAA==A\n-----END PRIVATE KEY-----\n");

    assertThat(KeyMatch.matches(certificate("server"), broken)).isTrue();
  }

  @Test
  void ofAKeyOfAnotherFormNothingIsSaid() throws IOException {
    assertThat(KeyMatch.matches(certificate("server"), key("pkcs1"))).isTrue();
  }
}
