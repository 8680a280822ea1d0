package dev.corral.cli.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.stream.IntStream;

/**
 * Goes round: in each round every workload has its turn, so that whatever else happens meets them
 * all alike. A first round warms up, and does not count.
 *
 * @param length of a turn
 * @param rounds how many count
 * @param threads what the callers are
 */
record Bench(List<Workload> workloads, Duration length, int rounds, ThreadFactory threads) {
  /** Hears how far it has come. */
  interface Progress {
    /**
     * A turn has ended.
     *
     * @param done 0 to 1
     */
    void show(double done, Duration left) throws IOException;
  }

  /** How long it takes, without what it prepares. */
  Duration time() {
    return length.multipliedBy(turns());
  }

  private int turns() {
    return (rounds + 1) * workloads.size();
  }

  /**
   * Measures a client. Nothing runs any more when it returns or throws.
   *
   * @param keys must have been preloaded
   * @param outcomes gets what each round has shown, so that it is there if it is interrupted
   * @throws ExecutionException with what a call has failed with
   */
  void run(ClientLoops loops, KeySpace keys, Outcomes outcomes, Progress progress)
      throws IOException, InterruptedException, ExecutionException {
    int turns = 0;
    for (int round = 0; round <= rounds; round++) {
      Map<Workload, Measurement> shown = new LinkedHashMap<>();
      for (Workload workload : workloads) {
        List<Loop> callers = IntStream.range(0, workload.threads())
            .mapToObj(caller -> loops.loop(workload, keys, caller))
            .toList();
        shown.put(workload, Sampler.sample(callers, length, threads));
        turns++;
        progress.show((double) turns / turns(), length.multipliedBy(turns() - turns));
      }
      if (round > 0) {
        outcomes.add(shown);
      }
    }
  }

  /** What the rounds have shown so far. */
  static final class Outcomes {
    private final Map<Workload, List<Measurement>> rounds = new LinkedHashMap<>();

    private void add(Map<Workload, Measurement> round) {
      round.forEach((workload, measurement) ->
          rounds.computeIfAbsent(workload, unused -> new ArrayList<>()).add(measurement));
    }

    /** Of each workload, if a round has ended. */
    List<Outcome> all() {
      List<Outcome> all = new ArrayList<>();
      rounds.forEach(
          (workload, measurements) -> all.add(new Outcome(workload, List.copyOf(measurements))));
      return all;
    }
  }
}
