package dev.corral.cache;

import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.load.LoadException;
import dev.corral.load.StillLoadingException;
import dev.corral.scope.Scope;
import dev.corral.store.Operation;
import dev.corral.store.Put;
import dev.corral.time.SteppedTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A random history of processes that share a cache: their calls, changes and troubles, all drawn
 * from a seed. It is run in no time, and always the same for the same seed.
 */
final class CacheHistory {
  private static final List<String> KEYS = List.of("a", "b");
  private static final Duration LENGTH = Duration.ofSeconds(5);
  private static final Duration LONGEST_STALL = Duration.ofMillis(2500);

  /** What the parts of a history are, for those that break the rules. */
  interface Parts {
    default SimulatedServer server(CacheHistory history) {
      return history.new WatchedServer();
    }

    default Scope scope(GenerationScope scope) {
      return scope;
    }
  }

  final SteppedTimer time = new SteppedTimer();
  final HistoryChecker checker;
  final Random random;
  final Weather weather;
  final Parts parts;
  final SimulatedServer server;
  final SimulatedServer generations;
  private final Strands strands;
  private final Map<String, Key> wires = new HashMap<>();
  private final List<HistoryMember> members = new ArrayList<>();
  private final Set<Call> open = new HashSet<>();
  private long lastGeneration = 100;
  private long lastPut;
  private int booted;
  private boolean over;
  private long excusedNanos;

  CacheHistory(long seed, Strands strands, Parts parts) {
    this.random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
    this.strands = strands;
    this.parts = parts;
    this.weather = new Weather(random);
    time.advance(Duration.ofMillis(random.nextInt(1000)));
    this.server = parts.server(this);
    this.generations = new SimulatedServer(time) {
      @Override
      protected <R> R serve(SimulatedProcess client, Operation<R> operation) {
        R outcome = super.serve(client, operation);
        if (operation instanceof Put put && put.mode() == Put.Mode.SET) {
          checker.endAllEpochs();
        }
        checker.served(client, operation, outcome);
        return outcome;
      }
    };
    this.checker = new HistoryChecker(time, server, weather.options);
    for (String key : KEYS) {
      Key wire = weather.scoped ? Key.of("c", "s", key) : Key.of("c", key);
      wires.put(key, wire);
      checker.know(wire);
    }
  }

  /** Watches what the server does. */
  class WatchedServer extends SimulatedServer {
    WatchedServer() {
      super(CacheHistory.this.time);
    }

    @Override
    protected final <R> R serve(SimulatedProcess client, Operation<R> operation) {
      R outcome = act(client, operation);
      checker.served(client, operation, outcome);
      return outcome;
    }

    <R> R act(SimulatedProcess client, Operation<R> operation) {
      return super.serve(client, operation);
    }
  }

  /** A call for one key or both. */
  private final class Call {
    final HistoryMember member;
    final long begun = time.nanos();
    final long excused = excusedNanos;
    final Map<String, Long> mustBe = new HashMap<>();
    final int misses;
    final Set<HistoryMember.Running> running;

    Call(HistoryMember member) {
      this.member = member;
      this.misses = member.misses();
      this.running = Set.copyOf(member.running);
      open.add(this);
    }

    CompletableFuture<?> begin() {
      KEYS.forEach(key -> mustBe.put(key, checker.mustBe(wire(key))));
      int kind = random.nextInt(20);
      if (kind < 3) {
        return member
            .cache
            .getAll(KEYS, keys -> {
              String value = member.load(keys);
              Map<String, String> values = new HashMap<>();
              keys.forEach(key -> values.put(key, value));
              return values;
            })
            .thenAccept(values -> KEYS.forEach(key -> check(key, values.get(key))));
      }
      String key = kind < 8 ? "b" : "a";
      if (kind == 19) {
        return member.cache.peek(key).thenAccept(found -> {
          if (found.isFound()) {
            check(key, found.orElse(""));
          }
        });
      }
      return member
          .cache
          .get(key, one -> member.load(Set.of(one)))
          .thenAccept(value -> check(key, value));
    }

    /**
     * Who can't ask the store may share a load that this process has begun before: there is nothing
     * else that it could go by.
     */
    private void check(String key, @Nullable String value) {
      boolean mayShare = member.misses() > misses;
      if (!mayShare
          || value == null
          || running.stream().noneMatch(load -> value.equals(load.value))) {
        checker.read(member.process, wire(key), value, mustBe.getOrDefault(key, 0L));
      }
    }

    void end(@Nullable Throwable fault) {
      open.remove(this);
      if (member.process.isDead()) {
        return; // its caller is, too
      }
      checkTime();
      boolean expected = fault == null
          || fault instanceof LoadException
          || fault instanceof StillLoadingException
          || fault instanceof UnavailableException
          || HistoryMember.FAILURE.equals(fault.getMessage());
      if (!expected) {
        checker.fail("4 unexpected: " + fault);
      }
    }

