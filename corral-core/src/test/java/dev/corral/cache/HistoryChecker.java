package dev.corral.cache;

import dev.corral.codec.Codec;
import dev.corral.codec.Envelope;
import dev.corral.key.Key;
import dev.corral.store.Cas;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.Lease;
import dev.corral.store.Operation;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.time.SteppedTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Knows what a history may show, and notes what it does show against that.
 *
 * <ol>
 *   <li>No value is older than the last invalidation of its key or scope, or the last put, that had
 *       returned when the call began.
 *   <li>At most one load is committed in an epoch of a key, and none replaces a newer value. An
 *       epoch ends with an invalidation, an expiry, a put, an eviction or restart, and when the
 *       value may be refreshed and when it is not fresh any more.
 *   <li>A killed holder is replaced within computeTime + 2 s of the first lookup after its death.
 * </ol>
 *
 * <p>All versions come from one counter, the origin's. A load has the version of the moment at
 * which it read; a put that of the moment at which the server gave it its CAS.
 */
final class HistoryChecker {
  private static final long SECOND = 1_000_000_000L;
  private static final long NEVER = Long.MAX_VALUE;

  /** A steal takes a look for a sign of life and then the steal itself: two slow round trips. */
  private static final long TIME_TO_STEAL = SECOND / 2;

  private final SteppedTimer time;
  private final SimulatedServer server;
  private final long computeNanos;
  private final long loadNanos;
  private final long windowSeconds; // 0 if values are not refreshed early
  private final Map<Key, Ghost> ghosts = new HashMap<>();
  private final Map<Cas, Integer> wins = new HashMap<>();
  private final Map<String, Long> putVersions = new HashMap<>();
  private final Set<Commit> commits = new HashSet<>();
  private final Map<Epoch, Integer> loadsByEpoch = new HashMap<>();

  final List<String> faults = new ArrayList<>();
  final List<String> trace = new ArrayList<>();
  private long signsMistakenUntil;

  boolean tracing;
  long version = 1;

  private record Commit(Key key, int epoch, long stamp) {}

  private record Epoch(Key key, int epoch) {}

  /** What is known of a key. */
  private static final class Ghost {
    long mustBe; // versions below it must not be read
    long stored; // the version that the server has, 0 if none
    int epoch;
    long softAt = NEVER; // in the server's seconds
    long aheadAt = NEVER;
    long span;

    @Nullable
    SimulatedProcess holder;

    @Nullable
    Map<SimulatedProcess, Look> looks; // since the holder was killed

    final Map<SimulatedProcess, String> puts = new HashMap<>();
    final Map<SimulatedProcess, Integer> wins = new HashMap<>(); // that no load has followed yet
  }

  private static final class Look {
    final long first;
    long due = NEVER;

    Look(long first) {
      this.first = first;
    }
  }

  HistoryChecker(SteppedTimer time, SimulatedServer server, CacheOptions<?, ?> options) {
    this.time = time;
    this.server = server;
    this.computeNanos = options.computeTime().toNanos();
    // What a sign of life outlives its load by, and a process that stands still meanwhile.
    this.loadNanos = options.hardLoadTimeout().plusSeconds(10).toNanos();
    Duration ahead = options.terms().refreshAhead();
    this.windowSeconds = ahead.isZero() ? 0 : options.terms().span().plus(ahead).toSeconds();
  }

  void know(Key key) {
    ghosts.put(key, new Ghost());
  }

  void say(Object who, String what) {
    if (tracing) {
      trace.add(String.format("%9.3f %s %s", time.nanos() / 1e6, who, what));
    }
  }

  void fail(String what) {
    faults.add(what);
    say("*****", what);
  }

  /** What a call that begins now must see at least. */
  long mustBe(Key key) {
    return ghost(key).mustBe;
  }

  /** A change has returned: what is older must not be read by calls that begin from now on. */
  void changed(Key key, long version) {
    Ghost ghost = ghost(key);
    ghost.mustBe = Math.max(ghost.mustBe, version);
  }

  void read(Object who, Key key, @Nullable String value, long mustBe) {
    long read = value == null ? -1 : versionOf(value);
    if (read < mustBe) {
      fail("1 stale: " + who + " read " + value + " of " + key + ", older than " + mustBe);
    }
  }

  void beginPut(SimulatedProcess process, Key key, String value) {
    ghost(key).puts.put(process, value);
  }

  /** A put has returned. */
  void put(Key key, String value) {
    changed(key, versionOf(value));
  }

  private long versionOf(String value) {
    return value.charAt(0) == 'p'
        ? putVersions.getOrDefault(value, 0L)
        : Long.parseLong(value.substring(1));
  }

  /** Something has happened to a key, after which it may be loaded anew. */
  void endEpoch(Key key) {
    Ghost ghost = ghost(key);
    roll(ghost);
    ghost.epoch++;
  }

  void endAllEpochs() {
    ghosts.keySet().forEach(this::endEpoch);
  }

  /** The server has lost an item. */
  void forgot(Key key) {
    endEpoch(key);
    replaced(ghost(key), 0);
  }

  /**
   * The server was started anew. Its CAS begin with 1 again, and so a load that was begun before
   * may give signs of life for a holder of now that is dead.
   */
  void forgotAll() {
    ghosts.keySet().forEach(this::forgot);
    signsMistakenUntil = time.nanos() + loadNanos;
  }

