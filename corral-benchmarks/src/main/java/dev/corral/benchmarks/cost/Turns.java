package dev.corral.benchmarks.cost;

import dev.corral.cli.bench.Callers;
import dev.corral.cli.bench.Loop;
import dev.corral.cli.bench.Measurement;
import dev.corral.cli.bench.Sampler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A loop, and what its turns have shown, round by round. One caller at a time, so that nothing is
 * shared with a neighbour's call.
 */
final class Turns {
  private final Loop loop;
  private final List<Measurement> rounds = new ArrayList<>();

  Turns(Loop loop) {
    this.loop = loop;
  }

  /**
   * Lets loops take turns, in a new order each round: what the machine does meanwhile hits them
   * all, and none always follows the same other one.
   */
  static void take(List<Turns> all, Pace pace) throws InterruptedException, ExecutionException {
    List<Turns> order = new ArrayList<>(all);
    for (int round = 0; round <= pace.rounds(); round++) {
      Collections.shuffle(order);
      for (Turns each : order) {
        Measurement measured =
            Sampler.sample(List.of(each.loop), pace.sample(), Callers.platform());
        if (round > 0) {
          each.rounds.add(measured);
        }
      }
    }
  }

  /** A figure of each round. */
  double[] figures(ToDoubleFunction<Measurement> figure) {
    return rounds.stream().mapToDouble(figure).toArray();
  }

  /** A figure of each round of two. */
  double[] beside(Turns other, ToDoubleBiFunction<Measurement, Measurement> figure) {
    return IntStream.range(0, rounds.size())
        .mapToDouble(round -> figure.applyAsDouble(rounds.get(round), other.rounds.get(round)))
        .toArray();
  }
}
