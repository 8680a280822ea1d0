package dev.corral.cache;

import dev.corral.codec.Codec;
import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.load.LoadException;
import dev.corral.load.StillLoadingException;
import dev.corral.scope.Scope;
import dev.corral.site.Site;
import dev.corral.store.Operation;
import dev.corral.store.Put;
import dev.corral.time.SteppedTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A random history of processes that share a cache: their calls, changes and troubles, all drawn
 * from a seed. It is run in no time, and always the same for the same seed.
 */
final class CacheHistory {
  /** What is drawn for a history beside the options. The rates are per load. */
  private static final class Weather {
    double failing;
    double killing;
    double pausing;
    double longLoads;
    double losses;
    double thinkMillis;
    double writeMillis;
    double troubleMillis; // 0: none
  }

  private static final List<String> KEYS = List.of("a", "b");
  private static final Duration LENGTH = Duration.ofSeconds(6);

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
  private final Strands strands;
  private final Parts parts;
  private final Weather weather;
  private final boolean scoped;
  private final CacheOptions<String, String> options;
  private final SimulatedServer server;
  private final SimulatedServer generations;
  private final Map<String, Key> wires = new HashMap<>();
  private final List<Member> members = new ArrayList<>();
  private final Set<Call> open = new HashSet<>();
  private long lastGeneration = 100;
  private long lastPut;
  private int booted;
  private boolean over;
  private long excusedNanos;

  int loads;
  int calls;

  CacheHistory(long seed, Strands strands, Parts parts) {
    this.random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
    this.strands = strands;
    this.parts = parts;
    this.weather = drawWeather();
    this.scoped = random.nextInt(10) < 6;
    time.advance(Duration.ofMillis(random.nextInt(1000)));
    this.options = drawOptions().validated();
    this.server = parts.server(this);
    this.generations = new SimulatedServer(time) {
      @Override
      <R> R serve(SimulatedProcess client, Operation<R> operation) {
        R outcome = super.serve(client, operation);
        if (operation instanceof Put put && put.mode() == Put.Mode.SET) {
          checker.endAllEpochs();
        }
        checker.served(client, operation, outcome);
        return outcome;
      }
    };
    this.checker = new HistoryChecker(time, server, options);
    for (String key : KEYS) {
      Key wire = scoped ? Key.of("c", "s", key) : Key.of("c", key);
      wires.put(key, wire);
      checker.know(wire);
    }
  }

  private Weather drawWeather() {
    Weather drawn = new Weather();
    drawn.thinkMillis = pick(50.0, 100.0, 200.0, 1000.0);
    drawn.writeMillis = 1500;
    switch (random.nextInt(6)) {
      case 0 -> {} // calm
      case 1 -> {
        drawn.longLoads = 0.5;
        drawn.writeMillis = 4000;
      }
      case 2 -> {
        drawn.killing = 0.3;
        drawn.longLoads = 0.2;
        drawn.thinkMillis = 100;
        drawn.writeMillis = 10_000;
      }
      default -> {
        drawn.failing = 0.1;
        drawn.killing = 0.05;
        drawn.pausing = 0.1;
        drawn.longLoads = 0.1;
        drawn.losses = pick(0.0, 0.0, 0.01, 0.05);
        drawn.troubleMillis = 2500;
        drawn.writeMillis = pick(80.0, 400.0, 1500.0);
      }
    }
    return drawn;
  }

  private CacheOptions<String, String> drawOptions() {
    CacheOptions<String, String> drawn = new CacheOptions<>();
    int ttl = random.nextInt(4);
    drawn = ttl == 0 ? drawn.noExpiry() : drawn.ttl(Duration.ofSeconds(ttl));
    int computeTime = pick(1, 2);
    return drawn
        .computeTime(Duration.ofSeconds(computeTime))
        .hardLoadTimeout(Duration.ofSeconds(computeTime * pick(3, 10)))
        .staleFor(Duration.ofSeconds(pick(1, 2, 4)))
        .refreshAhead(Duration.ofSeconds(pick(0, 0, 2)))
        .refresh(pick(Refresh.BACKGROUND, Refresh.BACKGROUND, Refresh.INLINE))
        .retryAfter(Duration.ofMillis(pick(0, 1000)));
  }

