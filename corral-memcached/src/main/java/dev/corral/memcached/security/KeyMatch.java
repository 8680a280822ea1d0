package dev.corral.memcached.security;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether a private key is that of a certificate. Nobody else looks: with a wrong one, it would be
 * the server that finds out.
 */
final class KeyMatch {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]*)-----END PRIVATE KEY-----");

  /** There may be other things before it, even the key. */
  private static final Pattern CERTIFICATE =
      Pattern.compile("-----BEGIN [A-Z0-9 ]*CERTIFICATE-----");

  private KeyMatch() {}

  /** Whether they match, both in PEM; true if that can't be told of such keys. */
  static boolean matches(byte[] certificates, byte[] key) {
    Matcher pem = KEY.matcher(new String(key, ISO_8859_1));
    Matcher first = CERTIFICATE.matcher(new String(certificates, ISO_8859_1));
    if (!pem.find() || !first.find()) {
      return true;
    }
    try {
      PublicKey known = CertificateFactory.getInstance("X.509")
          .generateCertificate(new ByteArrayInputStream(
              certificates, first.start(), certificates.length - first.start()))
          .getPublicKey();
      PrivateKey own = KeyFactory.getInstance(known.getAlgorithm())
          .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1))));
      return switch (known.getAlgorithm()) {
        case "RSA" -> isVerified("SHA256withRSA", own, known);
        case "EC" -> isVerified("SHA256withECDSA", own, known);
        case "EdDSA" -> isVerified("EdDSA", own, known);
        default -> true;
      };
    } catch (CertificateException | NoSuchAlgorithmException | IllegalArgumentException e) {
      return true; // the last of Base64, which others read with more patience
    } catch (GeneralSecurityException e) { // a key of another kind
      return false;
    }
  }

  private static boolean isVerified(String algorithm, PrivateKey own, PublicKey known)
      throws GeneralSecurityException {
    byte[] text = {1};
    Signature signing = Signature.getInstance(algorithm);
    signing.initSign(own);
    signing.update(text);
    byte[] signature = signing.sign();
    signing.initVerify(known);
    signing.update(text);
    return signing.verify(signature);
  }
}
