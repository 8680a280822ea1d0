package dev.corral.cli.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cli.CorralCommand;
import dev.corral.cli.terminal.Terminal;
import dev.corral.codec.Codec;
import dev.corral.embedded.EmbeddedServer;
import dev.corral.embedded.fault.Fault;
import dev.corral.memcached.MemcachedClient;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.Server;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@Timeout(120)
class BenchCommandTest {
  private static final String PATIENTLY = "?deadline=30s&connectTimeout=30s";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String uri, String... options) {
    List<String> arguments = new ArrayList<>(List.of("bench", "--store", uri));
    arguments.addAll(List.of(options));
    return CorralCommand.run(
        InputStream.nullInputStream(), out, err, arguments.toArray(String[]::new));
  }

  private String output() {
    return out.toString(UTF_8);
  }

  private String errors() {
    return err.toString(UTF_8);
  }

  private static String items(MemcachedClient<String> client) {
    Map<Server, Map<String, String>> stats = client.stats();
    return stats.values().iterator().next().getOrDefault("curr_items", "");
  }

  @Test
  void itSaysWhatItDoesMeasuresAndLeavesNothing() {
    try (EmbeddedServer server = EmbeddedServer.start();
        MemcachedStore store = MemcachedStore.open(server.uri() + PATIENTLY)) {
      MemcachedClient<String> application = store.client(Codec.strings());
      application.set("theirs", "untouched");
      assertThat(run(
              server.uri() + PATIENTLY,
              "--workload=W1,w2-3,W3,W4,W5,W1",
              "--seconds=0.05",
              "--rounds=2",
              "--keys=200"))
          .isZero();
      assertThat(errors()).isEmpty();
      assertThat(output())
          .containsSubsequence("Measures memcached [127.0.0.1:", "for about 1 s", "W1", "W2-3")
          .containsPattern("Writes 200 keys of 100 bytes under corral-bench:[0-9a-f]{6}:, and del")
          .contains("they are gone after 61 s")
          .containsSubsequence("]   0 %, 1 s left", "] 100 %, done")
          .containsSubsequence("ops/s", "spread", "CPU us/op", "B/op", "p50 us", "max us")
          .containsSubsequence("\nW1 ", "\nW2-3 ", "\nW3 ", "\nW4 ", "\nW5 ")
          .containsSubsequence("W1, 1 blocking caller: latency of ", " us ", "%  #")
          .contains("W2-3, 3 blocking callers: latency", "W4, gets of 100 keys: latency")
          .doesNotContain("W3, 256 gets in flight: latency");
      assertThat(application.get("theirs")).isEqualTo("untouched");
      assertThat(items(application)).isEqualTo("1");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--seconds=0      | --seconds must be from 0.01 to 600",
        "--seconds=NaN    | --seconds must be from 0.01 to 600",
        "--rounds=0       | --rounds must be from 1 to 1000",
        "--value-bytes=0  | --value-bytes must be from 1 to 100000",
        "--keys=99        | --keys must be from 100 to 1000000",
        "--workload=W1,W9 | --workload W9: there are W1, W2-N such as W2-16, W3, W4 and W5"
      })
  void whatMakesNoSenseIsRefused(String option, String message) {
    assertThat(run("memcached://127.0.0.1:1", option)).isEqualTo(2);
    assertThat(errors().lines())
        .containsExactly("corral bench: " + message, "Try 'corral bench --help'.");
    assertThat(output()).isEmpty();
  }

  @Test
  void aStoreWithoutServersIsRefused() {
    assertThat(run("memory:")).isEqualTo(2);
    assertThat(errors().lines())
        .containsExactly("corral bench: there are no servers to measure behind memory:");
  }

  @Test
  void virtualThreadsNeedAJvmThatHasThem() {
    try (EmbeddedServer server = EmbeddedServer.start()) {
      int exit = run(
          server.uri() + PATIENTLY, "--virtual", "--workload=W2-4", "--seconds=0.05", "--rounds=1");
      int java = Runtime.version().feature();
      if (java < 21) {
        assertThat(exit).isEqualTo(2);
        assertThat(errors()).contains("--virtual needs Java 21, and this is Java " + java);
      } else {
        assertThat(exit).isZero();
        assertThat(output()).contains("\nW2-4 ");
      }
    }
  }

  @Test
  void aServerThatIsDownIsToldInASentence() {
    assertThat(run("memcached://127.0.0.1:1")).isEqualTo(1);
    assertThat(errors().lines())
        .hasSize(2)
        .anyMatch(line -> line.startsWith("corral: ") && line.contains("127.0.0.1:1"))
        .anyMatch(line -> line.matches(
            "corral bench: up to 10,000 keys under \\S+ may be left; they are gone after \\d+ s"));
  }

  @Test
  void aServerThatLosesItsKeysEndsIt() {
    try (EmbeddedServer server = EmbeddedServer.start()) {
      OutputStream flushing = new OutputStream() {
        @Override
        public void write(int b) {
          out.write(b);
        }

        @Override
        public void flush() {
          if (output().contains(" 50 %")) {
            server.clear();
          }
        }
      };
      BenchCommand bench = new BenchCommand(
          new Terminal(flushing, UTF_8, 80, true, false), new PrintWriter(err, true, UTF_8));
      List<Exception> failures = new ArrayList<>();
      new CommandLine(bench)
          .setExecutionExceptionHandler((e, unused, parsed) -> {
            failures.add(e);
            return 1;
          })
          .execute(
              "--store",
              server.uri() + PATIENTLY,
              "--workload=W1",
              "--seconds=0.05",
              "--rounds=1",
              "--keys=100");
      assertThat(failures).singleElement().asString().contains("are gone, 1 at once");
      assertThat(output()).endsWith(System.lineSeparator());
    }
  }

  /** Runs it, and stops it when it has written a line that ends so. */
  private int runUntil(String ending, EmbeddedServer server, String... options) {
    Thread running = Thread.currentThread();
    OutputStream impatient = new OutputStream() {
      @Override
      public void write(int b) {
        out.write(b);
      }

      @Override
      public void flush() {
        if (output().endsWith(ending + System.lineSeparator())) {
          running.interrupt();
        }
      }
    };
    List<String> arguments = new ArrayList<>(List.of("--store", server.uri() + PATIENTLY));
    arguments.addAll(List.of(options));
    int exit = new CommandLine(
            new BenchCommand(Terminal.plain(impatient), new PrintWriter(err, true, UTF_8)))
        .execute(arguments.toArray(String[]::new));
    boolean unused = Thread.interrupted(); // the next test's thread too
    return exit;
  }

  @Test
  void whoStopsItIsToldWhatIsKnownAndKeysAreDeleted() {
    try (EmbeddedServer server = EmbeddedServer.start();
        MemcachedStore store = MemcachedStore.open(server.uri() + PATIENTLY)) {
      assertThat(runUntil(
              " 1800 s left", server, "--workload=W5", "--seconds=600", "--rounds=2", "--keys=300"))
          .isZero();
      assertThat(errors()).isEmpty();
      assertThat(output()).contains("stopped").doesNotContain("ops/s");
      assertThat(items(store.client(Codec.strings()))).isEqualTo("0");
    }
  }

  @Test
  void whoStopsItWhileKeysAreDeletedIsToldAllAndTheyAreDeleted() {
    try (EmbeddedServer server = EmbeddedServer.start();
        MemcachedStore store = MemcachedStore.open(server.uri() + PATIENTLY)) {
      assertThat(runUntil(
              "100 %, done", server, "--workload=W5", "--seconds=0.05", "--rounds=1", "--keys=300"))
          .isZero();
      assertThat(errors()).isEmpty();
      assertThat(output()).contains("ops/s");
      assertThat(items(store.client(Codec.strings()))).isEqualTo("0");
    }
  }

  @Test
  void aSlowServerIsMeasuredAsSlow() {
    try (EmbeddedServer server = EmbeddedServer.start()) {
      server.inject(Fault.delay(Duration.ofMillis(20)).on("mg"));
      assertThat(run(
              server.uri() + PATIENTLY,
              "--workload=W1",
              "--seconds=0.1",
              "--rounds=1",
              "--keys=100"))
          .isZero();
      assertThat(output()).containsPattern("<= \\d{2,3},\\d{3} us");
    }
  }
}
