package dev.corral.cli.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.cli.CorralCommand;
import dev.corral.cli.option.Sizes;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class ServerCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir
  Path folder;

  @Test
  void itTellsWhereItListensAndServesUntilItIsStopped() throws Exception {
    int port;
    try (Running server = new Running("--memory", "8m")) {
      assertThat(server.line())
          .matches("listening on 127\\.0\\.0\\.1:\\d+ \\(8 MiB\\); Ctrl-C ends it");
      port = server.port();
      assertThat(server.ask("set a 0 0 1\r\n1\r\nget a\r\n"))
          .isEqualTo("STORED\r\nVALUE a 0 1\r\n1\r\nEND\r\n");
      assertThat(server.stop()).isZero();
    }
    assertThat(err.toString(UTF_8)).isEmpty();
    assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
        .isInstanceOf(ConnectException.class);
  }

  @Test
  void optionsReachTheServer() throws Exception {
    Path passwords = Files.writeString(folder.resolve("passwords"), "ada:secret\n");
    String[] options = {
      "--memory",
      "2m",
      "--max-item-size",
      "4k",
      "--connections",
      "7",
      "--threads",
      "1",
      "--password-file",
      passwords.toString(),
      "--seed",
      "5"
    };
    try (Running server = new Running(options)) {
      assertThat(server.ask("get a\r\n")).startsWith("CLIENT_ERROR unauthenticated");
      assertThat(server.ask("set x 0 0 10\r\nada secret\r\nstats settings\r\n"))
          .startsWith("STORED\r\n")
          .contains("maxbytes 2097152\r\n", "item_size_max 4096\r\n", "maxconns 7\r\n")
          .contains("auth_enabled_ascii " + passwords + "\r\n");
    }
  }

  @Test
  void itDoesWrongWhereToldSo() throws Exception {
    try (Running server = new Running(
        "--fault",
        "server-error,on=get,on=gets,keys=user:?.*,sparing=1,times=2",
        "--fault",
        "drop,on=delete,afterwards,probability=1.0")) {
      assertThat(server.ask("set user:1.2 0 0 1\r\n1\r\nget user:1.2\r\nget user:1.2\r\n"))
          .startsWith("STORED\r\nVALUE user:1.2 0 1\r\n1\r\nEND\r\nSERVER_ERROR");
      assertThat(server.ask("get user:12\r\nget users\r\nmg user:1.2 v\r\n"))
          .isEqualTo("END\r\nEND\r\nVA 1\r\n1\r\n");
      assertThat(server.ask("gets user:1.2\r\n")).startsWith("SERVER_ERROR");
      assertThat(server.ask("delete user:1.2\r\nget user:1.2\r\n")).isEqualTo("END\r\n");
    }
  }

  @Test
  void whoOpensItToOthersIsWarned() throws Exception {
    try (Running server = new Running("--host", "0.0.0.0")) {
      assertThat(server.line()).startsWith("listening on 0.0.0.0:");
    }
    assertThat(err.toString(UTF_8).lines())
        .containsExactly("corral server: warning: anyone who reaches 0.0.0.0 can read and write"
            + " all that it holds, in clear text");
  }

  @Test
  void aPasswordIsNoCurtain() throws Exception {
    Path passwords = Files.writeString(folder.resolve("passwords"), "ada:secret\n");
    try (Running server =
        new Running("--host", "0.0.0.0", "--password-file", passwords.toString())) {
      assertThat(server.line()).startsWith("listening on ");
    }
    assertThat(err.toString(UTF_8)).contains("passwords and items go in clear text");
  }

  @Test
  void whoPromisesMoreMemoryThanThereIsIsWarned() throws Exception {
    try (Running server = new Running("--memory", "999999g")) {
      assertThat(server.line()).contains("(999999 GiB)");
    }
    assertThat(err.toString(UTF_8))
        .startsWith("corral server: warning: 999999 GiB are more than this JVM's ");
  }

  @Test
  void aTakenPortIsOneLine() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());
      assertThat(run("--port", port)).isEqualTo(1);
      assertThat(err.toString(UTF_8).lines())
          .containsExactly(
              "corral: can't listen on 127.0.0.1, port " + port + ": Address already in use");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--host         | \"\"                    | --host must not be empty",
        "--port         | x                       | 'x' is not an int",
        "--port         | 70000                   | --port must be from 0 to 65535, but is 70000",
        "--memory       | 64x                     | '64x' is no size",
        "--memory       | 512k                    | --memory must hold at least one item",
        "--max-item-size| 10                      | --max-item-size must be from 1024 to",
        "--max-item-size| 2g                      | --max-item-size must be from 1024 to",
        "--connections  | 0                       | --connections must be at least 1",
        "--threads      | 0                       | --threads must be from 1 to 256, but is 0",
        "--threads      | 100000                  | --threads must be from 1 to 256",
        "--password-file| /nowhere/at/all         | --password-file /nowhere/at/all can't be read",
        "--seed         | x                       | 'x' is not a long",
        "--fault        | explode                 | 'explode' is no fault; write delay=TIME, drop",
        "--fault        | delay=soon              | 'soon' is no time",
        "--fault        | delay                   | 'delay' is no fault",
        "--fault        | drop,often              | 'often' says nothing of a fault; write on=",
        "--fault        | drop,on=                | 'on=' lacks a value",
        "--fault        | drop,keys               | 'keys' says nothing of a fault; write on=",
        "--fault        | drop,keys=              | 'keys=' lacks a value",
        "--fault        | drop,afterwards=3       | 'afterwards=3' says nothing of a fault",
        "--fault        | drop,probability=2      | 'probability=2' is not from 0 to 1",
        "--fault        | drop,probability=x      | 'probability=x' is not from 0 to 1",
        "--fault        | drop,times=-1           | 'times=-1' is no count",
      })
  void aBadValueIsNamed(String option, String value, String problem) {
    assertThat(run(option, value)).isEqualTo(2);
    assertThat(out.toString(UTF_8)).isEmpty();
    assertThat(err.toString(UTF_8).lines().toList())
        .hasSize(2)
        .satisfies(
            lines -> assertThat(lines.get(0)).startsWith("corral server: ").contains(problem))
        .endsWith("Try 'corral server --help'.");
  }

  @Test
  void everyKindOfFaultCanBeWritten() {
    Faults faults = new Faults();
    assertThat(List.of("delay=2s", "drop", "reset", "garbage", "server-error", "stall"))
        .map(text -> faults.convert(text).kind().name())
        .containsExactly("DELAY", "DROP", "RESET", "GARBAGE", "SERVER_ERROR", "STALL");
    assertThat(faults.convert("delay=50ms").delay()).hasMillis(50);
    assertThat(faults.convert("reset,afterwards").isAfterwards()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "1025,1025,1025 bytes",
    "512k,524288,512 KiB",
    "64M,67108864,64 MiB",
    "1536k,1572864,1536 KiB",
    "1g,1073741824,1 GiB",
    "2048g,2199023255552,2048 GiB"
  })
  void sizesAreReadAndWritten(String text, long bytes, String written) {
    assertThat(new Sizes().convert(text)).isEqualTo(bytes);
    assertThat(Sizes.format(bytes)).isEqualTo(written);
  }

  private int run(String... options) {
    return CorralCommand.run(InputStream.nullInputStream(), out, err, command(options));
  }

  private static String[] command(String... options) {
    List<String> args = new ArrayList<>(List.of("server"));
    args.addAll(List.of(options));
    return args.toArray(String[]::new);
  }

  /** The command, on any port and a thread of its own. */
  private final class Running implements AutoCloseable {
    private static final Pattern PORT = Pattern.compile(":(\\d+) ");

    private final CompletableFuture<Integer> exit = new CompletableFuture<>();
    private final Thread thread;
    private final String line;

    Running(String... options) throws IOException {
      PipedInputStream said = new PipedInputStream();
      OutputStream saying = new PipedOutputStream(said);
      List<String> all = new ArrayList<>(List.of("--port", "0"));
      all.addAll(List.of(options));
      thread = new Thread(() -> {
        String[] args = command(all.toArray(String[]::new));
        exit.complete(CorralCommand.run(InputStream.nullInputStream(), saying, err, args));
      });
      thread.start();
      line = String.valueOf(new BufferedReader(new InputStreamReader(said, UTF_8)).readLine());
    }

    String line() {
      return line;
    }

    int port() {
      Matcher port = PORT.matcher(line);
      assertThat(port.find()).as("a port in: %s; %s", line, err).isTrue();
      return Integer.parseInt(port.group(1));
    }

    String ask(String commands) throws IOException {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
        socket.getOutputStream().write(commands.getBytes(UTF_8));
        socket.shutdownOutput();
        return new String(socket.getInputStream().readAllBytes(), UTF_8);
      }
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
