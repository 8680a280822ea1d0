package dev.corral.dashboard.sample;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The last ticks, for pages that come late: of each what is drawn of the past, since all of it, of
 * many servers or caches, is more than an application would want to keep. Caches that nobody asked
 * and namespaces are left out; of servers there is the name, the state and the requests. Any thread
 * may read them.
 */
final class History {
  /** How many are kept. */
  static final int MOST = 300;

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Object> ticks = new ArrayDeque<>();

  void add(Tick tick) {
    Object past = past(tick);
    lock.lock();
    try {
      if (ticks.size() == MOST) {
        ticks.removeFirst();
      }
      ticks.addLast(past);
    } finally {
      lock.unlock();
    }
  }

  private static Map<String, @Nullable Object> past(Tick tick) {
    Map<String, @Nullable Object> past = new LinkedHashMap<>();
    past.put("at", tick.at());
    past.put("seconds", tick.seconds());
    past.put(
        "caches",
        tick.caches() == null
            ? null
            : tick.caches().stream().filter(History::isBusy).toList());
    past.put("servers", tick.servers().stream().map(History::past).toList());
    past.put("trips", tick.trips());
    return past;
  }

  private static boolean isBusy(Map<String, ?> cache) {
    return cache.values().stream()
        .anyMatch(value -> value instanceof Number number && number.doubleValue() > 0);
  }

  private static Map<String, Object> past(Map<String, @Nullable Object> server) {
    return Map.of(
        "name", Objects.requireNonNull(server.get("name")),
        "state", Objects.requireNonNull(server.get("state")),
        "requests", Objects.requireNonNull(server.get("requests")));
  }

  /** All there are, the oldest first. */
  Map<String, Object> told() {
    lock.lock();
    try {
      return Map.of("ticks", List.copyOf(ticks));
    } finally {
      lock.unlock();
    }
  }
}
