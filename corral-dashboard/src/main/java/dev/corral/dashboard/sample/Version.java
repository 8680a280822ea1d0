package dev.corral.dashboard.sample;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** The version that the build has written down. */
final class Version {
  private static final String NUMBER = read();

  private Version() {}

  /** Such as 1.2.3. */
  static String number() {
    return NUMBER;
  }

  private static String read() {
    Properties build = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("build.properties")) {
      build.load(Objects.requireNonNull(in, "build.properties"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Objects.requireNonNull(build.getProperty("version"), "version");
  }
}
