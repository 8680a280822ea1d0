package dev.corral.benchmarks.cost;

import dev.corral.cli.bench.Callers;
import dev.corral.cli.bench.Loop;
import dev.corral.cli.bench.Measurement;
import dev.corral.cli.bench.Sampler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;

/**
 * The CPU time of this process and the bytes that it allocates for a call, in several settings: one
 * caller at a time, so that nothing is shared with a neighbour's call. The settings take turns, in
 * a new order each round: what the machine does meanwhile hits them all.
 */
final class HitCost {
  private final List<Setting> settings = new ArrayList<>();

  private record Setting(String name, Loop loop, List<Double> micros, List<Double> bytes) {}

  /**
   * Adds a setting.
   *
   * @param name its first cells in the table
   */
  void add(String name, Loop loop) {
    settings.add(new Setting(name, loop, new ArrayList<>(), new ArrayList<>()));
  }

  /**
   * Measures, and prints a row for each setting.
   *
   * @param heading of the first cells
   */
  void print(String heading, Pace pace) throws InterruptedException, ExecutionException {
    List<Setting> order = new ArrayList<>(settings);
    for (int round = 0; round <= pace.rounds(); round++) {
      Collections.shuffle(order);
      for (Setting each : order) {
        Measurement sample = Sampler.sample(List.of(each.loop), pace.sample(), Callers.platform());
        if (round > 0) {
          each.micros.add(sample.cpuMicrosEach());
          each.bytes.add(sample.bytesEach());
        }
      }
    }
    System.out.println("| " + heading + " | CPU µs per hit | bytes per hit |");
    System.out.println("| --- |" + " ---: |".repeat(heading.split("\\|", -1).length + 1));
    for (Setting each : settings) {
      System.out.println("| " + each.name + " | " + Spread.of(each.micros).show(2) + " | "
          + Spread.of(each.bytes).show(0) + " |");
    }
  }
}
