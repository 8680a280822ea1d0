package dev.corral.cli.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.cli.CorralCommand;
import dev.corral.embedded.EmbeddedServer;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class DashboardCommandTest {
  private static final String NOBODY = "127.0.0.1:1";
  private static final String TOKEN = "0123456789-dashboard";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void itTellsWhereThePageIsAndServesItUntilItIsStopped() throws Exception {
    try (EmbeddedServer server = EmbeddedServer.start();
        Running dashboard = new Running("--store", server.uri() + "?deadline=5s", "--port", "0")) {
      assertThat(dashboard.line())
          .matches("Dashboard of " + Pattern.quote(server.uri())
              + " at http://127\\.0\\.0\\.1:\\d+/; Ctrl-C ends it");
      assertThat(ask(dashboard.uri(), "")).isEqualTo(200);
      assertThat(dashboard.stop()).isZero();
      assertThatThrownBy(() -> ask(dashboard.uri(), "")).isInstanceOf(ConnectException.class);
    }
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"memcached://" + NOBODY + ", memcached://" + NOBODY, "memory:, memory:"})
  void thereIsAPageOfServersThatAreDownAndOfNone(String store, String title) throws Exception {
    try (Running dashboard = new Running("--store", store, "--port", "0")) {
      assertThat(dashboard.line()).startsWith("Dashboard of " + title + " at http://127.0.0.1:");
      assertThat(ask(dashboard.uri(), "")).isEqualTo(200);
    }
  }

  @Test
  void whoOpensItToOthersIsGivenATokenAndWarned() throws Exception {
    try (Running dashboard =
        new Running("--store", "memory:", "--port", "0", "--listen", "0.0.0.0")) {
      Matcher token = Pattern.compile("The page asks for this token: ([\\w-]{32})")
          .matcher(dashboard.nextLine());
      assertThat(token.matches()).isTrue();
      assertThat(ask(dashboard.uri(), "")).isEqualTo(401);
      assertThat(ask(dashboard.uri(), token.group(1))).isEqualTo(200);
    }
    assertThat(err.toString(UTF_8).lines())
        .singleElement()
        .asString()
        .startsWith("corral dashboard: warning: ");
  }

  @Test
  void aTokenCanBeGivenAndIsNotPrinted() throws Exception {
    try (Running dashboard = new Running("--store", "memory:", "--port", "0", "--token", TOKEN)) {
      assertThat(ask(dashboard.uri(), "")).isEqualTo(401);
      assertThat(ask(dashboard.uri(), TOKEN)).isEqualTo(200);
      assertThat(dashboard.line()).doesNotContain(TOKEN);
    }
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void aTakenPortIsOneLine() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());
      assertThat(run("--store", "memory:", "--port", port)).isEqualTo(2);
      assertThat(err.toString(UTF_8).lines()).singleElement().asString().contains(port, "in use");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "memory: | --port   | x             | 'x' is not an int",
        "memory: | --port   | 70000         | --port must be 0 to 65535, but is 70000",
        "memory: | --listen | nowhere.invalid | nowhere.invalid",
        "memory: | --token  | short         | --token must",
      })
  void aBadValueIsNamed(String store, String option, String value, String problem) {
    assertThat(run("--store", store, option, value)).isEqualTo(2);
    assertThat(out.toString(UTF_8)).isEmpty();
    assertThat(err.toString(UTF_8).lines().toList())
        .hasSize(2)
        .satisfies(
            lines -> assertThat(lines.get(0)).startsWith("corral dashboard: ").contains(problem))
        .endsWith("Try 'corral dashboard --help'.");
  }

  @ParameterizedTest
  @CsvSource({"nothing:, nothing:", "memcached://, server", "memcached://a?dialect=x, dialect"})
  void aBadStoreIsNamed(String store, String problem) {
    assertThat(run("--store", store)).isEqualTo(2);
    assertThat(err.toString(UTF_8).lines()).singleElement().asString().contains(problem);
  }

  private static int ask(URI uri, String token) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
    if (!token.isEmpty()) {
      connection.setRequestProperty("Authorization", "Bearer " + token);
    }
    try {
      return connection.getResponseCode();
    } finally {
      connection.disconnect();
    }
  }

  private int run(String... options) {
    return CorralCommand.run(InputStream.nullInputStream(), out, err, command(options));
  }

  private static String[] command(String... options) {
    List<String> args = new ArrayList<>(List.of("dashboard"));
    args.addAll(List.of(options));
    return args.toArray(String[]::new);
  }

  /** The command on a thread of its own. */
  private final class Running implements AutoCloseable {
    private static final Pattern URL = Pattern.compile("http://\\S+/");

    private final CompletableFuture<Integer> exit = new CompletableFuture<>();
    private final Thread thread;
    private final BufferedReader lines;
    private final String line;

    Running(String... options) throws IOException {
      PipedInputStream said = new PipedInputStream();
      OutputStream saying = new PipedOutputStream(said);
      thread = new Thread(() -> exit.complete(
          CorralCommand.run(InputStream.nullInputStream(), saying, err, command(options))));
      thread.start();
      lines = new BufferedReader(new InputStreamReader(said, UTF_8));
      line = nextLine();
    }

    String line() {
      return line;
    }

    String nextLine() throws IOException {
      return String.valueOf(lines.readLine());
    }

    URI uri() {
      Matcher url = URL.matcher(line);
      assertThat(url.find()).as("an address in: %s; %s", line, err).isTrue();
      return URI.create(url.group());
    }

    int stop() {
      thread.interrupt();
      return exit.orTimeout(10, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
      stop();
    }
  }
}