    /** Who waits, waits and then loads, each up to the hard timeout; the rest is round trips. */
    void checkTime() {
      long most =
          weather.options.hardLoadTimeout().multipliedBy(2).plusSeconds(4).toNanos();
      if (time.nanos() - begun - (excusedNanos - excused) > most) {
        checker.fail("4 slow: " + member.process + " began at " + begun / 1_000_000 + " ms");
      }
    }
  }

  Key wire(String key) {
    return Objects.requireNonNull(wires.get(key));
  }

  long nextGeneration() {
    return ++lastGeneration;
  }

  /** Whether nothing is to go wrong any more. */
  boolean isOver() {
    return over;
  }

  private void boot() {
    HistoryMember member = new HistoryMember(this, "p" + ++booted, strands);
    members.add(member);
    for (int i = 0; i < 3; i++) {
      callOnAndOn(member);
    }
  }

  /** Has a process call, and call again when it is answered. */
  private void callOnAndOn(HistoryMember member) {
    member.process.after(weather.between(weather.thinkMillis), () -> {
      if (!over) {
        Call call = new Call(member);
        Answers.when(call.begin(), (done, fault) -> {
          call.end(fault);
          callOnAndOn(member);
        });
      }
    });
  }

  /** Another process takes the place of one that was killed. */
  void died(HistoryMember member) {
    members.remove(member);
    open.removeIf(call -> call.member == member);
    time.after(Duration.ofMillis(500), this::boot);
  }

  /** Something stands still for so long, and nobody can be expected to be in time. */
  void excuse(Duration duration) {
    excusedNanos += duration.toNanos();
    checker.excuse();
  }

  /** Changes something now and then, and says so to the cache. */
  private void write() {
    time.after(weather.between(weather.writeMillis), () -> {
      if (!over) {
        if (!members.isEmpty()) {
          HistoryMember member = members.get(random.nextInt(members.size()));
          member.process.enter(() -> change(member));
        }
        write();
      }
    });
  }

  private void change(HistoryMember member) {
    String key = random.nextInt(3) == 0 ? "b" : "a";
    int kind = random.nextInt(20);
    if (kind < 7) {
      long version = ++checker.version;
      checker.say(member.process, "invalidates " + key + " as of " + version);
      Answers.when(member.cache.invalidate(key), (done, fault) -> {
        if (fault == null) {
          checker.say(member.process, "has invalidated " + key + " as of " + version);
          checker.changed(wire(key), version);
        }
      });
    } else if (kind < 13) {
      if (!weather.scoped) {
        return;
      }
      long version = ++checker.version;
      Answers.when(member.scope.invalidate(), (done, fault) -> {
        if (fault == null) {
          checker.say(member.process, "has invalidated the scope as of " + version);
          wires.values().forEach(wire -> checker.changed(wire, version));
        }
      });
    } else if (kind < 16) {
      checker.version++;
      CompletableFuture<?> unused = member.cache.expire(key);
    } else if (member.putting.add(key)) { // one at a time: the checker can't tell them apart
      String value = "p" + ++lastPut;
      checker.beginPut(member.process, wire(key), value);
      Answers.when(member.cache.put(key, value), (done, fault) -> {
        member.putting.remove(key);
        if (fault == null) {
          checker.put(wire(key), value);
        }
      });
    }
  }

  /** Troubles the servers now and then. */
  private void trouble() {
    time.after(weather.between(weather.troubleMillis), () -> {
      if (over) {
        return;
      }
      int kind = random.nextInt(20);
      if (kind < 7) {
        String key = random.nextBoolean() ? "a" : "b";
        checker.say("server", "evicts " + key);
        server.evict(wire(key));
        checker.forgot(wire(key));
      } else if (kind < 10) {
        generations.evict(GenerationScope.KEY);
        checker.endAllEpochs();
      } else if (kind < 15) {
        checker.say("server", "is started anew");
        server.restart();
        checker.forgotAll();
      } else if (kind < 17) {
        generations.restart();
        checker.endAllEpochs();
      } else {
        Duration stall = weather.partOf(LONGEST_STALL);
        checker.say("server", "stands still for " + stall);
        (kind == 19 ? generations : server).stall(stall);
        excuse(stall.plus(DelayedStore.DEADLINE));
      }
      trouble();
    });
  }

  /** Lets it happen. What was wrong is with the checker then. */
  CacheHistory run() {
    for (int i = 0; i < 3; i++) {
      boot();
    }
    write();
    write();
    if (weather.troubleMillis > 0) {
      trouble();
    }
    time.advance(LENGTH);
    over = true;
    for (int i = 0; i < 100 && !open.isEmpty(); i++) {
      time.advance(Duration.ofSeconds(1));
    }
    open.forEach(Call::checkTime);
    // Who has read the scope before it changed, and looked up the value after, has loaded in vain.
    if (weather.isCalm() && checker.mostLoads() > (weather.scoped ? 2 : 1)) {
      checker.fail("5 loads: " + checker.mostLoads() + " in one epoch");
    }
    List.copyOf(members).forEach(member -> member.process.kill());
    return this;
  }
}
