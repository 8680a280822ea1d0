package dev.corral.cli.option;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that the build has written down. */
public final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    return new String[] {"corral " + number()};
  }

  /** Such as 1.2.3. */
  public static String number() throws IOException {
    Properties build = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("build.properties")) {
      build.load(Objects.requireNonNull(in, "build.properties"));
    }
    return Objects.requireNonNull(build.getProperty("version"), "version");
  }
}
