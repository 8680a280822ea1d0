package dev.corral.cli.dashboard;

import dev.corral.Corral;
import dev.corral.dashboard.subject.Subject;
import dev.corral.memcached.MemcachedStore;
import dev.corral.metric.CorralStats;
import dev.corral.namespace.Namespaces;
import dev.corral.store.BasicStore;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A store that others use: what they count, they count in their own processes. */
final class StoreSubject implements Subject {
  private final Corral corral;
  private final String scheme;

  /**
   * The subject.
   *
   * @param uri what the corral was opened by
   */
  StoreSubject(Corral corral, String uri) {
    this.corral = corral;
    this.scheme = uri.substring(0, uri.indexOf(':')).toLowerCase(Locale.ROOT);
  }

  /** The servers, and nothing else of what the URI says: the page is there for more eyes. */
  @Override
  public String title() {
    if (corral.store() instanceof MemcachedStore store) {
      return store.membership().ring().servers().servers().stream()
          .map(server -> server.address())
          .collect(Collectors.joining(",", scheme + "://", ""));
    }
    return scheme + ":";
  }

  @Override
  public Optional<CorralStats> stats() {
    return Optional.empty();
  }

  @Override
  public BasicStore store() {
    return corral.store();
  }

  @Override
  public Optional<Namespaces> namespaces() {
    return Optional.of(corral.namespaces());
  }
}
