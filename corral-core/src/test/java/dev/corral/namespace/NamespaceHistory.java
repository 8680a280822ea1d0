package dev.corral.namespace;

import dev.corral.fault.CorralException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.scope.Scope;
import dev.corral.site.Site;
import dev.corral.store.Item;
import dev.corral.time.SteppedTimer;
import dev.corral.time.Ttl;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A random history of processes that share namespaces on several servers: their reads,
 * invalidations, flushes and troubles, all drawn from a seed. It is run in no time, and always the
 * same for the same seed.
 */
final class NamespaceHistory {
  static final Key EVIDENCE = Key.of("corral-evidence");

  private static final Duration LENGTH = Duration.ofSeconds(4);
  private static final List<List<Integer>> LISTS =
      List.of(List.of(0, 1), List.of(0, 1, 2), List.of(1, 2), List.of(0, 2));
  private static final Ttl MINUTE = Ttl.seconds(60);
  private static final long NEVER = Long.MAX_VALUE;

  /** What the parts of a history are, for those that break the rules. */
  interface Parts {
    Parts SOUND = new Parts() {};

    default RingServer server(NamespaceHistory history, int number) {
      return new RingServer(number, history.time, history.promises);
    }

    default RingStore.Habit habit(NamespaceWeather weather) {
      return RingStore.Habit.GOOD;
    }

    /** What a process puts its cache into, for a namespace. */
    default Function<Namespace, Scope> scopes(Site site, NamespaceOptions options) {
      return namespace -> namespace;
    }

    /** Tells a process of its new servers. */
    default void change(NamespaceMember member, List<Integer> list, Runnable onSettled) {
      member.use(list, onSettled);
    }
  }

  final SteppedTimer time = new SteppedTimer();
  final Promises promises = new Promises(time);
  final Random random;
  final NamespaceWeather weather;
  final Parts parts;
  final List<RingServer> servers;
  private final List<NamespaceMember> members = new ArrayList<>();
  private List<Integer> list;
  private int changes;
  private long equalSince;
  private int open;
  private boolean over;

  NamespaceHistory(long seed, Parts parts) {
    this.random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
    this.parts = parts;
    this.weather = new NamespaceWeather(random);
    this.list = weather.pick(LISTS);
    time.advance(Duration.ofMillis(random.nextInt(1000) + 1));
    this.servers =
        IntStream.range(0, 3).mapToObj(number -> parts.server(this, number)).toList();
  }

  /** The servers as they are now, whoever knows of it. */
  List<Integer> list() {
    return list;
  }

  /** Lets it happen. What was wrong is with the promises then. */
  NamespaceHistory run() {
    for (int i = 0; i < weather.processes; i++) {
      NamespaceMember member = new NamespaceMember(this, "p" + i);
      members.add(member);
      readOnAndOn(member);
      readOnAndOn(member);
      changeOnAndOn(member);
    }
    if (weather.troubleMillis > 0) {
      troubleOnAndOn();
    }
    if (weather.ringMillis > 0) {
      changeRingOnAndOn();
    }
    time.advance(LENGTH);
    over = true;
    for (int i = 0; i < 60 && open > 0; i++) {
      time.advance(Duration.ofSeconds(1));
    }
    if (open > 0) {
      promises.fail("open: " + open + " calls have not ended");
    }
    members.forEach(member -> member.process.kill());
    return this;
  }

  /** Does something now and then, until it is over. */
  private void again(double millis, Runnable what) {
    time.after(weather.between(millis), () -> {
      if (!over) {
        what.run();
      }
    });
  }

  private void begins() {
    open++;
  }

  private void ends(@Nullable Throwable fault) {
    open--;
    if (fault != null && !(fault instanceof CorralException)) {
      promises.fail("unexpected: " + fault);
    }
  }

  private List<Integer> someNamespaces() {
    int first = random.nextInt(weather.namespaces);
    int second = random.nextInt(weather.namespaces);
    return second >= first ? List.of(first) : List.of(second, first);
  }

  private void readOnAndOn(NamespaceMember member) {
    again(weather.thinkMillis * member.laziness, () -> {
      begins();
      List<Integer> in = someNamespaces();
      long begun = time.nanos();
      int kind = random.nextInt(10);
      CompletableFuture<String> read = kind < 6
          ? Answers.map(member.cacheIn(in).get("k", key -> member.load()), String::valueOf)
          : kind < 7
              ? Answers.map(member.cacheIn(in).peek("k"), found -> found.orElse(""))
              : readByKey(member, in);
      Answers.when(read, (value, fault) -> {
        if (value != null && !value.isEmpty()) {
          promises.reads++;
          promises.tell(member, () -> "has read " + value + " in " + in + ", asked at " + begun);
          promises.read(member, in, begun, Long.parseLong(value));
        }
        ends(fault);
        readOnAndOn(member);
      });
    });
  }

