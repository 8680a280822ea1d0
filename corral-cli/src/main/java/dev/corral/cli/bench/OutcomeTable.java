package dev.corral.cli.bench;

import dev.corral.cli.terminal.Columns;
import dev.corral.cli.terminal.Terminal;
import dev.corral.metric.Latencies;
import java.util.ArrayList;
import java.util.List;

/** The figures of all workloads, a row each. */
final class OutcomeTable {
  private static final String NONE = "-";
  private static final double[] PERCENTILES = {50, 99, 99.9, 100};

  private OutcomeTable() {}

  /** The table, at most that wide where it can be. */
  static String text(List<Outcome> outcomes, int room) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of(
        "", "ops/s", "spread", "CPU us/op", "B/op", "p50 us", "p99 us", "p99.9 us", "max us"));
    outcomes.forEach(outcome -> rows.add(row(outcome)));
    return new Columns(rows).text(room);
  }

  private static List<String> row(Outcome outcome) {
    Spread speed = outcome.spread(Measurement::perSecond);
    List<String> row = new ArrayList<>();
    row.add(outcome.workload().name());
    row.add(Terminal.format("%,.0f", speed.median()));
    row.add(Terminal.format(
        "%+.0f..%+.0f %%",
        100 * (speed.least() / speed.median() - 1), 100 * (speed.greatest() / speed.median() - 1)));
    row.add(Terminal.format("%.2f", outcome.spread(Measurement::cpuMicrosEach).median()));
    row.add(Terminal.format("%,.0f", outcome.spread(Measurement::bytesEach).median()));
    Latencies latencies = outcome.latencies();
    for (double percentile : PERCENTILES) {
      row.add(
          latencies.count() == 0
              ? NONE
              : Terminal.format("%,.0f", latencies.percentile(percentile).toNanos() / 1e3));
    }
    return row;
  }
}
