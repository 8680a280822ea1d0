package dev.corral.memcached;

import static dev.corral.memcached.OptionValues.required;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.fault.ConfigurationException;
import dev.corral.memcached.security.Login;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * A user and password for servers that want them (memcached's {@code -Y}). The password is part of
 * no message and no string. Without TLS, whoever sees the network sees it too.
 */
public final class Credentials {
  /** As memcached reads a line of its own file. */
  private static final int MOST_BYTES = 255;

  private static final Pattern PART = Pattern.compile("[^\\s\\p{Cntrl}]+");

  private final String source;
  private final Supplier<byte[]> token;

  private Credentials(String source, Supplier<byte[]> token) {
    this.source = source;
    this.token = token;
  }

  /**
   * A user and password that never change.
   *
   * @param user the user: no white space and no {@code :}
   * @param password the password: no white space
   * @return the credentials
   * @throws IllegalArgumentException if one is empty or holds what it must not, without saying what
   */
  public static Credentials of(String user, String password) {
    byte[] token = token(required("user", user), required("password", password));
    return new Credentials("the program", () -> token);
  }

  /**
   * A user and password from a file, which is read again before each connection is made, so that
   * they can be changed while the store is open.
   *
   * @param file holds one line, {@code user:password}, as memcached's own file does
   * @return the credentials
   */
  public static Credentials file(Path file) {
    Path known = required("file", file);
    return new Credentials(known.toString(), () -> read(known));
  }

  /**
   * A user and password that are asked for again before each connection is made, of a keeper of
   * secrets say.
   *
   * @param source tells them; may block; what it throws is taken for there being none
   * @return the credentials
   */
  public static Credentials from(Supplier<Credentials> source) {
    Supplier<Credentials> known = required("source", source);
    return new Credentials("a supplier", () -> {
      Supplier<byte[]> told;
      try {
        told = known.get().token;
      } catch (RuntimeException | Error e) { // whose message may hold what it should not
        throw new ConfigurationException(
            "the supplier of user and password failed: " + e.getClass().getName());
      }
      return told.get();
    });
  }

  private static byte[] read(Path file) {
    try {
      List<String> lines = Files.readAllLines(file, UTF_8).stream()
          .filter(line -> !line.isBlank())
          .toList();
      String line = lines.size() == 1 ? lines.get(0).strip() : "";
      int colon = line.indexOf(':');
      if (colon < 0) {
        throw new ConfigurationException(file + ": expected one line user:password");
      }
      return token(line.substring(0, colon), line.substring(colon + 1));
    } catch (NoSuchFileException e) {
      throw new ConfigurationException(file + ": there is no such file");
    } catch (IOException e) { // also of text that is not UTF-8
      throw new ConfigurationException(
          file + ": cannot be read: " + e.getClass().getSimpleName());
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(file + ": " + e.getMessage());
    }
  }

  private static byte[] token(String user, String password) {
    if (!PART.matcher(user).matches() || user.indexOf(':') >= 0) {
      throw new IllegalArgumentException(
          "user must not be empty or hold white space, control characters or ':'");
    }
    if (!PART.matcher(password).matches()) {
      throw new IllegalArgumentException(
          "password must not be empty or hold white space or control characters");
    }
    byte[] token = (user + " " + password).getBytes(UTF_8);
    if (token.length > MOST_BYTES) {
      throw new IllegalArgumentException(
          "user and password must have at most " + MOST_BYTES + " bytes together");
    }
    return token;
  }

  Login login() {
    return new Login(source, token);
  }

  /** Tells where they come from, and nothing else. */
  @Override
  public String toString() {
    return "credentials from " + source;
  }
}
