package dev.corral.dashboard.sample;

import dev.corral.dashboard.subject.Subject;
import dev.corral.metric.AtomicCacheStats;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.metric.CacheStats;
import dev.corral.metric.CorralStats;
import dev.corral.metric.Latencies;
import dev.corral.metric.NamespaceStats;
import dev.corral.namespace.Namespaces;
import dev.corral.store.BasicStore;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A subject that is as a test wants it. */
final class FakeSubject implements Subject {
  final BasicStore store;
  String title = "title";
  Optional<CorralStats> stats = Optional.of(hits(0));
  Optional<Namespaces> namespaces = Optional.empty();

  @Nullable
  Object story;

  int viewers;

  FakeSubject(BasicStore store) {
    this.store = store;
  }

  /** What a corral has counted whose only cache was hit so often. */
  static CorralStats hits(long count) {
    return new CorralStats(
        Map.of("user", CacheStats.of(Map.of(Kind.HIT, count), Latencies.none(), Latencies.none())),
        AtomicCacheStats.of(Map.of(), Latencies.none(), Latencies.none()),
        new NamespaceStats(count, 0, 0, Map.of("userId", count)));
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public Optional<CorralStats> stats() {
    return stats;
  }

  @Override
  public BasicStore store() {
    return store;
  }

  @Override
  public Optional<Namespaces> namespaces() {
    return namespaces;
  }

  @Override
  public boolean tellsStory(Consumer<Object> teller) {
    if (story == null) {
      return false;
    }
    teller.accept(story);
    return true;
  }

  @Override
  public void viewersAre(int now) {
    viewers = now;
  }
}
