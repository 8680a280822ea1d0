package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.Corral;
import dev.corral.namespace.Generation;
import dev.corral.namespace.Namespace;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the command as a user does: by the script in the project's root, as a process of its own.
 */
class CommandIT {
  private static final Path SCRIPT = Path.of("..", "corral").toAbsolutePath().normalize();

  @RegisterExtension
  static final Memcached SERVER = Memcached.with();

  @TempDir
  Path folder;

  private Path servers = Path.of("");

  @BeforeEach
  void writeServers() throws IOException {
    servers = folder.resolve("servers.txt");
    Files.writeString(servers, "10.0.1.1:11211\t600\n10.0.1.2:11211\t300\n10.0.1.3:11211\t300\n");
  }

  @Test
  void itTellsWhereKeysLie() throws Exception {
    String keys =
        IntStream.range(0, 100).mapToObj(i -> "key" + i + "\n").collect(Collectors.joining());
    Ran ran = run(keys, "ring", "--servers", servers.toString());
    assertThat(ran.error()).isEmpty();
    assertThat(ran.exit()).isZero();
    assertThat(ran.output().lines())
        .hasSize(100)
        .allMatch(line -> line.matches("key\\d+\\t10\\..*"));
  }

  @Test
  void aMistakeInAFileIsNamedByItsLine() throws Exception {
    Files.writeString(servers, "10.0.1.1:11211\t600\n10.0.1.2:11211\tmany\n");
    Ran ran = run("", "ring", "--servers", servers.toString());
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.output()).isEmpty();
    assertThat(ran.error()).contains("servers.txt:2: ").doesNotContain("\tat ", "Exception");
  }

  @Test
  void aReaderThatHasSeenEnoughIsNoError() throws Exception {
    Process process = start("ring", "--servers", servers.toString());
    process.getInputStream().close();
    try (OutputStream in = process.getOutputStream()) {
      in.write("more\n".repeat(100_000).getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // The command has ended and reads no more: that is its way to stop early.
      assertThat(e).hasMessageContaining("pipe");
    }
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEmpty();
  }

  @Test
  void aNamespaceIsInvalidatedAndAFlushIsFollowed() throws Exception {
    String store = "memcached://" + SERVER.server().address();
    try (Corral corral = Corral.open(store)) {
      Namespace user = corral.namespace("userId", 12543);
      Generation before = user.generation();

      Ran invalidate = run("", "ns", "--store", store, "invalidate", "userId", "12543");
      assertThat(invalidate.error()).isEmpty();
      assertThat(invalidate.exit()).isZero();
      assertThat(user.generation()).isGreaterThan(before);
      assertThat(invalidate.output()).contains(user.generation().toString());

      Ran flush = run("", "ns", "--store", store, "flush", "--over", "1s");
      assertThat(flush.error()).isEmpty();
      assertThat(flush.output()).contains("[#").endsWith("100 %, done" + System.lineSeparator());
      assertThat(run("", "ns", "--store", store, "show").output())
          .contains(" 0 of 640 bits set", "none under way")
          .contains(corral.namespaces().evidence().epoch().toString());
    }
  }

  private static Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(SCRIPT.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    // A JVM that is given options this way says so on its error stream.
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    return builder.start();
  }

  private static Ran run(String input, String... arguments) throws Exception {
    Process process = start(arguments);
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String error = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.waitFor(), output, error);
  }

  /** How a process ended, and what it said. */
  private record Ran(int exit, String output, String error) {}
}
