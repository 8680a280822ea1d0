package dev.corral.cli.doctor;

import dev.corral.ring.Dialect;
import dev.corral.ring.Ring;
import dev.corral.ring.Server;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * All that is known of a cluster, for the checks to judge.
 *
 * @param when it was looked at
 * @param isEncrypted whether the store's URI asks for TLS
 * @param hasPassword whether it names a password
 * @param deadline how long its requests may take
 * @param ring where keys lie
 * @param keys how many keys of the sample lie on each server of the ring
 * @param servers those of the ring, and spare ones
 */
record Examination(
    Instant when,
    boolean isEncrypted,
    boolean hasPassword,
    Duration deadline,
    Ring ring,
    Map<Server, Long> keys,
    List<Facts> servers) {
  Examination {
    keys = Map.copyOf(keys);
    servers = List.copyOf(servers);
  }

  /** Those that answered. */
  List<Facts> examined() {
    return servers.stream().filter(Facts::isExamined).toList();
  }

  /** Those of them that hold keys. */
  List<Facts> examinedOnRing() {
    return examined().stream()
        .filter(facts -> ring.servers().servers().contains(facts.server()))
        .toList();
  }

  long sampledKeys() {
    return keys.values().stream().mapToLong(Long::longValue).sum();
  }

  /** A server's weight as the ring takes it. */
  int weight(Server server) {
    return ring.dialect() == Dialect.SPYMEMCACHED ? 1 : server.weight();
  }

  /** The share of the keys that a server should have. */
  double fairShare(Server server) {
    double all = ring.servers().servers().stream().mapToLong(this::weight).sum();
    return weight(server) / all;
  }
}