  @SafeVarargs
  private <T> T pick(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  /** Watches what the server does. */
  class WatchedServer extends SimulatedServer {
    WatchedServer() {
      super(CacheHistory.this.time);
    }

    @Override
    final <R> R serve(SimulatedProcess client, Operation<R> operation) {
      R outcome = act(client, operation);
      checker.served(client, operation, outcome);
      return outcome;
    }

    <R> R act(SimulatedProcess client, Operation<R> operation) {
      return super.serve(client, operation);
    }
  }

  /** A process, and what is in it. */
  private final class Member {
    final SimulatedProcess process;
    final DelayedStore store;
    final DelayedStore scopeStore;
    final GenerationScope scope;
    final AsyncCache<String, String> cache;
    final Set<String> putting = new HashSet<>();
    final Set<Running> running = new HashSet<>();

    Member(String name) {
      process = new SimulatedProcess(name, time, strands);
      store = new DelayedStore(process, server, random);
      store.lossRate = weather.losses;
      scopeStore = new DelayedStore(process, generations, random);
      scope = new GenerationScope(scopeStore, () -> ++lastGeneration);
      Site site = Site.on(store)
          .ticker(time)
          .clock(() -> Instant.EPOCH.plusNanos(time.nanos()))
          .timer(process)
          .random(() -> random)
          .executor(process);
      Cache<String, String> all =
          Cache.on(site, "c", Keys.strings(), Codec.strings(), unset -> options);
      cache = scoped ? all.in(parts.scope(scope)).async() : all.async();
    }

    /** Calls, and calls again when it is answered. */
    void callOnAndOn() {
      process.after(millis(-weather.thinkMillis * Math.log(1 - random.nextDouble())), () -> {
        if (!over) {
          Call call = new Call(this);
          Answers.when(call.begin(), (done, fault) -> {
            call.end(fault);
            callOnAndOn();
          });
        }
      });
    }

    void die() {
      if (process.isDead()) {
        return;
      }
      checker.say(process, "is killed");
      checker.killed(process);
      process.kill();
      members.remove(this);
      open.removeIf(call -> call.member == this);
      time.after(Duration.ofMillis(500), CacheHistory.this::boot);
    }

    void standStill(Duration duration) {
      checker.say(process, "stands still for " + duration);
      process.pause(duration);
      excuse(duration);
    }

    /** The origin's part of a load: it reads at one moment of it. */
    String load(Set<String> keys) throws InterruptedException {
      loads++;
      double millis = random.nextDouble() < weather.longLoads
          ? options.computeTime().toMillis() * 2.5
          : 30 + 370 * random.nextDouble();
      double trouble = random.nextDouble();
      double when = millis * random.nextDouble();
      if (over) {
        trouble = 1;
      }
      if (trouble < weather.killing) {
        time.after(millis(when), this::die);
      } else if (trouble < weather.killing + weather.pausing) {
        Duration pause =
            millis(options.computeTime().toMillis() * (0.5 + 2.5 * random.nextDouble()));
        time.after(millis(when), () -> standStill(pause));
      }
      Running load = new Running();
      running.add(load);
      try {
        return read(load, keys, millis);
      } finally {
        running.remove(load);
      }
    }

    private String read(Running load, Set<String> keys, double millis) throws InterruptedException {
      checker.say(process, "loads " + keys);
      keys.forEach(key -> checker.loads(process, wire(key)));
      double before = millis * random.nextDouble();
      process.sleep(millis(before));
      String read = "v" + checker.version;
      load.value = read;
      process.sleep(millis(millis - before));
      if (random.nextDouble() < weather.failing) {
        checker.say(process, "fails to load " + keys);
        throw new IllegalStateException("the origin fails");
      }
      checker.say(process, "has loaded " + read + " for " + keys);
      return read;
    }
  }

  /** A load that has not ended. */
  private static final class Running {
    @Nullable
    String value;
  }

  /** A call for one key or both. */
  private final class Call {
    final Member member;
    final long begun = time.nanos();
    final long excused = excusedNanos;
    final Map<String, Long> mustBe = new HashMap<>();
    final int misses;
    final int scopeMisses;
    final Set<Running> running;

    Call(Member member) {
      this.member = member;
      this.misses = member.store.misses();
      this.scopeMisses = member.scopeStore.misses();
      this.running = Set.copyOf(member.running);
      open.add(this);
      calls++;
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
      boolean mayShare = member.store.misses() > misses || member.scopeStore.misses() > scopeMisses;
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
          || "the origin fails".equals(fault.getMessage());
      if (!expected) {
        checker.fail("4 unexpected: " + fault);
      }
    }

    /** Who waits, waits and then loads, each up to the hard timeout; the rest is round trips. */
    void checkTime() {
      long most = options.hardLoadTimeout().multipliedBy(2).plusSeconds(4).toNanos();
      if (time.nanos() - begun - (excusedNanos - excused) > most) {
        checker.fail("4 slow: " + member.process + " began at " + begun / 1_000_000 + " ms");
      }
    }
  }

  private Key wire(String key) {
    Key wire = wires.get(key);
    if (wire == null) {
      throw new AssertionError(key);
    }
    return wire;
  }

  private static Duration millis(double millis) {
    return Duration.ofNanos((long) (millis * 1e6));
  }

  private void boot() {
    Member member = new Member("p" + ++booted);
    members.add(member);
    for (int i = 0; i < 3; i++) {
      member.callOnAndOn();
    }
  }

  private void excuse(Duration duration) {
    excusedNanos += duration.toNanos();
    checker.excuse();
  }

  /** Changes something now and then, and says so to the cache. */
  private void write() {
    time.after(millis(-weather.writeMillis * Math.log(1 - random.nextDouble())), () -> {
      if (!over) {
        if (!members.isEmpty()) {
          Member member = members.get(random.nextInt(members.size()));
          member.process.enter(() -> change(member));
        }
        write();
      }
    });
  }

  private void change(Member member) {
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
      if (!scoped) {
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
    time.after(millis(-weather.troubleMillis * Math.log(1 - random.nextDouble())), () -> {
      if (over) {
        return;
      }
      int kind = random.nextInt(20);
      if (kind < 7) {
        String key = pick("a", "b");
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
        Duration stall = millis(2500 * random.nextDouble());
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
    if (isCalm() && checker.mostLoads() > (scoped ? 2 : 1)) {
      checker.fail("5 loads: " + checker.mostLoads() + " in one epoch");
    }
    List.copyOf(members).forEach(member -> member.process.kill());
    return this;
  }

  /** Whether nothing happens in it that could justify a second load. */
  private boolean isCalm() {
    return weather.failing + weather.killing + weather.pausing + weather.longLoads == 0;
  }
}
