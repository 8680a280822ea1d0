package dev.corral.cli.item;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Miss;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class ChangeCommandsTest {
  @AutoClose
  private final Rig rig = new Rig("change-commands?maxItemBytes=1000000");

  @TempDir
  Path folder;

  private GetOutcome read(String key) {
    return rig.execute(Get.of(Key.raw(key)).withDetails());
  }

  private Item item(String key) {
    return (Item) read(key);
  }

  private String value(String key) {
    return new String(item(key).value(), UTF_8);
  }

  @Test
  void aValueIsStoredForEver() {
    assertThat(rig.run("set", "greeting", "grüß dich")).isZero();
    assertThat(rig.output().lines())
        .containsExactly("stored 11 bytes under greeting on memory, for ever");
    assertThat(value("greeting")).isEqualTo("grüß dich");
    assertThat(item("greeting").expires()).isFalse();
  }

  @Test
  void aValueIsStoredForATime() {
    assertThat(rig.run("set", "greeting", "hello", "--ttl", "10m")).isZero();
    assertThat(rig.output()).contains(", for 600 s");
    assertThat(item("greeting").remaining())
        .isBetween(Duration.ofMinutes(9), Duration.ofMinutes(10));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-", "--file=-"})
  void aValueComesFromStandardInput(String from) {
    byte[] value = {0, '\n', (byte) 0xff, '\n'};
    String[] options = from.isEmpty() ? new String[] {"key"} : new String[] {"key", from};
    assertThat(rig.runWith(value, "set", options)).isZero();
    assertThat(item("key").value()).isEqualTo(value);
  }

  @Test
  void aValueComesFromAFile() throws Exception {
    Path file = Files.writeString(folder.resolve("value"), "hello\n");
    assertThat(rig.run("set", "key", "--file", file.toString())).isZero();
    assertThat(value("key")).isEqualTo("hello\n");
  }

  @Test
  void addIsOnlyForWhatIsNotThereAndReplaceForWhatIs() {
    assertThat(rig.run("set", "key", "1", "--replace")).isEqualTo(1);
    assertThat(rig.run("set", "key", "2", "--add")).isZero();
    assertThat(rig.run("set", "key", "3", "--add")).isEqualTo(1);
    assertThat(value("key")).isEqualTo("2");
    assertThat(rig.run("set", "key", "4", "--replace")).isZero();
    assertThat(value("key")).isEqualTo("4");
    assertThat(rig.errors().lines())
        .containsExactly(
            "corral set: nothing was stored, for there is no item key on memory",
            "corral set: nothing was stored, for there is an item key on memory");
  }

  @Test
  void aValueThatIsTooLargeIsRefusedAndWhatWasThereStays() {
    assertThat(rig.run("set", "key", "small")).isZero();
    assertThat(rig.runWith(new byte[2_000_000], "set", "key")).isEqualTo(1);
    assertThat(rig.errors())
        .contains("corral: the value of key has 2000000 bytes, but at most ")
        .doesNotContain("Exception");
    assertThat(value("key")).isEqualTo("small");
  }

  @Test
  void moreThanAnyServerTakesIsNotEvenRead() {
    assertThat(rig.runWith(new byte[(64 << 20) + 1], "set", "key")).isEqualTo(2);
    assertThat(rig.errors()).contains("corral set: the value must have at most 64 MiB");
  }

  @Test
  void itemsAreDeletedAndThoseThatAreNotThereNamed() {
    assertThat(rig.run("set", "a", "1")).isZero();
    assertThat(rig.run("delete", "a", "b")).isZero();
    assertThat(rig.output()).endsWith("deleted a from memory" + System.lineSeparator());
    assertThat(rig.errors().lines()).containsExactly("corral delete: there is no item b on memory");
    assertThat(read("a")).isEqualTo(Miss.MISS);
    assertThat(rig.run("delete", "a", "b")).isEqualTo(1);
  }

  @Test
  void itemsAreTouchedAndThoseThatAreNotThereNamed() {
    assertThat(rig.run("set", "a", "1")).isZero();
    assertThat(rig.run("touch", "a", "--ttl", "10m")).isZero();
    assertThat(item("a").remaining()).isBetween(Duration.ofMinutes(9), Duration.ofMinutes(10));
    assertThat(rig.output()).endsWith("a on memory lives for 600 s" + System.lineSeparator());
    assertThat(rig.run("touch", "a", "b", "--ttl", "0")).isEqualTo(1);
    assertThat(item("a").expires()).isFalse();
    assertThat(rig.errors().lines()).containsExactly("corral touch: there is no item b on memory");
  }

  @Test
  void aCounterIsCreatedOnlyIfAskedFor() {
    assertThat(rig.run("incr", "visits")).isEqualTo(1);
    assertThat(rig.errors().lines())
        .containsExactly(
            "corral incr: there is no counter visits on memory; --initial creates one");
    assertThat(rig.run("incr", "visits", "5", "--initial", "100", "--ttl", "1h"))
        .isZero();
    assertThat(item("visits").remaining()).isGreaterThan(Duration.ofMinutes(59));
    assertThat(rig.run("incr", "visits", "5", "--initial", "100")).isZero();
    assertThat(rig.output().lines()).containsExactly("100", "105");
  }

  @Test
  void aCounterStopsAtZeroAndIsAsLargeAsTheServers() {
    assertThat(rig.run("set", "visits", "7")).isZero();
    assertThat(rig.run("incr", "visits")).isZero();
    assertThat(rig.run("incr", "visits", "-3")).isZero();
    assertThat(rig.run("incr", "visits", "-100")).isZero();
    assertThat(rig.run("incr", "visits", "18446744073709551615")).isZero();
    assertThat(rig.output().lines().skip(1)).containsExactly("8", "5", "0", "18446744073709551615");
  }

  @Test
  void whatIsNoNumberIsNotCounted() {
    assertThat(rig.run("set", "greeting", "hello")).isZero();
    assertThat(rig.run("incr", "greeting")).isEqualTo(1);
    assertThat(rig.errors().lines())
        .containsExactly("corral incr: the value of greeting is no number");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        set key value --add --replace     | --add, --replace are mutually exclusive
        set key value --file /dev/null    | there are both VALUE and --file
        set key --file /no/such           | --file: there is no file /no/such
        set key --file /                  | --file / cannot be read: Is a directory
        set key value --ttl 0s            | '0s' is no life; write 0 for ever, or a time such as
        set key value --ttl soon          | 'soon' is no time; write a number and ms, s, m or h
        set kéy value                     | 'kéy' is no key
        touch key                         | Missing required option: '--ttl=TIME'
        incr                              | Missing required parameter: 'KEY'
        incr visits 1x                    | N is '1x', which is no whole number of 64 bits
        incr visits --initial -1          | --initial is '-1', which is no whole number
        incr visits --ttl 1h              | --ttl is only for --initial
        stats                             | only memcached servers have statistics
        """)
  void aMistakeIsNamed(String line, String message) {
    String[] words = line.split(" ");
    String[] options = new String[words.length - 1];
    System.arraycopy(words, 1, options, 0, options.length);
    assertThat(rig.run(words[0], options)).isEqualTo(2);
    assertThat(rig.errors()).contains(message).doesNotContain("Exception", "\tat ");
    assertThat(rig.output()).isEmpty();
  }
}
