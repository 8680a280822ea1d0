package dev.corral.benchmarks.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.corral.benchmarks.cost.Costs.Cost;
import dev.corral.cli.bench.Callers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractDoubleAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every table, in too short a time to measure anything. */
class CostsIT {
  private static final Map<String, Integer> ROWS = Map.of(
      "hit", 6,
      "hit-memory", 6,
      "servers", 6,
      "namespaces", 11,
      "near", 1,
      "client", 3,
      "herd", Callers.virtual().isPresent() ? 4 : 2,
      "multi-get", 11);

  /** The columns that say what a row is of, beside the first. */
  private static final Set<String> LABELS = Set.of("by", "hit in");

  /** What each connection keeps once a caller that waits has written to it. */
  private static final double CALLERS_BUFFER_KIB = 16;

  /** So many buffers more or less have others of the process from one moment to the next. */
  private static final double COME_AND_GO = 4;

  static List<Cost> tables() {
    return Costs.ALL;
  }

  @ParameterizedTest
  @MethodSource("tables")
  void aTableHasAFigureInEachCell(Cost cost) throws Exception {
    List<List<String>> lines = lines(cost);
    List<String> titles = lines.get(0);
    List<List<String>> rows = lines.subList(2, lines.size());

    assertThat(rows).hasSize(ROWS.getOrDefault(cost.word(), 0));
    for (List<String> row : rows) {
      for (int column = 1; column < titles.size(); column++) {
        String title = titles.get(column);
        if (!LABELS.contains(title)) {
          assertFigure(median(row.get(column)), title, row);
        }
      }
    }
  }

  private static void assertFigure(double figure, String title, List<String> row) {
    AbstractDoubleAssert<?> asserted =
        assertThat(figure).as("%s of %s", title, row).isFinite();
    if (title.startsWith("bytes")
        || title.startsWith("times")) { // a near hit needs next to nothing
      asserted.isNotNegative();
    } else if (!title.contains("more than")) {
      asserted.isPositive();
    }
  }

  @Test
  void aClientsMemoryHasTheBuffersThatWaitingCallersWriteFrom() throws Exception {
    Cost client = Costs.ALL.stream()
        .filter(cost -> cost.word().equals("client"))
        .findFirst()
        .orElseThrow();

    List<List<String>> lines = lines(client);

    int direct = lines.get(0).indexOf("direct, KiB");
    List<String> few = lines.get(2);
    List<String> many = lines.get(lines.size() - 1);
    assertThat(median(many.get(direct)) - median(few.get(direct)))
        .isCloseTo(
            (median(many.get(0)) - median(few.get(0))) * CALLERS_BUFFER_KIB,
            within(COME_AND_GO * CALLERS_BUFFER_KIB));
  }

  /** All lines of a table, in cells. */
  private static List<List<String>> lines(Cost cost) throws Exception {
    return cost.measuring()
        .table(Pace.BRIEF)
        .toString()
        .lines()
        .map(line -> Stream.of(line.split("\\|", -1)).map(String::trim).toList())
        .map(cells -> cells.subList(1, cells.size() - 1))
        .toList();
  }

  /** The first number of a cell. */
  private static double median(String cell) {
    return Double.parseDouble(cell.replaceAll(" .*", ""));
  }
}