  void killed(SimulatedProcess process) {
    ghosts.values().forEach(ghost -> {
      if (ghost.holder == process) {
        ghost.looks = new HashMap<>();
      }
    });
  }

  /** Messages were late or lost: nobody can be expected to have acted on them. */
  void excuse() {
    ghosts.values().forEach(ghost -> {
      if (ghost.looks != null) {
        ghost.looks.clear();
      }
    });
  }

  /** A process begins to load. */
  void loads(SimulatedProcess process, Key key) {
    Integer epoch = ghost(key).wins.remove(process);
    if (epoch != null) {
      loadsByEpoch.merge(new Epoch(key, epoch), 1, Integer::sum);
    }
  }

  /** The most loads that wins in one epoch have led to. */
  int mostLoads() {
    return loadsByEpoch.values().stream().mapToInt(loads -> loads).max().orElse(0);
  }

  /** The server has done what it was asked. */
  void served(SimulatedProcess client, Operation<?> operation, Object outcome) {
    Ghost ghost = ghosts.get(operation.key());
    if (tracing) {
      say(client, operation + " -> " + outcome);
    }
    if (ghost == null) {
      return;
    }
    roll(ghost);
    if (operation instanceof Get get && get.lease() != null && outcome instanceof Item item) {
      looked(client, get, item, ghost);
    } else if (operation instanceof Put put && outcome instanceof PutOutcome.Stored) {
      stored(put, ghost);
    } else if (operation instanceof Delete delete) {
      deleted(delete, outcome == DeleteOutcome.DELETED, ghost);
    }
  }

  private void looked(SimulatedProcess client, Get get, Item item, Ghost ghost) {
    if (item.lease() == Lease.WON) {
      if (item.flags() == 0) {
        replaced(ghost, 0);
      }
      wins.put(item.cas(), ghost.epoch);
      ghost.holder = client;
      ghost.looks = null;
      if (get.isValued()) {
        ghost.wins.put(client, ghost.epoch);
      }
    }
    String putting = get.isValued() ? null : ghost.puts.get(client);
    if (putting != null) {
      putVersions.put(putting, ++version);
    } else if (ghost.looks != null && item.lease() == Lease.LOST && isOld(item, ghost)) {
      lookedAtDead(client, get.key(), ghost.looks);
    }
  }

  private static boolean isOld(Item item, Ghost ghost) {
    return item.flags() == 0
        || item.isStale()
        || (item.expires() && item.remaining().toSeconds() < ghost.span);
  }

  private void lookedAtDead(SimulatedProcess client, Key key, Map<SimulatedProcess, Look> looks) {
    long now = time.nanos();
    if (now < signsMistakenUntil) {
      return;
    }
    Look look = looks.computeIfAbsent(client, c -> new Look(now));
    if (now - look.first > computeNanos && look.due == NEVER) {
      look.due = now;
    }
    if (now - look.first > computeNanos + 2 * SECOND && now - look.due > TIME_TO_STEAL) {
      fail("3 take-over: " + client + " has not replaced the holder of " + key + " in "
          + (now - look.first) / 1_000_000 + " ms");
      looks.clear();
    }
  }

  private void stored(Put put, Ghost ghost) {
    Envelope envelope = Envelope.open(put.value());
    String value = text(envelope);
    long stored = versionOf(value);
    Cas cas = put.cas();
    if (value.charAt(0) == 'p') {
      ghost.epoch++;
    } else {
      Integer epoch = cas == null ? null : wins.get(cas);
      int won = epoch == null ? ghost.epoch : epoch;
      if (!commits.add(new Commit(put.key(), won, envelope.stamp()))) {
        fail("2 second commit: " + put.key() + " in epoch " + won);
      }
      if (ghost.stored > stored) {
        fail("2 older over newer: " + stored + " over " + ghost.stored + " of " + put.key());
      }
    }
    replaced(ghost, stored);
    if (put.ttl().isLimited()) {
      long end = server.seconds() + put.ttl().toSeconds();
      ghost.span = envelope.span().toSeconds();
      ghost.softAt = end - ghost.span + 1;
      ghost.aheadAt = windowSeconds == 0 ? NEVER : end - windowSeconds + 1;
    }
  }

  private static String text(Envelope envelope) {
    return envelope.value(Codec.strings()).orElse("v0");
  }

  private void deleted(Delete delete, boolean done, Ghost ghost) {
    if (delete.cas() == null) {
      ghost.epoch++;
    }
    if (done) {
      replaced(ghost, delete.isMarkingStale() ? ghost.stored : 0);
    }
  }

  /** Its CAS has changed. */
  private static void replaced(Ghost ghost, long stored) {
    ghost.stored = stored;
    ghost.softAt = NEVER;
    ghost.aheadAt = NEVER;
    ghost.holder = null;
    ghost.looks = null;
  }

  /** Ends the epochs that have ended by the passing of time. */
  private void roll(Ghost ghost) {
    long now = server.seconds();
    if (now >= ghost.aheadAt) {
      ghost.epoch++;
      ghost.aheadAt = NEVER;
    }
    if (now >= ghost.softAt) {
      ghost.epoch++;
      ghost.softAt = NEVER;
    }
  }

  private Ghost ghost(Key key) {
    Ghost ghost = ghosts.get(key);
    if (ghost == null) {
      throw new AssertionError("no such key: " + key);
    }
    return ghost;
  }
}
