package dev.corral.benchmarks.peer;

import dev.corral.benchmarks.server.Memcached;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * What servers have done since they were started.
 *
 * @param cpuSeconds CPU time of their processes
 * @param hits gets that found something
 * @param sets of any kind
 */
record ServerWork(double cpuSeconds, long hits, long sets) {
  static ServerWork of(List<Memcached> servers) throws IOException {
    ServerWork sum = new ServerWork(0, 0, 0);
    for (Memcached server : servers) {
      Map<String, String> stats = server.stats();
      sum = new ServerWork(
          sum.cpuSeconds
              + Double.parseDouble(stats.getOrDefault("rusage_user", ""))
              + Double.parseDouble(stats.getOrDefault("rusage_system", "")),
          sum.hits + Long.parseLong(stats.getOrDefault("get_hits", "")),
          sum.sets + Long.parseLong(stats.getOrDefault("cmd_set", "")));
    }
    return sum;
  }

  ServerWork since(ServerWork earlier) {
    return new ServerWork(
        cpuSeconds - earlier.cpuSeconds, hits - earlier.hits, sets - earlier.sets);
  }
}
