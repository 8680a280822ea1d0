package dev.corral.it.password;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A file with a user and password, as memcached's {@code -Y} and the client read it. As a JUnit
 * extension it is there for as long as the test class.
 */
final class PasswordFile implements AfterAllCallback, AutoCloseable {
  private final Path path;

  private PasswordFile(Path path) {
    this.path = path;
  }

  static PasswordFile of(String user, String password) {
    try {
      PasswordFile file = new PasswordFile(Files.createTempFile("corral", ".password"));
      file.write(user, password);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path path() {
    return path;
  }

  /** What has a server want what is in it. */
  String[] server() {
    return new String[] {"-Y", path.toString()};
  }

  /** Replaces what is in it, at once, as one who rotates passwords should. */
  void write(String user, String password) {
    write(user + ":" + password + "\n");
  }

  void write(String text) {
    try {
      Path next = Files.writeString(Files.createTempFile("corral", ".next"), text);
      Files.move(next, path, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    close();
  }

  @Override
  public void close() {
    delete();
  }

  void delete() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
