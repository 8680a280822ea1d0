package dev.corral.dashboard;

import dev.corral.Corral;
import dev.corral.dashboard.subject.Subject;
import dev.corral.fault.ConfigurationException;
import dev.corral.memcached.MemcachedStore;
import dev.corral.metric.CorralStats;
import dev.corral.namespace.Namespaces;
import dev.corral.ring.Server;
import dev.corral.store.BasicStore;
import dev.corral.store.MemoryStore;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A corral of this process. */
final class CorralSubject implements Subject {
  private static final int MOST_SERVERS = 3;

  private final Corral corral;
  private final Optional<Namespaces> namespaces;

  private CorralSubject(Corral corral, Optional<Namespaces> namespaces) {
    this.corral = corral;
    this.namespaces = namespaces;
  }

  /**
   * A corral, with the namespaces that were chosen or else its own.
   *
   * @param corral which one
   * @param chosen the namespaces to be shown, if somebody has said which
   */
  static CorralSubject of(Corral corral, Optional<Namespaces> chosen) {
    return new CorralSubject(corral, chosen.or(() -> usual(corral)));
  }

  private static Optional<Namespaces> usual(Corral corral) {
    try {
      return Optional.of(corral.namespaces());
    } catch (ConfigurationException e) {
      return Optional.empty(); // the store has no CAS, and so no namespaces
    }
  }

  /** Of servers only where they are: what the store was opened with may hold a password. */
  @Override
  public String title() {
    BasicStore store = corral.basicStore();
    if (store instanceof MemcachedStore memcached) {
      return "memcached://" + named(memcached.membership().ring().servers().servers());
    }
    return store instanceof MemoryStore ? "memory:" : store.getClass().getSimpleName();
  }

  private static String named(List<Server> servers) {
    String first =
        servers.stream().limit(MOST_SERVERS).map(Server::address).collect(Collectors.joining(","));
    int others = servers.size() - MOST_SERVERS;
    return others > 0 ? first + " and " + others + " more" : first;
  }

  @Override
  public Optional<CorralStats> stats() {
    return Optional.of(corral.stats());
  }

  @Override
  public BasicStore store() {
    return corral.basicStore();
  }

  @Override
  public Optional<Namespaces> namespaces() {
    return namespaces;
  }
}