  /** Without a cache: what is not under the key is loaded, and stored there. */
  private CompletableFuture<String> readByKey(NamespaceMember member, List<Integer> in) {
    List<Namespace> all = member.namespaces(in);
    Namespace[] more = all.subList(1, all.size()).toArray(Namespace[]::new);
    return Answers.then(member.namespaces().key("raw", all.get(0), more), key -> {
      promises.tell(member, () -> "reads " + key);
      return Answers.then(
          member.store.get(key),
          found -> found instanceof Item item
              ? CompletableFuture.completedFuture(new String(item.value(), StandardCharsets.UTF_8))
              : loadByKey(member, key));
    });
  }

  private CompletableFuture<String> loadByKey(NamespaceMember member, Key key) {
    CompletableFuture<String> loaded = new CompletableFuture<>();
    member.process.after(weather.loadTime(), () -> {
      String value = member.load();
      member.process.after(weather.loadTime(), () -> {
        Answers.when(
            member.store.set(key, value.getBytes(StandardCharsets.UTF_8), MINUTE),
            (done, fault) -> loaded.complete(value));
      });
    });
    return loaded;
  }

  private void changeOnAndOn(NamespaceMember member) {
    again(weather.changeMillis * weather.processes, () -> {
      if (weather.evidence && random.nextInt(20) == 0) {
        flush(member);
      } else {
        invalidate(
            member,
            random.nextInt(3) == 0
                ? someNamespaces()
                : List.of(random.nextInt(weather.namespaces)));
      }
      changeOnAndOn(member);
    });
  }

  private void flush(NamespaceMember member) {
    begins();
    Duration period = weather.part(Duration.ofSeconds(random.nextInt(4)));
    promises.tell(member, () -> "flushes over " + period);
    Answers.when(member.namespaces().rollingFlush(period), (roll, fault) -> ends(fault));
  }

  private void invalidate(NamespaceMember member, List<Integer> which) {
    if (which.stream().anyMatch(member.invalidating::contains)) {
      return; // one at a time: the promises can't tell them apart
    }
    begins();
    member.invalidating.addAll(which);
    long version = ++promises.version;
    long begun = time.nanos();
    promises.tell(member, () -> "invalidates " + which + " as of " + version);
    Answers.when(member.namespaces().invalidateAll(member.namespaces(which)), (done, fault) -> {
      member.invalidating.removeAll(which);
      promises.tell(
          member,
          () ->
              (fault == null ? "has" : "has not") + " invalidated " + which + " as of " + version);
      if (fault == null) {
        for (int one : which) {
          long written = member.store.lastSet(member.namespace(one).key());
          boolean everywhere = equalSince < written;
          promises.invalidated(one, version, member, begun, written, everywhere);
        }
      }
      ends(fault);
    });
  }

  /** The servers change, and each process learns of it when it does. */
  private void changeRingOnAndOn() {
    again(weather.ringMillis, () -> {
      list = weather.pick(LISTS);
      List<Integer> next = list;
      int change = ++changes;
      promises.tell("operator", () -> "names the servers " + next);
      for (NamespaceMember member : members) {
        member.process.after(weather.between(weather.lagMillis), () -> {
          if (change == changes) {
            promises.tell(member, () -> "learns of the servers " + next);
            equalSince = NEVER;
            parts.change(member, next, () -> settled(next));
          }
        });
      }
      changeRingOnAndOn();
    });
  }

  private void settled(List<Integer> servers) {
    if (members.stream().allMatch(member -> member.isSettledAt(servers))) {
      equalSince = time.nanos();
    }
  }

  private void troubleOnAndOn() {
    again(weather.troubleMillis, () -> {
      RingServer server = weather.pick(servers);
      int kind = random.nextInt(20);
      if (kind < 6) {
        promises.tell(server, () -> "evicts the evidence");
        server.evict(EVIDENCE);
      } else if (kind < 14) {
        int number = random.nextInt(weather.namespaces);
        promises.tell(server, () -> "evicts the generation of " + number);
        server.evict(Key.of("___counter", "n", Integer.toString(number)));
      } else if (kind < 16) {
        promises.tell(server, () -> "is started anew");
        server.restart();
      } else if (kind == 16 && weather.restarts) {
        NamespaceMember member = weather.pick(members);
        promises.tell(member, () -> "is started anew");
        equalSince = NEVER;
        List<Integer> now = list;
        member.restart(now, () -> settled(now));
      } else if (kind < 18 && !weather.restarts) {
        Duration stall = weather.part(Duration.ofMillis(1500));
        promises.tell(server, () -> "stands still for " + stall);
        server.stall(stall);
      } else if (weather.downs && !server.isDown()) {
        promises.tell(server, () -> "is out of reach");
        server.reachable(false);
        boolean lost = random.nextBoolean();
        time.after(weather.part(Duration.ofMillis(800)), () -> {
          promises.tell(server, () -> "is back" + (lost ? ", empty" : ""));
          server.reachable(true);
          if (lost) {
            server.restart();
          }
        });
      }
      troubleOnAndOn();
    });
  }
}
