package dev.corral.cli.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cli.CorralCommand;
import dev.corral.codec.Codec;
import dev.corral.embedded.EmbeddedServer;
import dev.corral.embedded.fault.Fault;
import dev.corral.memcached.MemcachedStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DoctorCommandTest {
  @AutoClose
  private final EmbeddedServer cache1 = EmbeddedServer.start();

  @AutoClose
  private final EmbeddedServer cache2 = EmbeddedServer.start();

  @TempDir
  Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private String input = "";

  private String both() {
    return cache1.uri() + "," + address(cache2);
  }

  private static String address(EmbeddedServer server) {
    return "127.0.0.1:" + server.address().getPort();
  }

  private int run(String store, String... arguments) {
    List<String> all = new ArrayList<>(List.of("doctor", "--samples", "20", "--store", store));
    all.addAll(List.of(arguments));
    return CorralCommand.run(
        new ByteArrayInputStream(input.getBytes(UTF_8)), out, err, all.toArray(String[]::new));
  }

  private String output() {
    return out.toString(UTF_8);
  }

  /** The findings that are more than notes, such as "warning flushed". */
  private List<String> found() {
    return Pattern.compile("^(fault|warning)  \\S+", Pattern.MULTILINE)
        .matcher(output())
        .results()
        .map(line -> line.group().replaceAll(" +", " "))
        .toList();
  }

  @Test
  void aHealthyClusterHasNothingButNotes() {
    assertThat(run(both())).isZero();
    assertThat(found()).isEmpty();
    assertThat(output())
        .contains(address(cache1), address(cache2), "note  untold", "note  restarted");
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void nothingIsLeftBehind() {
    assertThat(run(both())).isZero();
    try (MemcachedStore store = MemcachedStore.open(both())) {
      assertThat(store.client(Codec.strings()).stats().values())
          .allSatisfy(stats -> assertThat(stats).containsEntry("curr_items", "0"));
    }
  }

  @Test
  void warningsHaveAnExitCodeOfTheirOwn() {
    try (MemcachedStore store = MemcachedStore.open(cache1.uri())) {
      store.client(Codec.strings()).flushAll();
    }
    assertThat(run(both())).isEqualTo(3);
    assertThat(found()).containsExactly("warning flushed");
  }

  @Test
  void faultsHaveAnotherAndTheRestIsExaminedAllTheSame() {
    cache2.kill();
    assertThat(run(both())).isEqualTo(4);
    assertThat(found()).containsExactly("fault unreachable");
    assertThat(output()).contains("seen    connection refused", "note  restarted");
  }

  @Test
  void oneServerUnderTwoNamesIsFound() {
    assertThat(run(cache1.uri() + ",localhost:" + cache1.address().getPort())).isEqualTo(4);
    assertThat(found()).containsExactly("fault same-server");
  }

  @Test
  void aServerThatRefusesLeasesIsFound() {
    cache2.inject(Fault.serverError().on("md"));
    assertThat(run(both())).isEqualTo(4);
    assertThat(found()).containsExactly("fault no-lease");
  }

  @Test
  void aServerThatFallsSilentIsFound() {
    cache2.inject(Fault.reset().on("mg"));
    assertThat(run(both())).isEqualTo(4);
    assertThat(found()).contains("fault unreachable");
  }

  @Test
  void aWrongClockIsFound() {
    try (EmbeddedServer early =
        EmbeddedServer.start(o -> o.startsAt(Instant.now().minus(Duration.ofHours(1))))) {
      assertThat(run(both() + "," + address(early))).isEqualTo(3);
      assertThat(found()).containsExactly("warning clock");
    }
  }

  @Test
  void spareServersAreExaminedToo() {
    assertThat(run(cache1.uri() + "?failureMode=gutter&spares=" + address(cache2)))
        .isZero();
    assertThat(output()).contains(address(cache2), "note  one-server  " + address(cache1));
  }

  @Test
  void aMachineGetsOneObject() {
    assertThat(run(both(), "--json")).isZero();
    assertThat(output().lines()).hasSize(1);
    assertThat(output()).startsWith("{\"worst\":\"note\",\"servers\":[{\"server\":\"127.0.0.1:");
  }

  @Test
  void keysOfTheApplicationShowHowTheRingSpreadsThem() throws IOException {
    Path keys = folder.resolve("keys");
    Files.writeString(keys, "the-same-key\n".repeat(1_000));
    assertThat(run(both(), "--keys", keys.toString())).isEqualTo(3);
    assertThat(found()).containsExactly("warning ring-share", "warning ring-share");
    assertThat(output()).contains("of 1,000 keys it has 100 %");
  }

  @Test
  void keysCanComeFromStandardInput() {
    input = "one\ntwo\n";
    assertThat(run(both(), "--keys", "-")).isZero();
  }

  @Test
  void aBadKeyIsNamedByItsLine() {
    input = "one\ntwo words\n";
    assertThat(run(both(), "--keys", "-")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).startsWith("--keys -:2: key must have only");
    assertThat(output()).isEmpty();
  }

  @Test
  void noKeysAreNoSample() {
    assertThat(run(both(), "--keys", "-")).isEqualTo(2);
    assertThat(err.toString(UTF_8).strip()).isEqualTo("--keys -: there are no keys in it");
  }

  @Test
  void aFileThatIsNotThereIsBadInput() {
    assertThat(run(both(), "--keys", "/no/such/file")).isEqualTo(2);
    assertThat(err.toString(UTF_8).strip())
        .isEqualTo("--keys /no/such/file: there is no such file");
  }

  @Test
  void aFileThatCannotBeReadIsBadInput() {
    assertThat(run(both(), "--keys", folder.toString())).isEqualTo(2);
    assertThat(err.toString(UTF_8)).startsWith("--keys " + folder + ": cannot be read: ");
  }

  @Test
  void severalServersThatAreSilentTakeNoLongerThanOne() throws IOException {
    List<ServerSocket> silent = new ArrayList<>();
    try {
      for (int i = 0; i < 15; i++) {
        silent.add(new ServerSocket(0, 10, InetAddress.getLoopbackAddress()));
      }
      String others = silent.stream()
          .map(server -> ",127.0.0.1:" + server.getLocalPort())
          .collect(Collectors.joining());
      long before = System.nanoTime();
      assertThat(run(both() + others + "?connectTimeout=1s")).isEqualTo(4);
      // One after the other they would take a second each.
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(12));
      assertThat(output()).contains("seen    no greeting within 1000 ms");
    } finally {
      for (ServerSocket server : silent) {
        server.close();
      }
    }
  }

  @Test
  void samplesHaveBounds() {
    assertThat(CorralCommand.run(
            new ByteArrayInputStream(new byte[0]),
            out,
            err,
            "doctor",
            "--store",
            both(),
            "--samples",
            "0"))
        .isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("--samples must be from 1 to 1000000, but is 0");
  }

  @Test
  void anotherStoreThanMemcachedIsBadInput() {
    assertThat(run("memory:shop")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("expected a URI that begins with memcached://");
  }

  @Test
  void helpNamesTheExitCodes() {
    assertThat(run(both(), "--help")).isZero();
    assertThat(output()).contains("Exit codes:", "3   There are warnings.", "--keys=FILE");
  }
}
