package dev.corral.benchmarks.cost;

import dev.corral.benchmarks.table.Figures;
import dev.corral.benchmarks.table.Table;
import dev.corral.cli.bench.Loop;
import dev.corral.cli.bench.Measurement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** The CPU time of this process and the bytes that it allocates for a hit, in several settings. */
final class HitCost {
  private final List<Setting> settings = new ArrayList<>();

  private record Setting(int count, String kind, Turns turns) {}

  /**
   * Adds a setting.
   *
   * @param count of what there is more and more
   * @param kind which hits those of the loop are
   */
  void add(int count, String kind, Loop loop) {
    settings.add(new Setting(count, kind, new Turns(loop)));
  }

  /**
   * Measures, and makes a row for each setting.
   *
   * @param what is counted
   * @param kinds what the hits differ in
   */
  Table table(String what, String kinds, Pace pace)
      throws InterruptedException, ExecutionException {
    Turns.take(settings.stream().map(Setting::turns).toList(), pace);
    Table table = new Table(what, kinds, "CPU µs per hit", "bytes per hit");
    for (Setting each : settings) {
      table.row(
          String.valueOf(each.count),
          each.kind,
          Figures.of(each.turns.figures(Measurement::cpuMicrosEach)).withSpread("%.2f"),
          Figures.of(each.turns.figures(Measurement::bytesEach)).withSpread("%.0f"));
    }
    return table;
  }
}
