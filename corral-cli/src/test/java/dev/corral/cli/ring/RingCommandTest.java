package dev.corral.cli.ring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cli.CorralCommand;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RingCommandTest {
  private static final String THREE =
      "1.2.3.4:11211\t100\n5.6.7.8:11211\t100\n9.8.7.6:11211\t100\n";

  @TempDir
  Path dir;

  private Path servers;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void writeServers() throws IOException {
    servers = Files.writeString(dir.resolve("servers.txt"), THREE);
  }

  @ParameterizedTest
  @CsvSource({
    "libketama, 9.8.7.6:11211, 9.8.7.6:11211",
    "libmemcached, 9.8.7.6:11211, 5.6.7.8:11211",
    "libmemcached-weighted, 5.6.7.8:11211, 1.2.3.4:11211",
    "spymemcached, 9.8.7.6:11211, 9.8.7.6:11211",
  })
  void everyKeyIsPrintedWithItsServer(String dialect, String user, String basket) {
    int code = run("user:5433012\nshoppingbasket:993908\n", "--dialect", dialect);

    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(out.toString(UTF_8))
        .isEqualTo("user:5433012\t" + user + "\nshoppingbasket:993908\t" + basket + "\n");
    assertThat(code).isZero();
  }

  @Test
  void libketamaIsTheDialectUnlessOneIsNamed() {
    run("743508202", "--dialect", "libketama");
    String named = out.toString(UTF_8);
    out.reset();

    assertThat(run("743508202")).isZero();
    assertThat(out.toString(UTF_8)).isEqualTo(named).isEqualTo("743508202\t1.2.3.4:11211\n");
  }

  @Test
  void noKeysGiveNoOutput() {
    assertThat(run("")).isZero();
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  @Test
  void aLineThatIsNoKeyIsReportedAndTheOthersArePrinted() {
    int code = run("user:5433012\n\n" + "x".repeat(251) + "\nshoppingbasket:993908\n");

    assertThat(code).isEqualTo(2);
    assertThat(out.toString(UTF_8).lines()).hasSize(2);
    assertThat(err.toString(UTF_8).lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("stdin:2: "),
            line -> assertThat(line).startsWith("stdin:3: "));
  }

  @Test
  void ofManyBadLinesOnlyTheFirstAreShown() {
    assertThat(run("\n".repeat(1000))).isEqualTo(2);

    assertThat(err.toString(UTF_8).lines()).hasSize(11).endsWith("stdin: 990 more bad lines");
  }

  @Test
  void sharesAndPointsOfEachServerAreShown() {
    assertThat(run("", "--points")).isZero();

    List<String> lines = out.toString(UTF_8).lines().toList();
    assertThat(lines).hasSize(4).startsWith("server\tshare\tpoints");
    assertThat(lines.subList(1, 4))
        .allSatisfy(
            line -> assertThat(line).matches("\\d\\.\\d\\.\\d\\.\\d:11211\t\\d+\\.\\d\\d%\t160"));
    assertThat(lines.subList(1, 4).stream().mapToDouble(RingCommandTest::share).sum())
        .isBetween(99.98, 100.02);
  }

  @Test
  void sharesCanBeThoseAfterAChange() {
    assertThat(run("", "--points", "--without", "1.2.3.4:11211")).isZero();

    assertThat(out.toString(UTF_8)).doesNotContain("1.2.3.4").contains("5.6.7.8", "9.8.7.6");
  }

  @Test
  void theKeysOfAServerThatLeavesMoveToTheOthers() {
    long own = held("5.6.7.8:11211");

    assertThat(run(keys(), "--without", "5.6.7.8:11211")).isZero();

    List<String> lines = out.toString(UTF_8).lines().toList();
    assertThat(lines.get(0)).startsWith(own + " of 1000 keys would move (");
    assertThat(lines.get(1)).isEqualTo("keys\tfrom\tto");
    assertThat(lines.subList(2, lines.size()))
        .hasSize(2)
        .allSatisfy(line -> assertThat(line)
            .matches("\\d+\t5\\.6\\.7\\.8:11211\t(1\\.2\\.3\\.4|9\\.8\\.7\\.6):11211"));
    assertThat(moves(lines)).isSortedAccordingTo((one, other) -> Long.compare(other, one));
    assertThat(moves(lines).stream().mapToLong(Long::longValue).sum()).isEqualTo(own);
  }

  @Test
  void aServerThatJoinsTakesKeysOfEach() {
    assertThat(run(keys(), "--with", "10.0.0.4:11211")).isZero();

    List<String> lines = out.toString(UTF_8).lines().toList();
    assertThat(lines).hasSize(5);
    assertThat(lines.subList(2, 5))
        .allSatisfy(line -> assertThat(line).endsWith("\t10.0.0.4:11211"));
  }

  @Test
  void aServerThatJoinsHasTheCommonWeightUnlessItsOwnIsGiven() {
    run("", "--points", "--with", "10.0.0.4:11211");
    assertThat(out.toString(UTF_8)).contains("160").doesNotContain("\t256\n");
    out.reset();

    run("", "--points", "--with", "10.0.0.4:11211=200");
    assertThat(out.toString(UTF_8).lines().skip(4)).singleElement().asString().endsWith("\t256");
  }

  @Test
  void aNewWeightMustBeGivenWhereTheOthersDiffer() throws IOException {
    Files.writeString(servers, "a:1 600\nb:1 300\n");

    assertThat(run(keys(), "--with", "c:1")).isEqualTo(2);
    assertThat(err.toString(UTF_8).lines())
        .containsExactly(
            "--with c:1: the servers differ in weight, so give this one's too, as in c:1=600");
    assertThat(run(keys(), "--with", "c:1=450")).isZero();
  }

  @Test
  void aServerThatJoinsMayHaveANameAsInTheFile() {
    assertThat(run("", "--points", "--with", "cache9 100 cache-i")).isZero();
    String named = out.toString(UTF_8);
    out.reset();
    assertThat(run("", "--points", "--with", "cache9=100")).isZero();

    assertThat(named.lines()).last().asString().matches("cache9:11211\t.*\t160");
    assertThat(named).isNotEqualTo(out.toString(UTF_8));
  }

  @Test
  void aNameThatTheDialectNeedsCanBeGivenToAServerThatJoins() {
    assertThat(run("", "--points", "--dialect", "spymemcached", "--with", "cache9"))
        .isEqualTo(2);
    assertThat(err.toString(UTF_8).lines())
        .containsExactly("cache9:11211 needs a name: spymemcached's holds the IP address, "
            + "as in the line \"cache9:11211 100 cache1/10.0.0.1:11211\"");

    String line = "cache9:11211 100 cache9/10.0.0.9:11211";
    assertThat(run("", "--points", "--dialect", "spymemcached", "--with", line)).isZero();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      x y           | bad weight "y": expected a whole number from 1 to 2147483647
      :1            | bad address ":1": "" is not a host name or IP address
      c:1=0         | bad weight "0": expected a whole number from 1 to 2147483647
      1.2.3.4:11211 | 1.2.3.4:11211 is already listed at server 1
      """)
  void aServerThatCannotJoinIsNamedWithItsOption(String item, String problem) {
    assertThat(run(keys(), "--with", item)).isEqualTo(2);
    assertThat(err.toString(UTF_8).lines()).containsExactly("--with " + item + ": " + problem);
  }

  @Test
  void unixSocketsAreServersToo() throws IOException {
    Files.writeString(servers, "unix:/run/a.sock 1\n");

    assertThat(run("foo\n")).isZero();
    assertThat(out.toString(UTF_8)).isEqualTo("foo\tunix:/run/a.sock\n");
  }

  @Test
  void aSingleServerCanBeExchanged() throws IOException {
    Files.writeString(servers, "a:1 1\n");

    assertThat(run(keys(), "--without", "a:1", "--with", "b:1")).isZero();
    assertThat(out.toString(UTF_8))
        .isEqualTo("1000 of 1000 keys would move (100.00%)\nkeys\tfrom\tto\n1000\ta:1\tb:1\n");
  }

  @Test
  void withoutKeysNothingMoves() {
    assertThat(run("", "--without", "1.2.3.4:11211")).isZero();
    assertThat(out.toString(UTF_8)).isEqualTo("0 of 0 keys would move (0.00%)\n");
  }

  @Test
  void aServerThatIsNotThereCannotLeave() {
    assertThat(run(keys(), "--without", "1.1.1.1")).isEqualTo(2);
    assertThat(err.toString(UTF_8).lines())
        .containsExactly("--without 1.1.1.1: there is no such server in " + servers);
  }

  @Test
  void aBadServerFileIsReportedWithAllItsLines() throws IOException {
    Files.writeString(servers, "a:1\nb:x 1\n");

    assertThat(run(keys())).isEqualTo(2);
    assertThat(err.toString(UTF_8).lines())
        .containsExactly(
            servers + ":1: no weight for a:1",
            servers + ":2: bad address \"b:x\": the port must be 1 to 65535, but is \"x\"");
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  @Test
  void aMissingFileAnUnknownDialectAndAForgottenOptionAreUsageErrors() {
    servers = dir.resolve("none.txt");
    assertThat(run("")).isEqualTo(2);
    assertThat(run("", "--dialect", "klingon")).isEqualTo(2);
    assertThat(CorralCommand.run(InputStream.nullInputStream(), out, err, "ring"))
        .isEqualTo(2);

    assertThat(err.toString(UTF_8).lines())
        .containsExactly(
            servers + ": there is no such file",
            "corral ring: Invalid value for option '--dialect': unknown dialect \"klingon\": expected"
                + " libketama, libmemcached-weighted, libmemcached, spymemcached",
            "Try 'corral ring --help'.",
            "corral ring: Missing required option: '--servers=FILE'",
            "Try 'corral ring --help'.");
  }

  private int run(String input, String... options) {
    List<String> args = new ArrayList<>(List.of("ring", "--servers", servers.toString()));
    args.addAll(List.of(options));
    return CorralCommand.run(
        new ByteArrayInputStream(input.getBytes(UTF_8)), out, err, args.toArray(new String[0]));
  }

  private long held(String address) {
    run(keys());
    long held = out.toString(UTF_8)
        .lines()
        .filter(line -> line.endsWith("\t" + address))
        .count();
    out.reset();
    return held;
  }

  private static String keys() {
    return IntStream.range(0, 1000).mapToObj(i -> "key:" + i).collect(Collectors.joining("\n"));
  }

  private static double share(String line) {
    return Double.parseDouble(line.substring(line.indexOf('\t') + 1, line.indexOf('%')));
  }

  private static List<Long> moves(List<String> lines) {
    return lines.stream()
        .skip(2)
        .map(line -> Long.valueOf(line.substring(0, line.indexOf('\t'))))
        .toList();
  }
}
