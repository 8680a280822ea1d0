package dev.corral.it.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.Memcached;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the dashboard as a user does: by the script in the project's root. */
@Timeout(120)
class DashboardCommandIT {
  private static final Path SCRIPT = Path.of("..", "corral").toAbsolutePath().normalize();
  private static final String NOBODY = "127.0.0.1:1";

  @RegisterExtension
  static final Memcached SERVER = Memcached.with();

  @RegisterExtension
  static final Browser BROWSER = new Browser();

  @Test
  void itShowsServersUpAndDownAndSaysWhereCachesAreCountedUntilCtrlC() throws Exception {
    String up = SERVER.server().address();
    String store = "memcached://" + up + "," + NOBODY;
    Process command = start("dashboard", "--store", store, "--port", "0");
    try (BufferedReader lines = command.inputReader(UTF_8)) {
      String line = String.valueOf(lines.readLine());
      assertThat(line).startsWith("Dashboard of " + store + " at http://127.0.0.1:");
      BROWSER.openLive(URI.create(line.replaceFirst(".* at (\\S+/);.*", "$1")));

      BROWSER.awaitState("#servers [data-server='" + up + "']", "up");
      BROWSER.awaitState("#servers [data-server='" + NOBODY + "']", "down");
      assertThat(BROWSER.text("#caches-empty")).contains("Dashboard.serve(corral, 7070)");
      assertThat(BROWSER.complaints("overflow.js")).isEmpty();
      BROWSER.assertNoErrors();

      interrupt(command);
      assertThat(command.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(command.exitValue()).isZero();
      BROWSER.awaitState("#live", "lost");
    } finally {
      command.destroyForcibly();
    }
  }

  private static void interrupt(Process command) throws Exception {
    Process kill = new ProcessBuilder("kill", "-INT", String.valueOf(command.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  private static Process start(String... arguments) throws IOException {
    // What a shell starts in the background ignores Ctrl-C, and so do all that come after it.
    ProcessBuilder builder = new ProcessBuilder(
        new ArrayList<>(List.of("env", "--default-signal=INT", SCRIPT.toString())));
    builder.command().addAll(List.of(arguments));
    return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }
}
