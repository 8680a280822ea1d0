package dev.corral.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cli.CorralCommand;
import dev.corral.cli.demo.crowd.ThreadLauncher;
import dev.corral.cli.terminal.Terminal;
import dev.corral.embedded.EmbeddedServer;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@Timeout(120)
class DemoCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final ThreadLauncher launcher = new ThreadLauncher();

  private int play(String... options) throws InterruptedException {
    int code = new CommandLine(new DemoCommand(Terminal.plain(out), launcher)).execute(options);
    launcher.join();
    return code;
  }

  @Test
  void theScenesThatAreAskedForArePlayed() throws Exception {
    assertThat(play("--seconds", "0.5", "--scene", "3,2", "--scene", "2", "--headless"))
        .isZero();

    assertThat(out.toString(UTF_8))
        .contains("2. A cold start", "3. A user's namespace is invalidated")
        .doesNotContain("1. ");
    assertThat(out.toString(UTF_8).lines().reduce("", (first, last) -> last))
        .startsWith("{")
        .contains("\"number\":2", "\"number\":3", "\"naive\":", "\"corral\":")
        .endsWith("}");
    assertThat(launcher.count()).isEqualTo(4);
  }

  @Test
  void itIsPlayedOnTheUsersClusterIfThereIsOne() throws Exception {
    try (EmbeddedServer server = EmbeddedServer.start()) {
      assertThat(play("--seconds", "0.5", "--scene", "2", "--store", server.uri()))
          .isZero();
    }
    assertThat(out.toString(UTF_8))
        .contains("2. A cold start")
        .endsWith("The same in a browser: corral demo --dashboard\n");
  }

  @Test
  void itBeginsWhenThePageIsOpenAndThePageStaysUntilItIsStopped() throws Exception {
    Thread demo =
        new Thread(() -> run(launcher, "--dashboard=0", "--seconds", "0.5", "--scene", "2"));
    demo.start();
    while (!out.toString(UTF_8).contains("the demo begins when the page is open\n")) {
      Thread.onSpinWait();
    }
    while (demo.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    assertThat(launcher.count()).isZero();
    String page = out.toString(UTF_8).replaceFirst("(?s)Watch at (http:\\S+) .*", "$1");
    try (BufferedReader events = new BufferedReader(
        new InputStreamReader(URI.create(page + "events").toURL().openStream(), UTF_8))) {
      String line = "";
      while (line != null && !line.contains("\"phase\":\"over\"")) {
        line = events.readLine();
      }
      assertThat(line).contains("\"results\":[{\"number\":2,");
    }
    while (!out.toString(UTF_8).endsWith("The page stays until Ctrl-C.\n")) {
      Thread.onSpinWait();
    }
    assertThat(demo.isAlive()).isTrue();
    demo.interrupt();
    demo.join();
    launcher.join();
    assertThat(out.toString(UTF_8)).contains("2. A cold start");
  }

  private void run(ThreadLauncher crowd, String... options) {
    new CommandLine(new DemoCommand(Terminal.plain(out), crowd))
        .setErr(new PrintWriter(err, true, UTF_8))
        .execute(options);
  }

  @Test
  void aPortThatIsTakenIsAnErrorBeforeAnythingStarts() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(run("--dashboard=" + taken.getLocalPort())).isEqualTo(2);
    }
    assertThat(out.toString(UTF_8)).isEmpty();
    assertThat(err.toString(UTF_8)).contains("can't listen on", "choose another port");
  }

  @ParameterizedTest
  @CsvSource({
    "--seconds, 0.4, '--seconds must be 0.5 to 600, but is 0.4'",
    "--seconds, 600.5, '--seconds must be 0.5 to 600, but is 600.5'",
    "--seconds, NaN, '--seconds must be 0.5 to 600, but is NaN'",
    "--seconds, x, 'x'",
    "--scene, 0, '--scene must be 1 to 6, but is 0'",
    "--scene, '1,7', '--scene must be 1 to 6, but is 7'",
    "--scene, hot, 'hot'",
    "--dashboard, 65536, 'port must be 0 to 65535, but is 65536'",
    "--store, 'memory:', '--store must be memcached://... or memcacheds://..., but is memory:'",
    "--store, here, '--store must be memcached://... or memcacheds://..., but is here'",
    "--store, 'memcached://a:b', 'a:b'"
  })
  void whatMakesNoSenseIsAUsageErrorThatNamesIt(String option, String value, String message) {
    assertThat(run(option, value)).isEqualTo(2);
    assertThat(out.toString(UTF_8)).isEmpty();
    assertThat(err.toString(UTF_8)).contains(message);
  }

  @Test
  void aStoreThatCantBeReachedIsOneSentence() {
    String uri;
    try (EmbeddedServer server = EmbeddedServer.start()) {
      uri = server.uri();
    }
    assertThat(run("--store", uri)).isEqualTo(1);
    assertThat(out.toString(UTF_8)).isEmpty();
    assertThat(err.toString(UTF_8))
        .startsWith("corral: the store can't be reached: no connection to 127.0.0.1:")
        .hasLineCount(1);
  }

  private int run(String... options) {
    String[] args = Stream.concat(Stream.of("demo"), Stream.of(options)).toArray(String[]::new);
    return CorralCommand.run(InputStream.nullInputStream(), out, err, args);
  }
}
