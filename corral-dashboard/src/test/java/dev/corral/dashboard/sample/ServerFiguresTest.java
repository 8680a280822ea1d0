package dev.corral.dashboard.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerFiguresTest {
  private static final long SECOND = 1_000_000_000;

  private static ServerFigures figures(long at, long gets, long hits, long misses) {
    Map<String, String> told = new HashMap<>();
    told.put("cmd_get", "" + gets);
    told.put("cmd_set", "7");
    told.put("get_hits", "" + hits);
    told.put("get_misses", "" + misses);
    told.put("bytes_read", "" + 10 * gets);
    told.put("bytes_written", "" + 20 * gets);
    told.put("curr_items", "12");
    told.put("bytes", "1024");
    told.put("limit_maxbytes", "67108864");
    told.put("evictions", "0");
    told.put("curr_connections", "3");
    told.put("uptime", "86400");
    return new ServerFigures(told, at);
  }

  @Test
  void whatStandsIsToldAndWhatGrowsAsARate() {
    assertThat(figures(3 * SECOND, 300, 250, 50).since(figures(SECOND, 100, 100, 0)))
        .containsEntry("gets", 100.0)
        .containsEntry("sets", 0.0)
        .containsEntry("hitRate", 0.75)
        .containsEntry("bytesIn", 1000.0)
        .containsEntry("bytesOut", 2000.0)
        .containsEntry("items", 12L)
        .containsEntry("bytes", 1024L)
        .containsEntry("limit", 67108864L)
        .containsEntry("evictions", 0.0)
        .containsEntry("connections", 3L)
        .containsEntry("uptime", 86400L);
  }

  @Test
  void withoutAnEarlierAnswerThereAreNoRates() {
    assertThat(figures(SECOND, 100, 100, 0).since(null))
        .containsEntry("gets", null)
        .containsEntry("hitRate", null)
        .containsEntry("evictions", null)
        .containsEntry("items", 12L);
  }

  @Test
  void aServerThatWasStartedAnewHasDoneNothingRatherThanLess() {
    assertThat(figures(2 * SECOND, 5, 4, 1).since(figures(SECOND, 100, 90, 10)))
        .containsEntry("gets", 0.0)
        .containsEntry("bytesIn", 0.0)
        .containsEntry("hitRate", null);
  }

  @Test
  void twoAnswersOfOneMomentMakeNoRate() {
    assertThat(figures(SECOND, 5, 4, 1).since(figures(SECOND, 1, 1, 0)))
        .containsEntry("gets", null)
        .containsEntry("hitRate", 0.75);
  }

  @Test
  void whatIsNotToldOrIsNoNumberIsUnknown() {
    ServerFigures odd = new ServerFigures(Map.of("curr_items", "many"), SECOND);

    assertThat(odd.since(odd))
        .containsEntry("items", null)
        .containsEntry("bytes", null)
        .containsEntry("gets", null)
        .containsEntry("hitRate", null);
  }
}
