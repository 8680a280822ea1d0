package dev.corral.embedded.connection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.Map;

/** Who may come in: names and passwords of a file, {@code name:password} in each line. */
public final class Accounts {
  private final Map<String, String> passwords = new HashMap<>();

  private Accounts() {}

  /**
   * Reads a file.
   *
   * @param file its lines, as memcached's {@code -Y} takes them
   * @return the accounts
   * @throws IOException if it can't be read, or a line is no account
   */
  public static Accounts of(Path file) throws IOException {
    Accounts accounts = new Accounts();
    for (String line : Files.readAllLines(file, ISO_8859_1)) {
      int colon = line.indexOf(':');
      if (colon < 1) {
        throw new IOException(file + " has a line that is not name:password");
      }
      accounts.passwords.put(line.substring(0, colon), line.substring(colon + 1));
    }
    return accounts;
  }

  boolean admit(String name, String password) {
    String right = passwords.get(name);
    return right != null
        && MessageDigest.isEqual(right.getBytes(ISO_8859_1), password.getBytes(ISO_8859_1));
  }
}
