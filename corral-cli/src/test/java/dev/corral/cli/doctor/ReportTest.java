package dev.corral.cli.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReportTest {
  private final TestServer cache1 = new TestServer("cache1:11211");
  private final TestServer cache2 = new TestServer("cache2:11211");

  @Test
  void aHealthyClusterIsToldWhatWasChecked() throws IOException {
    assertThat(print(TestCluster.of(cache1, cache2), 80, false).lines())
        .startsWith(
            "server        version       up         memory",
            "cache1:11211   1.6.45  10 days  2 % of 64 MiB",
            "cache2:11211   1.6.45  10 days  2 % of 64 MiB",
            "",
            "server        items  connections      p50      p99",
            "cache1:11211  1,234  10 of 1,024  0.20 ms  1.00 ms")
        .contains(
            "nothing found in 34 checks of 2 servers",
            "  checked reachability, servers listed twice, versions, versions that differ,");
  }

  @Test
  void findingsComeWorstFirstAndSayWhatToDo() throws IOException {
    cache1.general("cmd_flush", 1).general("rejected_connections", 1);
    cache2.down("connection refused").version("");
    assertThat(print(TestCluster.of(cache1, cache2), 80, false).lines().skip(1))
        .startsWith(
            "cache1:11211   1.6.45  10 days  2 % of 64 MiB",
            "cache2:11211        -     down              -",
            "",
            "server        items  connections      p50      p99",
            "cache1:11211  1,234  10 of 1,024  0.20 ms  1.00 ms",
            "cache2:11211      -            -        -        -",
            "",
            "fault  unreachable  cache2:11211",
            "  seen    connection refused",
            "  effect  50 % of the ring's weight is on it: those keys fail at once, or go to",
            "          another server with failureMode=eject; each read of them goes to the",
            "          origin",
            "  do      see that it runs, has a connection left, and that nothing is in the",
            "          way from this machine; if one does not trust the other, compare TLS",
            "          and password in the URI with what it was started with; if it is gone",
            "          for good, take it out of the list",
            "",
            "warning  connections-refused  cache1:11211")
        .contains(
            "note  flushed  cache1:11211", "1 fault, 1 warning, 1 note in 34 checks of 2 servers");
  }

  @Test
  void whatIsNotKnownIsADash() throws IOException {
    Examination examination = TestCluster.of(cache1.version("")).examination();
    Facts silent = new Facts(
        cache1.server(),
        examination.servers().get(0).address(),
        null,
        Optional.empty(),
        Figures.NONE,
        Figures.NONE,
        Figures.NONE,
        Optional.empty(),
        Optional.empty(),
        null,
        Optional.empty(),
        List.of());
    Examination changed = new Examination(
        examination.when(),
        false,
        false,
        examination.deadline(),
        examination.ring(),
        examination.keys(),
        List.of(silent));
    assertThat(print(changed, 80, false).lines())
        .contains("cache1:11211        -   -       -      -            -    -    -");
  }

  @Test
  void aNarrowTerminalBreaksEarlierAndColoursAreOnlyForThoseThatHaveThem() throws IOException {
    cache1.settings("cas_enabled", "no");
    String text = print(TestCluster.of(cache1, cache2), 40, true);
    assertThat(text.lines())
        .contains(
            "\u001b[31mfault\u001b[0m  no-cas  cache1:11211",
            "          locks at more round trips, and");
  }

  @Test
  void noLineIsLongerThanTheTerminalHoweverManyServersThereAre() throws IOException {
    TestServer[] many = IntStream.range(0, 50)
        .mapToObj(i -> new TestServer("cache" + i + ":11211").settings("udpport", "1"))
        .toArray(TestServer[]::new);
    assertThat(print(TestCluster.of(many), 80, false).lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void severitiesHaveTheirColours() throws IOException {
    cache1.settings("udpport", "1").settings("idle_timeout", "1");
    assertThat(print(TestCluster.of(cache1, cache2), 80, true))
        .contains("\u001b[33mwarning\u001b[0m  udp", "\u001b[36mnote\u001b[0m  idle-timeout");
  }

  @Test
  void jsonIsOneObjectWithAllOfIt() {
    cache1.settings("udpport", "1");
    cache2.down("no \"route\"").version("");
    Report report = report(TestCluster.of(cache1, cache2).examination());
    assertThat(report.json())
        .startsWith(
            "{\"worst\":\"fault\",\"servers\":[{\"server\":\"cache1:11211\",\"trouble\":null,"
                + "\"version\":\"1.6.45\",\"uptimeSeconds\":864000,\"bytes\":1048576,\"maxBytes\":67108864,"
                + "\"items\":1234,\"connections\":10,\"maxConnections\":1024,\"p50Micros\":200,"
                + "\"p99Micros\":1000,\"clockAheadMillis\":0,\"certificateEnd\":null},{\"server\":\"cache2:11211\","
                + "\"trouble\":\"no \\\"route\\\"\",\"version\":null,\"uptimeSeconds\":null,")
        .contains("\"findings\":[{\"severity\":\"fault\",\"name\":\"unreachable\","
            + "\"servers\":[\"cache2:11211\"],\"seen\":\"no \\\"route\\\"\",\"effect\":")
        .contains("\"checks\":[\"reachability\",")
        .doesNotContain("\n");
  }

  private static Report report(Examination examination) {
    return new Report(examination, Checks.judge(examination));
  }

  private static String print(TestCluster cluster, int columns, boolean isColoured)
      throws IOException {
    return print(cluster.examination(), columns, isColoured);
  }

  private static String print(Examination examination, int columns, boolean isColoured)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    report(examination).print(new Terminal(out, UTF_8, columns, isColoured, isColoured));
    return out.toString(UTF_8);
  }
}
