package dev.corral.cli.doctor;

import dev.corral.ring.Dialect;
import dev.corral.ring.Ring;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** An examined cluster, made up. */
final class TestCluster {
  static final Instant NOW = Instant.parse("2025-06-01T12:00:00Z");
  private static final int KEYS = 100_000;

  private final List<TestServer> servers;
  private final Map<Server, Long> keys = new HashMap<>();
  private boolean isEncrypted;
  private boolean hasPassword;
  private Dialect dialect = Dialect.LIBKETAMA;

  private TestCluster(List<TestServer> servers) {
    this.servers = servers;
  }

  static TestCluster of(TestServer... servers) {
    return new TestCluster(Arrays.asList(servers));
  }

  /** One among healthy ones. */
  static TestCluster with(TestServer server) {
    return of(server, new TestServer("well1:11211"), new TestServer("well2:11211"));
  }

  TestCluster encrypted() {
    isEncrypted = true;
    return this;
  }

  TestCluster password() {
    hasPassword = true;
    return this;
  }

  TestCluster dialect(Dialect rules) {
    dialect = rules;
    return this;
  }

  TestCluster keys(TestServer server, long count) {
    keys.put(server.server(), count);
    return this;
  }

  Examination examination() {
    Ring ring = Ring.of(ServerList.of(servers.stream().map(TestServer::server).toList()), dialect);
    Map<Server, Long> placed = new HashMap<>(keys);
    if (keys.isEmpty()) { // each its fair share
      double weights = servers.stream().mapToInt(each -> each.server().weight()).sum();
      servers.forEach(each -> placed.put(
          each.server(),
          Math.round(
              dialect == Dialect.SPYMEMCACHED
                  ? (double) KEYS / servers.size()
                  : KEYS * each.server().weight() / weights)));
    }
    return new Examination(
        NOW,
        isEncrypted,
        hasPassword,
        Duration.ofMillis(500),
        ring,
        placed,
        servers.stream().map(TestServer::facts).toList());
  }

  List<Finding> judged() {
    return Checks.judge(examination());
  }

  /** All that is found, such as "fault no-cas cache1:11211". */
  List<String> found() {
    return judged().stream()
        .map(finding -> finding.severity() + " " + finding.name() + " "
            + finding.servers().stream().map(Server::address).collect(Collectors.joining(" ")))
        .toList();
  }

  /** What was seen of the only thing that is found. */
  String seen() {
    return only().seen();
  }

  Finding only() {
    List<Finding> findings = judged();
    if (findings.size() != 1) {
      throw new AssertionError("one finding expected, but there are " + findings);
    }
    return findings.get(0);
  }
}
