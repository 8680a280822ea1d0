package dev.corral.cli.doctor;

import dev.corral.ring.Server;
import java.util.List;

/**
 * What a check has found.
 *
 * @param severity how bad it is
 * @param name what scripts know it by
 * @param servers those that it concerns
 * @param seen what was seen, with its figure
 * @param effect what it does to an application
 * @param advice what to do
 */
record Finding(
    Severity severity,
    String name,
    List<Server> servers,
    String seen,
    String effect,
    String advice) {
  Finding {
    servers = List.copyOf(servers);
  }

  Finding(
      Severity severity, String name, Server server, String seen, String effect, String advice) {
    this(severity, name, List.of(server), seen, effect, advice);
  }

  Finding with(List<Server> others) {
    return new Finding(severity, name, others, seen, effect, advice);
  }
}
