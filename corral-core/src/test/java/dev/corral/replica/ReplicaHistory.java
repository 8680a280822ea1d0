package dev.corral.replica;

import dev.corral.cache.SimulatedProcess;
import dev.corral.cache.Strands;
import dev.corral.codec.Codec;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.load.Loader;
import dev.corral.site.Site;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * Processes that put, read, load and invalidate one item while servers and processes have trouble.
 */
final class ReplicaHistory {
  private static final Instant START = Instant.parse("2025-06-01T12:00:00Z");
  private static final String KEY = "hot";

  final RegisterChecker checker = new RegisterChecker();
  long hits;
  long misses;
  long repairs;
  long failedPuts;
  long puts;

  private final Random random;
  private final SimulatedCluster cluster;
  private final List<Member> members = new ArrayList<>();
  private final Trouble trouble;
  private int numbers;

  /** What goes wrong. */
  enum Trouble {
    /** One server at a time is away, stands still or is emptied; requests get lost; items too. */
    SERVERS,
    /** All of that on any number of servers at once. */
    ALL_SERVERS,
    /** Servers join and leave. */
    LISTS
  }

  private final class Member {
    final SimulatedProcess process;
    final SimulatedCluster.Way way;
    final AsyncReplicas<String, Integer> replicas;

    Member(int index, List<Integer> list, int copies) {
      process = new SimulatedProcess("p" + index, cluster.time, new Strands());
      way = cluster.new Way(process, list);
      long skew = trouble == Trouble.LISTS ? 0 : random.nextLong(-2_000, 2_000);
      Site site = Site.on(way)
          .ticker(cluster.time)
          .clock(() -> START.plusNanos(cluster.time.nanos()).plusMillis(skew))
          .timer(process)
          .random(() -> random)
          .executor(task -> process.after(millis(30), task));
      replicas = Replicas.on(
              site,
              "r",
              Keys.strings(),
              Codec.json(Integer.class),
              o -> o.copies(copies).ttl(Duration.ofSeconds(60)).loadTime(Duration.ofMillis(500)))
          .async();
    }

    void act() {
      process.enter(() -> {
        switch (random.nextInt(20)) {
          case 0, 1, 2 -> put();
          case 3 -> invalidate();
          case 4, 5 -> load();
          default -> read(Answers.map(replicas.get(KEY), found -> found.orElse(-1)), Set.of());
        }
      });
      cluster.time.after(millis(120), this::act);
    }

    private void load() {
      Set<Integer> own = new HashSet<>();
      Loader<String, Integer> loader = key -> {
        int number = ++numbers;
        checker.loaded(number, now());
        own.add(number);
        return number;
      };
      read(replicas.get(KEY, loader), own);
    }

    /**
     * What a caller has loaded for itself may be stored or not: that it was given it tells nothing.
     */
    private void read(CompletableFuture<Integer> read, Set<Integer> own) {
      long begin = now();
      Answers.when(read, (number, fault) -> {
        if (number != null && number >= 0 && !own.contains(number)) {
          checker.read(number, begin, now());
        }
      });
    }

    private void put() {
      int number = ++numbers;
      checker.putBegins(number, now());
      watch(number, replicas.put(KEY, number));
    }

    private void invalidate() {
      int number = ++numbers;
      checker.putBegins(number, now());
      watch(number, replicas.invalidate(KEY));
    }

    private void watch(int number, CompletableFuture<?> put) {
      puts++;
      Answers.when(put, (done, fault) -> {
        if (fault == null) {
          checker.putEnds(number, now());
        } else {
          failedPuts++;
        }
      });
    }
  }

  ReplicaHistory(long seed, Trouble trouble, boolean insisting) {
    this.random = new Random(seed);
    this.trouble = trouble;
    int servers = 1 + random.nextInt(6);
    int copies = 2 + random.nextInt(3);
    this.cluster = new SimulatedCluster(servers, random);
    cluster.insisting = insisting;
    List<Integer> list = IntStream.range(0, servers).boxed().toList();
    for (int i = 0; i < 3; i++) {
      members.add(new Member(i, list, copies));
    }
  }

  private long now() {
    return cluster.time.nanos();
  }

  private Duration millis(int most) {
    return Duration.ofNanos((long) (random.nextDouble() * most * 1_000_000));
  }

  void run(Duration length) {
    members.forEach(member -> cluster.time.after(millis(50), member::act));
    cluster.time.after(millis(500), this::makeTrouble);
    cluster.time.advance(length);
    for (Member member : members) {
      ReplicaStats stats = member.replicas.stats();
      hits += stats.hits();
      misses += stats.misses();
      repairs += stats.repairs();
    }
  }

  private void makeTrouble() {
    if (trouble == Trouble.LISTS) {
      changeList();
    } else {
      troubleServer();
    }
    if (random.nextInt(4) == 0) {
      members.get(random.nextInt(members.size())).process.pause(millis(800));
    }
    double rate = random.nextInt(3) == 0 ? 0.05 : 0;
    members.get(random.nextInt(members.size())).way.lose(rate);
    cluster.time.after(millis(1_500), this::makeTrouble);
  }

  private void troubleServer() {
    if (trouble == Trouble.SERVERS) {
      cluster.servers.forEach(server -> server.down = false);
    }
    SimulatedCluster.Server server = cluster.servers.get(random.nextInt(cluster.servers.size()));
    switch (random.nextInt(5)) {
      case 0 -> server.down = !server.down;
      case 1 -> server.stall(millis(2_500));
      case 2 -> server.restart();
      case 3 -> server.down = false;
      default -> {
        List<Key> keys = new ArrayList<>(server.keys);
        if (!keys.isEmpty()) {
          server.evict(keys.get(random.nextInt(keys.size())));
        }
      }
    }
  }

  /** All learn of it in the same moment: see what replicas do not promise. */
  private void changeList() {
    List<Integer> list = IntStream.range(0, cluster.servers.size())
        .filter(i -> random.nextInt(3) > 0)
        .boxed()
        .toList();
    members.forEach(member -> member.way.use(list.isEmpty() ? List.of(0) : list));
  }
}
