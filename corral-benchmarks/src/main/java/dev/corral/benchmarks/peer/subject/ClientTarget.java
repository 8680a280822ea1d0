package dev.corral.benchmarks.peer.subject;

import dev.corral.cli.bench.Client;
import dev.corral.cli.bench.ClientLoops;
import dev.corral.cli.bench.KeySpace;
import dev.corral.cli.bench.Loop;
import dev.corral.cli.bench.Workload;
import java.util.List;
import java.util.stream.IntStream;

/** A client that all callers share. */
final class ClientTarget implements Target {
  private final ClientLoops loops;

  ClientTarget(Client client) {
    this.loops = new ClientLoops(client);
  }

  @Override
  public void preload(KeySpace keys) throws Exception {
    loops.preload(keys);
  }

  @Override
  public List<Loop> loops(Workload workload, KeySpace keys) {
    return IntStream.range(0, workload.threads())
        .mapToObj(caller -> loops.loop(workload, keys, caller))
        .toList();
  }
}
