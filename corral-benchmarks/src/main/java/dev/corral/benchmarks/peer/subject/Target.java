package dev.corral.benchmarks.peer.subject;

import dev.corral.cli.bench.KeySpace;
import dev.corral.cli.bench.Loop;
import dev.corral.cli.bench.Workload;
import java.util.List;

/** A subject that is connected to servers. */
public interface Target {
  /** Writes all keys, and waits until they are there. */
  void preload(KeySpace keys) throws Exception;

  /**
   * Makes the loops of a workload, one for each caller.
   *
   * @param keys must have been preloaded
   */
  List<Loop> loops(Workload workload, KeySpace keys) throws Exception;
}
