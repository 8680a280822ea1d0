package dev.corral.it.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.embedded.EmbeddedServer;
import dev.corral.it.Memcached;
import dev.corral.it.Table;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an embedded server and a real one tell of themselves after the same commands. */
class StatsIT {
  private static final int CLIENTS = 300;

  /** What an item takes beside its value, at most. */
  private static final int BOOKKEEPING = 64;

  private static final List<String> REPORTS =
      List.of("stats", "stats settings", "stats items", "stats slabs");

  /** What differs, and why. All other values are the same. */
  private static final Pattern DIFFERENT = Pattern.compile(String.join(
      "|",
      // another process, another clock, another port
      "pid|uptime|time|tcpport|oldest|rusage_.*",
      // machinery that only the real server has
      "libevent|response_obj_.*|read_buf_count|read_buf_bytes|read_buf_bytes_free|reserved_fds",
      "hash_power_level|hash_bytes|lru_crawler_(running|starts)|lru_maintainer_juggles|lru_bumps_dropped",
      "(items:\\d+:)?(crawler_.*|lrutail_reflocked|moves_.*|number_.*|age.*|hits_to_.*)",
      // what the embedded server does not know of the dead
      "get_expired|get_flushed|(items:\\d+:)?(reclaimed|expired_unfetched)",
      // pages that the real server keeps for chunks that were needed once
      "\\d+:(total_pages|total_chunks|free_chunks)|total_malloced",
      // the lengths of the replies to stats, which tell all this
      "bytes_written"));

  private static final Table FIGURES =
      Table.of("stats, embedded and real", "after", "report", "names", "different");

  @AfterAll
  static void show() {
    FIGURES.show();
  }

  @Test
  void theSameCommandsMakeTheSameFigures() {
    try (Memcached real = Memcached.with("-t", "4").start();
        EmbeddedServer embedded = EmbeddedServer.start(options -> options.threads(4));
        StatsClient one = new StatsClient(real.address());
        StatsClient other = new StatsClient(embedded.address())) {
      compare("the start", one, other);
      askBoth(StatsScript.commands(), one, other);
      compare("all commands", one, other);
      askBoth("stats reset", one, other);
      compare("reset", one, other);
      askBoth(StatsScript.reads(), one, other);
      compare("reads", one, other);
      askBoth("flush_all", one, other);
      askBoth(StatsScript.reads(), one, other);
      compare("flush_all", one, other);
      callAtOnce(real.address());
      callAtOnce(embedded.address());
      Memcached.awaitUntil("the clients to be gone", () -> areAlone(one, other));
      compare(CLIENTS + " clients", one, other);
    }
  }

  private static void askBoth(List<String> commands, StatsClient one, StatsClient other) {
    for (String command : commands) {
      askBoth(command, one, other);
    }
  }

  /** Their clocks tick at different moments, so that the last use of an item may differ. */
  private static String askBoth(String command, StatsClient one, StatsClient other) {
    String expected = one.ask(command).replaceFirst(" la=\\d+", "");
    String told = other.ask(command).replaceFirst(" la=\\d+", "");
    assertThat(told).as("%.60s", command).isEqualTo(expected);
    return expected;
  }

  private static void compare(String when, StatsClient one, StatsClient other) {
    for (String report : REPORTS) {
      Map<String, String> expected = one.stats(report);
      Map<String, String> told = other.stats(report);
      assertThat(told.keySet())
          .as("%s after %s", report, when)
          .containsExactlyElementsOf(expected.keySet());
      Map<String, String> differences = new LinkedHashMap<>();
      expected.forEach((name, value) -> {
        if (!value.equals(told.get(name))) {
          differences.put(name, told.get(name) + " in place of " + value);
        }
      });
      FIGURES.row(when, report, expected.size(), differences.size());
      differences.keySet().removeIf(name -> DIFFERENT.matcher(name).matches());
      assertThat(differences).as("%s after %s", report, when).isEmpty();
    }
  }

  /** Many clients come, are all there at once, and go. */
  private static void callAtOnce(InetSocketAddress server) {
    List<StatsClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(new StatsClient(server));
      }
      for (StatsClient client : clients) {
        assertThat(client.ask("get nothing")).isEqualTo("END\r\n");
      }
    } finally {
      for (StatsClient client : clients) {
        client.close();
      }
    }
  }

  /** Asks both servers the same number of times, whichever is the last. */
  private static boolean areAlone(StatsClient one, StatsClient other) {
    String clients = one.stats("stats").get("curr_connections");
    String clientsOfOther = other.stats("stats").get("curr_connections");
    return "1".equals(clients) && "1".equals(clientsOfOther);
  }

  @ParameterizedTest
  @CsvSource({"8192, 8192", "1048576, 524288", "4194304, 524288"})
  void itemsBelongToTheSameClasses(int maxItemBytes, int largestChunk) {
    int lastClass = 0;
    String itemLimit = String.valueOf(maxItemBytes);
    try (Memcached real = Memcached.with("-I", itemLimit, "-o", "slab_chunk_max=" + largestChunk)
            .start();
        EmbeddedServer embedded =
            EmbeddedServer.start(options -> options.maxItemBytes(maxItemBytes));
        StatsClient one = new StatsClient(real.address());
        StatsClient other = new StatsClient(embedded.address())) {
      for (int size = 1; size < maxItemBytes - BOOKKEEPING; size += Math.max(1, size / 5)) {
        String store = "set a 0 0 " + size + "\r\n" + "v".repeat(size);
        askBoth(store, one, other);
        String described = askBoth("me a", one, other);
        lastClass = Integer.parseInt(described.replaceFirst("(?s).* cls=(\\d+).*", "$1"));
        askBoth("delete a", one, other);
      }
      Map<String, String> chunks = new LinkedHashMap<>(one.stats("stats slabs"));
      chunks.keySet().removeIf(name -> !name.contains("chunk_size"));
      assertThat(other.stats("stats slabs")).containsAllEntriesOf(chunks);
      assertThat(chunks).as("every class").hasSize(lastClass);
    }
  }
}
