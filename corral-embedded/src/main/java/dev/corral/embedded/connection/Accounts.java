package dev.corral.embedded.connection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.corral.fault.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;

/** Who may come in: names and passwords of a file, {@code name:password} in each line. */
public final class Accounts {
  /** What memcached reads of its file; what is beyond it leaves out, or cuts, without a word. */
  private static final int MOST = 8;

  private static final int LONGEST_LINE = 254;

  /** Each as a client says it: name, space, password. */
  private final List<byte[]> logins = new ArrayList<>();

  private Accounts() {}

  /**
   * Reads a file.
   *
   * @param file its lines, as memcached's {@code -Y} takes them
   * @return the accounts
   * @throws ConfigurationException if it can't be read, or a line is no account
   */
  public static Accounts of(Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file, ISO_8859_1);
    } catch (IOException e) {
      throw new ConfigurationException(
          "embedded server: passwordFile " + file + " can't be read", e);
    }
    Accounts accounts = new Accounts();
    for (String line : lines) {
      accounts.add(file, line);
    }
    return accounts;
  }

  private void add(Path file, String line) {
    int colon = line.indexOf(':');
    String problem = null;
    if (colon < 1) {
      problem = "is not name:password";
    } else if (line.length() > LONGEST_LINE) {
      problem = "is longer than the " + LONGEST_LINE + " bytes that memcached reads";
    } else if (logins.size() == MOST) {
      problem = "is beyond the " + MOST + " accounts that memcached takes";
    }
    if (problem != null) {
      throw new ConfigurationException("embedded server: passwordFile " + file + ": line "
          + (logins.size() + 1) + " " + problem);
    }
    logins.add(login(line.substring(0, colon), line.substring(colon + 1)));
  }

  private static byte[] login(String name, String password) {
    return (name + " " + password).getBytes(ISO_8859_1);
  }

  boolean admit(String name, String password) {
    byte[] given = login(name, password);
    return logins.stream().anyMatch(right -> MessageDigest.isEqual(right, given));
  }
}
