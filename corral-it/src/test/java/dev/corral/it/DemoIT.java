package dev.corral.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Watches the demo as a stranger does: by the script in the project's root. */
@Timeout(300)
class DemoIT {
  private static final Path SCRIPT = Path.of("..", "corral").toAbsolutePath().normalize();
  private static final String ROW =
      ".{32} (naive |Corral) +[\\d,]+ +[\\d,]+ +[\\d.]+ ms +[\\d,]+ +([\\d,]+|-)";

  @Test
  void threeScenesArePlayedTwiceAndCompared() throws Exception {
    Process demo = start("--seconds", "1");
    try (BufferedReader reader = demo.inputReader(UTF_8)) {
      List<String> shown = reader.lines().toList();
      assertThat(demo.waitFor()).isZero();
      assertThat(errorsOf(demo)).isEmpty();
      assertThat(shown)
          .filteredOn(line -> line.matches(" {3}(naive |Corral) [.ox]{40}"))
          .hasSize(6);
      assertThat(shown).filteredOn(line -> line.startsWith("   loads ")).hasSize(3);
      assertThat(shown).filteredOn(line -> line.matches(ROW)).hasSize(6);
    } finally {
      demo.destroyForcibly();
    }
  }

  /** By the signal that ends it as Ctrl-C does, but is never ignored, as that is in background. */
  @Test
  void whoHasSeenEnoughStopsItAndThatIsNoError() throws Exception {
    Process demo = start("--seconds", "600");
    try (BufferedReader reader = demo.inputReader(UTF_8)) {
      List<String> shown = new ArrayList<>();
      while (shown.isEmpty() || !shown.get(shown.size() - 1).startsWith("1. ")) {
        shown.add(reader.readLine());
      }
      demo.toHandle().destroy(); // the process itself would close the stream that is read here
      assertThat(reader.lines().toList()).endsWith("stopped");
      assertThat(demo.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(demo.exitValue()).isZero();
      assertThat(errorsOf(demo)).isEmpty();
    } finally {
      demo.destroyForcibly();
    }
  }

  @Test
  void aReaderThatGoesAwayIsNoError() throws Exception {
    Process demo = start("--seconds", "600");
    try {
      demo.getInputStream().close();
      assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(demo.exitValue()).isZero();
      assertThat(errorsOf(demo)).isEmpty();
    } finally {
      demo.destroyForcibly();
    }
  }

  private static String errorsOf(Process process) throws IOException {
    return new String(process.getErrorStream().readAllBytes(), UTF_8);
  }

  private static Process start(String... options) throws IOException {
    List<String> command = new ArrayList<>(List.of(SCRIPT.toString(), "demo"));
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command);
    // A JVM that is given options this way says so on its error stream.
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    return builder.start();
  }
}
