package dev.corral.metric;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts events by their kind, and tells a listener if there is one. Never waits. */
final class Tally<K extends Enum<K>, E> {
  private static final Logger log = LoggerFactory.getLogger(Tally.class);

  private final Class<K> kinds;
  private final String source;
  private final @Nullable Consumer<E> listener;
  private final Map<K, LongAdder> counts;

  /**
   * A tally that has counted nothing.
   *
   * @param source where the events happen, for the log
   */
  Tally(Class<K> kinds, String source, @Nullable Consumer<E> listener) {
    this.kinds = kinds;
    this.source = source;
    this.listener = listener;
    this.counts = new EnumMap<>(kinds);
    for (K kind : kinds.getEnumConstants()) {
      counts.put(kind, new LongAdder());
    }
  }

  void count(K kind) {
    Objects.requireNonNull(counts.get(kind)).increment(); // there is one for each
  }

  /** Whether there is anybody to be told, for whom an event is worth making. */
  boolean isHeard() {
    return listener != null;
  }

  void tell(K kind, E event) {
    try {
      if (listener != null) {
        listener.accept(event);
      }
    } catch (RuntimeException | Error e) {
      log.warn("the listener of {} failed on {}", source, kind, e);
    }
  }

  /** How often each was counted here and there together. */
  static <K> Map<K, Long> sums(Map<K, Long> here, Map<K, Long> there) {
    Map<K, Long> sums = new HashMap<>(here);
    there.forEach((kind, count) -> sums.merge(kind, count, Long::sum));
    return sums;
  }

  /**
   * How often each was counted after an earlier moment. What counts less now than it did then has
   * been forgotten meanwhile, and counts as nothing.
   */
  static <K> Map<K, Long> differences(Map<K, Long> now, Map<K, Long> earlier) {
    Map<K, Long> differences = new HashMap<>(now);
    differences.replaceAll((kind, count) -> Math.max(0, count - earlier.getOrDefault(kind, 0L)));
    return differences;
  }

  Map<K, Long> snapshot() {
    Map<K, Long> sums = new EnumMap<>(kinds);
    counts.forEach((kind, count) -> sums.put(kind, count.sum()));
    return sums;
  }
}
