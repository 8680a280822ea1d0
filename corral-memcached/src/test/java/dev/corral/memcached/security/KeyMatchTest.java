package dev.corral.memcached.security;

import static java.nio.charset.StandardCharsets.US_ASCII;
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
        .getBytes(US_ASCII);

    assertThat(KeyMatch.matches(certificate("server"), made)).isFalse();
    assertThat(KeyMatch.matches(certificate("rsa"), made)).isFalse();
    assertThat(KeyMatch.matches(certificate("ed25519"), made)).isFalse();
  }

  @Test
  void ofAKeyOfAnotherFormNothingIsSaid() throws IOException {
    assertThat(KeyMatch.matches(certificate("server"), key("pkcs1"))).isTrue();
  }
}
