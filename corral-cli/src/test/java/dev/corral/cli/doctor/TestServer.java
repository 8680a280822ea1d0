package dev.corral.cli.doctor;

import dev.corral.memcached.node.ServerVersion;
import dev.corral.ring.Server;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A server with nothing wrong, but for what a test changes. */
final class TestServer {
  private final Server server;
  private final Map<String, String> general = new HashMap<>(Map.of(
      "uptime", "864000",
      "libevent", "2.1.12-stable",
      "limit_maxbytes", "67108864",
      "bytes", "1048576",
      "curr_items", "1234",
      "cmd_set", "100000",
      "curr_connections", "10",
      "max_connections", "1024"));
  private final Map<String, String> settings = new HashMap<>(Map.of(
      "cas_enabled", "yes",
      "evictions", "on",
      "item_size_max", "1048576",
      "auth_enabled_ascii", "no",
      "maxconns_fast", "yes",
      "num_threads", "4",
      "idle_timeout", "0",
      "udpport", "0",
      "inter", "127.0.0.1"));
  private final Map<String, String> items = new HashMap<>();
  private final List<Server> twins = new ArrayList<>();
  private String address = "127.0.0.1";
  private String version = "1.6.45";
  private Duration ahead = Duration.ZERO;
  private RoundTrips roundTrips = roundTrips(Duration.ofNanos(200_000), Duration.ofMillis(1));
  private @Nullable String trouble;
  private @Nullable String leaseTrouble;
  private @Nullable Duration certificateLeft;

  TestServer(String address) {
    this(Server.parse(address));
  }

  TestServer(Server server) {
    this.server = server;
  }

  Server server() {
    return server;
  }

  TestServer general(String name, long value) {
    general.put(name, String.valueOf(value));
    return this;
  }

  TestServer settings(String name, String value) {
    settings.put(name, value);
    return this;
  }

  TestServer items(String name, long value) {
    items.put(name, String.valueOf(value));
    return this;
  }

  TestServer silent() {
    settings.clear();
    return this;
  }

  TestServer embedded() {
    general.put("libevent", "0");
    return this;
  }

  TestServer at(String ip) {
    address = ip;
    return this;
  }

  TestServer version(String told) {
    version = told;
    return this;
  }

  TestServer ahead(Duration time) {
    ahead = time;
    return this;
  }

  TestServer answeringIn(Duration usually, Duration seldom) {
    return answeringIn(roundTrips(usually, seldom));
  }

  TestServer answeringIn(RoundTrips trips) {
    roundTrips = trips;
    return this;
  }

  private static RoundTrips roundTrips(Duration usually, Duration seldom) {
    List<Duration> times = new ArrayList<>(Collections.nCopies(95, usually));
    times.addAll(Collections.nCopies(5, seldom));
    return new RoundTrips(times);
  }

  TestServer down(String why) {
    trouble = why;
    return this;
  }

  TestServer leaseTrouble(String what) {
    leaseTrouble = what;
    return this;
  }

  TestServer certificateFor(Duration left) {
    certificateLeft = left;
    return this;
  }

  TestServer twin(Server other) {
    twins.add(other);
    return this;
  }

  Facts facts() {
    boolean isUp = trouble == null;
    return new Facts(
        server,
        server.isUnixSocket() ? Optional.empty() : Optional.of(ip()),
        trouble,
        version.isEmpty() ? Optional.empty() : Optional.of(ServerVersion.parse(version)),
        isUp ? new Figures(general) : Figures.NONE,
        isUp ? new Figures(settings) : Figures.NONE,
        isUp ? new Figures(items) : Figures.NONE,
        isUp ? Optional.of(new ClockReading(ahead, Duration.ofMillis(1600))) : Optional.empty(),
        isUp ? Optional.of(roundTrips) : Optional.empty(),
        leaseTrouble,
        Optional.ofNullable(certificateLeft).map(TestCluster.NOW::plus),
        twins);
  }

  private InetAddress ip() {
    try {
      return InetAddress.getByName(address);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
