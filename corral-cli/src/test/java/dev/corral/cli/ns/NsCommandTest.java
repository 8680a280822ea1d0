package dev.corral.cli.ns;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.Corral;
import dev.corral.cache.Cache;
import dev.corral.cli.CorralCommand;
import dev.corral.cli.option.Durations;
import dev.corral.cli.terminal.Terminal;
import dev.corral.codec.Codec;
import dev.corral.key.Keys;
import dev.corral.namespace.Evidence;
import dev.corral.namespace.Generation;
import dev.corral.namespace.Namespace;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Timeout(60)
class NsCommandTest {
  private static final String STORE = "memory:ns-command";

  private Instant now = Instant.parse("2025-06-01T12:00:00Z");
  private final Corral application = Corral.open(STORE, site -> site.clock(() -> now));
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @AfterEach
  void close() {
    application.close();
  }

  private int run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("ns", "--store", STORE));
    all.addAll(List.of(arguments));
    return CorralCommand.run(InputStream.nullInputStream(), out, err, all.toArray(String[]::new));
  }

  /** Runs it in a time that passes while it pauses. */
  private int runAtOnce(boolean isTerminal, String... arguments) {
    NsCommand ns = new NsCommand(
        new Terminal(out, UTF_8, 80, isTerminal, false), () -> now, time -> now = now.plus(time));
    return new CommandLine(ns).execute(arguments);
  }

  @Test
  void theEvidenceIsShown() {
    application
        .namespaces()
        .invalidateAll(List.of(
            application.namespace("userId", 1),
            application.namespace("userId", 2),
            application.namespace("userId", 3)));
    Evidence evidence = application.namespaces().evidence();

    assertThat(run("show")).isZero();
    assertThat(out.toString(UTF_8))
        .contains("epoch     " + evidence.epoch() + ", since ")
        .contains("evidence  80 bytes, " + evidence.touchedBits() + " of 640 bits set (0.9 %)")
        .contains("touched   about 3 namespaces since then")
        .contains("needless  0.0 % of the look-ups of others")
        .contains("flush     none under way");
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void aNamespaceIsInvalidatedForAll() {
    Cache<String, String> cache = application.cache(
        "shop", Keys.strings(), Codec.strings(), options -> options.ttl(Duration.ofMinutes(1)));
    Namespace user = application.namespace("userId", 12543);
    cache.in(user).put("basket", "full");

    assertThat(run("invalidate", "userId", "12543")).isZero();
    assertThat(out.toString(UTF_8))
        .isEqualTo("userId=12543 is invalidated; its generation is " + user.generation()
            + System.lineSeparator());
    assertThat(cache.in(user).peek("basket").isFound()).isFalse();
  }

  @Test
  void aFlushIsFollowedToItsEndOnOneLine() {
    Generation before = application.namespaces().evidence().epoch();

    assertThat(runAtOnce(true, "--store", STORE, "flush", "--over", "180s")).isZero();
    assertThat(out.toString(UTF_8).lines()).hasSize(181 + 1); // each begins with a return
    assertThat(out.toString(UTF_8))
        .contains("\r[..............................]   0 %, 180 s left")
        .contains("\r[###############...............]  50 %, 90 s left")
        .contains("\r[##############################] 100 %, done");
    assertThat(application.namespaces().evidence().epoch()).isGreaterThan(before);
    assertThat(application.namespaces().evidence().roll()).isEmpty();
  }

  @Test
  void withoutATerminalItIsALinePerTenth() {
    assertThat(runAtOnce(false, "--store", STORE, "flush", "--over", "180s")).isZero();
    assertThat(out.toString(UTF_8).lines()).hasSize(11).allMatch(line -> line.startsWith("["));
  }

  @Test
  void aFlushThatIsUnderWayIsShownAndNoOtherBegins() {
    application.namespaces().rollingFlush(Duration.ofSeconds(100));
    Evidence running = application.namespaces().evidence();
    now = now.plusSeconds(50);

    assertThat(runAtOnce(false, "--store", STORE, "show")).isZero();
    assertThat(runAtOnce(false, "--store", STORE, "watch", "--times", "1")).isZero();
    assertThat(runAtOnce(false, "--store", STORE, "flush", "--over", "1h")).isZero();
    assertThat(out.toString(UTF_8))
        .contains("flush     [###############...............]  50 %, until ")
        .contains("flush [###############...............]  50 %, until ")
        .contains("a flush is under way since ", ", and takes 100 s", "100 %, done");
    assertThat(application.namespaces().evidence().epoch()).isEqualTo(running.epoch());
  }

  @Test
  void aFlushAtOnceIsOverAtOnce() {
    assertThat(run("flush", "--over", "0s")).isZero();
    assertThat(out.toString(UTF_8))
        .isEqualTo("[##############################] 100 %, done" + System.lineSeparator());
  }

  @Test
  void theEvidenceIsWatched() {
    application.namespaces().evidence();
    assertThat(runAtOnce(true, "--store", STORE, "watch", "--times", "3")).isZero();
    assertThat(out.toString(UTF_8).lines())
        .hasSize(3)
        .allSatisfy(
            line -> assertThat(line).contains("bits 0/640", "needless  0.0 %", "flush none"));
  }

  @Test
  void whoOnlyLooksBeginsNothing() {
    assertThat(run("--evidence-bytes", "100", "show")).isZero();
    assertThat(run("--evidence-bytes", "100", "watch", "--times", "1")).isZero();
    assertThat(out.toString(UTF_8)).startsWith("no evidence: ").contains("  no evidence");
    assertThat(application.namespaces().evidence().bits()).isEqualTo(640);
  }

  @Test
  void anotherPrefixIsAnotherApplication() {
    application.namespace("userId", 1).invalidate();
    assertThat(run("--prefix", "other", "show")).isZero();
    assertThat(out.toString(UTF_8)).startsWith("no evidence: ");
  }

  @Test
  void evidenceThatIsSwitchedOffIsShownAsThat() {
    assertThat(run("--prefix", "off", "--evidence-bytes", "0", "invalidate", "a", "1"))
        .isZero();
    assertThat(run("--prefix", "off", "--evidence-bytes", "0", "show")).isZero();
    assertThat(run("--prefix", "off", "--evidence-bytes", "0", "watch", "--times", "1"))
        .isZero();
    assertThat(out.toString(UTF_8))
        .contains("evidence  switched off", "evidence switched off")
        .doesNotContain("flush");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        --evidence-bytes 100 show     | others have evidence of 80 bytes, here 100 bytes
        --evidence-bytes 0 show       | others have evidence of 80 bytes, here no bytes (off)
        --generation-prefix x show    | others have the prefix '___', here 'x'
        --evidence-bytes -1 show      | evidenceBytes must be 1 to 8192, but is -1
        invalidate a=b 1              | field must be a name without '=', but is 'a=b'
        invalidate userId             | Missing required parameter: 'VALUE'
        flush --over 3x               | '3x' is no time; write a number and ms, s, m or h
        flush --over 200h             | --over: period must be 0 to 7 days, but is PT200H
        """)
  void aMistakeIsNamed(String arguments, String message) {
    application.namespaces().evidence();
    assertThat(run(arguments.split(" "))).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains(message).doesNotContain("Exception", "\tat ");
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"show", "invalidate", "flush", "watch"})
  void eachCommandHasHelpThatNeedsNoStore(String command) {
    assertThat(CorralCommand.run(InputStream.nullInputStream(), out, err, "ns", command, "--help"))
        .isZero();
    assertThat(out.toString(UTF_8)).contains("Usage: corral ns " + command);
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void withoutAStoreItIsAskedFor() {
    assertThat(CorralCommand.run(InputStream.nullInputStream(), out, err, "ns", "show"))
        .isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("there is no store: give one by --store=URI");
  }

  @ParameterizedTest
  @CsvSource({"500ms, PT0.5S", "180s, PT3M", "30m, PT30M", "2h, PT2H", "0s, PT0S"})
  void timesAreWrittenAsPeopleDo(String text, Duration duration) {
    assertThat(new Durations().convert(text)).isEqualTo(duration);
  }
}
