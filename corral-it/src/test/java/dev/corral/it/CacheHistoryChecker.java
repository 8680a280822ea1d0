package dev.corral.it;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.store.Delete;
import dev.corral.store.Operation;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Watches one key of an origin and what becomes of it in a cache.
 *
 * <p>The origin counts versions. A version is settled when the invalidation or put that told of it
 * has returned: whoever asks from then on must not be given an older one. And what loads have
 * brought is stored at most once between two events after which a value has to be loaded: a change,
 * an eviction, a restart, or the end of its ttl. All that is known of an event on a server is that
 * it was between question and answer, so two stores are one too many only if no event can have come
 * between.
 */
final class CacheHistoryChecker {
  private static final String LOADED = "loaded:";
  private static final String PUT = "put:";

  /** What happened at some time between two moments. */
  private record Span(long from, long to) {}

  /** A load's value was stored. */
  private record Commit(long from, long to, long version) {}

  private final AtomicLong version = new AtomicLong(1);
  private final AtomicLong settled = new AtomicLong();
  private final Queue<Span> ends = new ConcurrentLinkedQueue<>();
  private final Queue<Commit> commits = new ConcurrentLinkedQueue<>();
  private final Queue<String> mistakes = new ConcurrentLinkedQueue<>();
  private final Key key;
  private final Duration fresh;

  /** For a key whose values are fresh for at least so long. */
  CacheHistoryChecker(Key key, Duration fresh) {
    this.key = key;
    this.fresh = fresh;
  }

  /** What a load that reads the origin now brings. */
  String read() {
    return LOADED + version.get();
  }

  /** Changes the origin. */
  long write() {
    return version.incrementAndGet();
  }

  static String put(long version) {
    return PUT + version;
  }

  /** A change has been told to the cache. */
  void settle(long written) {
    settled.accumulateAndGet(written, Math::max);
  }

  /** What a caller that begins now must be given at least. */
  long settled() {
    return settled.get();
  }

  /** A caller has been given a value. */
  void given(String value, long atLeast) {
    long got = Long.parseLong(value.substring(value.indexOf(':') + 1));
    if (got < atLeast) {
      mistakes.add("given " + value + " after " + atLeast + " was settled");
    }
  }

  void mistake(String what) {
    mistakes.add(what);
  }

  /** Something happened after which the value has to be loaded. */
  void ended(long from, long to) {
    ends.add(new Span(from, to));
  }

  /** Does something after which the value has to be loaded, or may have to if it fails. */
  void ending(Runnable change) {
    long from = System.nanoTime();
    boolean done = false;
    try {
      change.run();
      done = true;
    } finally {
      // A server may do what it has not answered at any time.
      ended(from, done ? System.nanoTime() : Long.MAX_VALUE);
    }
  }

  /** A store that shows what is done to the key. */
  Store watching(Store store) {
    return new Watching(store);
  }

  private final class Watching implements Store {
    private final Store store;

    Watching(Store store) {
      this.store = store;
    }

    @Override
    public <R> CompletableFuture<R> execute(Operation<R> operation) {
      long from = System.nanoTime();
      CompletableFuture<R> outcome = store.execute(operation);
      if (operation instanceof Put put && operation.key().equals(key)) {
        String value = new String(put.value(), ISO_8859_1);
        int at = value.indexOf(LOADED);
        if (at >= 0) {
          long loaded = Long.parseLong(value.substring(at + LOADED.length()));
          Answers.when(outcome, (answer, fault) -> {
            if (answer instanceof PutOutcome stored && stored.isStored()) {
              commits.add(new Commit(from, System.nanoTime(), loaded));
            }
          });
        }
      } else if (operation instanceof Delete delete
          && delete.cas() == null
          && operation.key().equals(key)) {
        Answers.when(
            outcome,
            (answer, fault) -> ended(from, answer == null ? Long.MAX_VALUE : System.nanoTime()));
      }
      return outcome;
    }

    @Override
    public void close() {
      store.close();
    }
  }

  int commits() {
    return commits.size();
  }

  /** What was wrong in all. */
  List<String> mistakes() {
    List<String> all = new ArrayList<>(mistakes);
    List<Commit> sorted =
        commits.stream().sorted(Comparator.comparingLong(Commit::to)).toList();
    for (int i = 1; i < sorted.size(); i++) {
      Commit first = sorted.get(i - 1);
      Commit second = sorted.get(i);
      boolean mayHaveExpired = second.to - first.from >= fresh.toNanos();
      boolean isParted = mayHaveExpired
          || ends.stream().anyMatch(end -> end.from <= second.to && end.to >= first.from);
      if (!isParted) {
        all.add("stored twice: " + first + " and " + second);
      }
      if (second.from > first.to && second.version < first.version) {
        all.add("an older value was stored: " + first + " and " + second);
      }
    }
    return all;
  }
}
