package dev.corral.embedded.command;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.embedded.stats.Settings;
import dev.corral.embedded.wire.CommandLine;
import dev.corral.embedded.wire.Reply;
import dev.corral.testkit.MovableTicker;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StatsCommandTest {
  private static final Instant START = Instant.ofEpochSecond(1_800_000_000);

  private final MovableTicker ticker = new MovableTicker();
  private final Engine engine = new Engine(ticker, START, 1 << 20, 1 << 18);
  private final Interpreter interpreter = interpreter(null);

  private Interpreter interpreter(@Nullable Path passwordFile) {
    return new Interpreter(
        engine, new Settings(() -> 11211, "::1", 1 << 20, 1 << 18, 100, 3, passwordFile));
  }

  private String say(String command) {
    return say(interpreter, command);
  }

  private static String say(Interpreter interpreter, String command) {
    String[] parts = command.split("\n", 2);
    CommandLine line = new CommandLine();
    line.read(Unpooled.copiedBuffer(parts[0], US_ASCII), parts[0].length());
    ByteBuf told = Unpooled.buffer();
    Next next = interpreter.run(line, new Reply(told));
    if (next instanceof Next.Value value) {
      byte[] bytes = parts[1].getBytes(US_ASCII);
      value.storing().store(bytes.length == value.length() ? bytes : null, new Reply(told));
    }
    return told.toString(US_ASCII);
  }

  private Map<String, String> stats(String command) {
    return read(say(command));
  }

  private static Map<String, String> read(String told) {
    assertThat(told).endsWith("END\r\n");
    Map<String, String> stats = new LinkedHashMap<>();
    told.lines().filter(line -> line.startsWith("STAT ")).forEach(line -> {
      String[] words = line.split(" ", 3);
      stats.put(words[1], words[2]);
    });
    return stats;
  }

  @Test
  void itTellsTheTimeAndHowLongItRuns() {
    ticker.advance(Duration.ofSeconds(10));
    assertThat(stats("stats"))
        .containsEntry("uptime", "12")
        .containsEntry("time", "1800000010")
        .containsEntry("pid", String.valueOf(ProcessHandle.current().pid()))
        .containsEntry("version", "1.6.18");
  }

  @Test
  void itCountsWhatWasFoundAndWhatNot() {
    say("set a 0 0 1\nx");
    say("get a b");
    say("mg a T10");
    say("touch b 0");
    say("cas a 0 0 1 99\nx");
    say("cas b 0 0 1 1\nx");
    say("cas a 0 0 1 1\n5");
    say("incr a 1");
    say("decr a 1");
    say("incr b 1");
    say("decr b 1");
    say("delete a");
    say("delete a");
    say("me a");
    assertThat(stats("stats"))
        .containsEntry("cmd_get", "2")
        .containsEntry("get_hits", "1")
        .containsEntry("get_misses", "1")
        .containsEntry("cmd_set", "4")
        .containsEntry("cmd_touch", "2")
        .containsEntry("touch_hits", "1")
        .containsEntry("touch_misses", "1")
        .containsEntry("cas_badval", "1")
        .containsEntry("cas_misses", "1")
        .containsEntry("cas_hits", "1")
        .containsEntry("incr_hits", "1")
        .containsEntry("incr_misses", "1")
        .containsEntry("decr_hits", "1")
        .containsEntry("decr_misses", "1")
        .containsEntry("delete_hits", "1")
        .containsEntry("delete_misses", "1")
        .containsEntry("cmd_meta", "1")
        .containsEntry("total_items", "2")
        .containsEntry("curr_items", "0");
  }

  @Test
  void aValueThatEndsBadlyIsCountedAsASet() {
    say("set a 0 0 1\nxyz");
    say("ms a 1\nxyz");
    assertThat(stats("stats")).containsEntry("cmd_set", "2").containsEntry("total_items", "0");
  }

  @Test
  void aCounterThatGrowsIsANewItem() {
    say("set a 0 0 1\n9");
    say("incr a 1");
    say("incr a 1");
    say("ma b N0 J1");
    say("mg c N0");
    assertThat(stats("stats")).containsEntry("total_items", "4").containsEntry("curr_items", "3");
  }

  @Test
  void onlyTheLivingAreCounted() {
    say("set a 0 10 1\nx");
    say("set b 0 0 1\nx");
    assertThat(stats("stats")).containsEntry("curr_items", "2").containsEntry("bytes", "122");
    ticker.advance(Duration.ofSeconds(10));
    assertThat(stats("stats")).containsEntry("curr_items", "1").containsEntry("bytes", "61");
    say("flush_all");
    assertThat(stats("stats")).containsEntry("curr_items", "0").containsEntry("cmd_flush", "1");
    assertThat(stats("stats items")).isEmpty();
  }

  @Test
  void evictionsAreCountedFromTheLastReset() {
    for (int i = 0; i < 100; i++) {
      say("set key" + i + " 0 0 100000\n" + "v".repeat(100_000));
    }
    assertThat(Integer.parseInt(stats("stats").getOrDefault("evictions", "0"))).isPositive();
    assertThat(say("stats reset")).isEqualTo("RESET\r\n");
    assertThat(stats("stats"))
        .containsEntry("evictions", "0")
        .containsEntry("cmd_set", "0")
        .containsEntry("total_items", "0")
        .doesNotContainEntry("curr_items", "0");
  }

  @Test
  void itemsAreToldByTheirClasses() {
    say("set a 0 0 1\nx");
    say("set b 0 0 100\n" + "v".repeat(100));
    say("get b");
    assertThat(stats("stats items"))
        .hasSize(56)
        .containsEntry("items:1:number", "1")
        .containsEntry("items:1:mem_requested", "61")
        .containsEntry("items:1:hits_to_hot", "0")
        .containsEntry("items:4:number", "1")
        .containsEntry("items:4:mem_requested", "160")
        .containsEntry("items:4:hits_to_hot", "1");
  }

  @Test
  void aClassKeepsItsPageWhenItsItemsAreGone() {
    say("set a 0 0 1\nx");
    say("set b 0 0 100\n" + "v".repeat(100));
    say("delete a");
    assertThat(stats("stats slabs"))
        .hasSize(32)
        .containsEntry("1:chunk_size", "96")
        .containsEntry("1:total_pages", "1")
        .containsEntry("1:used_chunks", "0")
        .containsEntry("1:delete_hits", "1")
        .containsEntry("4:used_chunks", "1")
        .containsEntry("4:free_chunks", "5460")
        .containsEntry("active_slabs", "2")
        .containsEntry("total_malloced", "2097152");
  }

  @Test
  void settingsAreWhatTheServerWasTold() {
    assertThat(stats("stats settings"))
        .containsEntry("maxbytes", "1048576")
        .containsEntry("maxconns", "100")
        .containsEntry("tcpport", "11211")
        .containsEntry("inter", "::1")
        .containsEntry("num_threads", "3")
        .containsEntry("item_size_max", "262144")
        .containsEntry("slab_chunk_max", "262144")
        .containsEntry("auth_enabled_ascii", "no")
        .containsEntry("oldest", "0")
        .containsEntry("verbosity", "0");
    assertThat(read(say(interpreter(Path.of("users")), "stats settings")))
        .containsEntry("auth_enabled_ascii", "users");
  }

  @Test
  void settingsFollowCommands() {
    say("flush_all");
    say("verbosity 9");
    assertThat(stats("stats settings"))
        .containsEntry("oldest", "61")
        .containsEntry("verbosity", "2");
  }

  @Test
  void reportsThatItDoesNotHaveAreErrors() {
    for (String report : new String[] {"foo", "conns", "sizes", "detail on", "cachedump 1 1"}) {
      assertThat(say("stats " + report)).isEqualTo("ERROR\r\n");
    }
  }
}
