package dev.corral.benchmarks.peer;

import dev.corral.cli.bench.Workload;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A workload on servers.
 *
 * @param workload what callers do
 * @param group the servers
 */
record Scenario(Workload workload, Group group) {
  /** The servers of a scenario. */
  enum Group {
    /** One server with one thread. */
    T1("t1", 1, 1),
    /** One server with two threads. */
    T2("t2", 1, 2),
    /** Two servers with one thread each. */
    T1X2("t1x2", 2, 1);

    private final String id;
    private final int servers;
    private final int threads;

    Group(String id, int servers, int threads) {
      this.id = id;
      this.servers = servers;
      this.threads = threads;
    }

    String id() {
      return id;
    }

    int servers() {
      return servers;
    }

    int threads() {
      return threads;
    }
  }

  private static final int SMALL = 100;
  private static final int LARGE = 1024;

  /** All workloads with values of 100 bytes on one thread, and what else says something. */
  static List<Scenario> usual() {
    return Stream.concat(
            Workload.standard(SMALL).stream().map(workload -> new Scenario(workload, Group.T1)),
            Stream.of(
                of("W3", LARGE, Group.T1),
                of("W4", LARGE, Group.T1),
                of("W5", LARGE, Group.T1),
                of("W2-64", SMALL, Group.T2),
                of("W3", SMALL, Group.T2),
                of("W3", SMALL, Group.T1X2)))
        .toList();
  }

  /**
   * Every workload with values of either size, on all servers; on two only what keeps both busy.
   */
  static List<Scenario> all() {
    return Stream.of(Group.values())
        .flatMap(group -> Stream.of(SMALL, LARGE)
            .flatMap(size -> Workload.standard(size).stream())
            .filter(workload -> group.servers == 1 || workload.window() > 1)
            .map(workload -> new Scenario(workload, group)))
        .toList();
  }

  private static Scenario of(String name, int valueSize, Group group) {
    return new Scenario(Workload.named(name, valueSize).orElseThrow(), group);
  }

  /** The one that is called so, if there is one. */
  static Optional<Scenario> named(String id) {
    return all().stream().filter(scenario -> scenario.id().equals(id)).findFirst();
  }

  String id() {
    return workload.name() + "/" + workload.valueSize() + "B/" + group.id;
  }
}
