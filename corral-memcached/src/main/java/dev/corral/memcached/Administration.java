package dev.corral.memcached;

import dev.corral.fault.UnavailableException;
import dev.corral.memcached.connection.Node;
import dev.corral.memcached.node.ServerVersion;
import dev.corral.memcached.request.LineRequest;
import dev.corral.memcached.request.Request;
import dev.corral.memcached.request.StatsRequest;
import dev.corral.ring.Server;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** Commands that are about servers, not keys: most go to every server on the ring. */
final class Administration {
  /** What is more, the server takes for a date. */
  private static final Duration LONGEST_DELAY = Duration.ofDays(30);

  private final Cluster cluster;
  private final long timeout;

  Administration(Cluster cluster, long timeout) {
    this.cluster = cluster;
    this.timeout = timeout;
  }

  static String requireGroup(String group) {
    if (group.equals("reset")) {
      throw new IllegalArgumentException(
          "reset is no group of statistics: it would set what all servers count to 0");
    }
    if (!group.matches("[a-z_]+")) {
      throw new IllegalArgumentException(
          "a group of statistics is named in letters a to z, but this is \"" + group + "\"");
    }
    return group;
  }

  static long requireDelay(Duration delay) {
    if (delay.isNegative() || delay.isZero() || delay.compareTo(LONGEST_DELAY) > 0) {
      throw new IllegalArgumentException(
          "delay must be more than zero and at most 30 days, but is " + delay);
    }
    return Ttl.of(delay).toSeconds();
  }

  Everywhere<Map<String, String>, Map<String, String>> stats(String group) {
    return fromAll(() -> new StatsRequest(group), told -> told);
  }

  CompletableFuture<Map<String, String>> statsOf(Server server) {
    Node node = cluster.topology().at(server);
    return node == null
        ? CompletableFuture.failedFuture(
            new UnavailableException("stats was not sent: " + server + " is not of this store"))
        : cluster.send(new StatsRequest(""), node, timeout);
  }

  Everywhere<String, ServerVersion> versions() {
    return fromAll(LineRequest::version, ServerVersion::parse);
  }

  Everywhere<String, String> flush(long delaySeconds) {
    return fromAll(() -> LineRequest.flush(delaySeconds), told -> told);
  }

  private <A, R> Everywhere<A, R> fromAll(Supplier<Request<A>> question, Function<A, R> reading) {
    Map<Server, Request<A>> asked = new LinkedHashMap<>();
    Topology topology = cluster.topology();
    List<Server> servers = topology.ring().servers().servers();
    List<Node> homes = topology.homes();
    for (int i = 0; i < homes.size(); i++) {
      // Not the node's own server: that may have had another weight or name when it was made.
      asked.put(servers.get(i), cluster.send(question.get(), homes.get(i), timeout));
    }
    return new Everywhere<>(asked, reading);
  }
}
