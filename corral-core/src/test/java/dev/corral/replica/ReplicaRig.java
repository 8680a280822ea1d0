package dev.corral.replica;

import dev.corral.codec.Codec;
import dev.corral.fault.UnavailableException;
import dev.corral.hash.Hash64;
import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.site.Site;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.MemoryStore;
import dev.corral.store.Operation;
import dev.corral.store.Placement;
import dev.corral.store.Put;
import dev.corral.store.Store;
import dev.corral.time.SteppedTimer;
import dev.corral.time.Ttl;
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
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Servers and processes around them, on one thread and in a time that stands still. */
final class ReplicaRig {
  static final String KEY = "hot";
  private static final Instant START = Instant.parse("2025-06-01T12:00:00Z");

  final SteppedTimer time = new SteppedTimer();
  final Set<Integer> down = new HashSet<>();
  private final Map<Integer, MemoryStore> servers = new HashMap<>();
  private final Random random = new Random(7);
  private final int count;

  /** Whether the servers are run without CAS. */
  boolean withoutCas;

  ReplicaRig(int count) {
    this.count = count;
    IntStream.range(0, count).forEach(this::empty);
  }

  /** A server is restarted. */
  void empty(int server) {
    servers.put(server, MemoryStore.create(options -> options.ticker(time).wholeSeconds(true)));
  }

  MemoryStore at(int server) {
    MemoryStore store = servers.get(server);
    if (store == null) {
      throw new IllegalArgumentException("there is no server " + server);
    }
    return store;
  }

  Member process() {
    return process(2);
  }

  Member process(int copies) {
    return new Member(copies);
  }

  /** A process: it shares the servers and the time with others, and nothing else. */
  final class Member implements Store {
    final Replicas<String, String> replicas;
    final Wheels<String> wheels;
    final List<Operation<?>> sent = new ArrayList<>();
    private final Map<Predicate<Operation<?>>, Runnable> events = new HashMap<>();
    private List<Integer> list = IntStream.range(0, count).boxed().toList();
    private Ring ring = new Ring(this, list, 0);

    Member(int copies) {
      Site site = Site.on(this)
          .ticker(time)
          .clock(() -> START.plusNanos(time.nanos()))
          .timer(time)
          .random(() -> random)
          .executor(Runnable::run);
      replicas = Replicas.on(
          site,
          "r",
          Keys.strings(),
          Codec.strings(),
          o -> o.copies(copies).ttl(Duration.ofSeconds(60)).loadTime(Duration.ofSeconds(2)));
      wheels = new Wheels<>(site, this, "r", Keys.strings(), copies);
    }

    void use(Integer... servers) {
      list = List.of(servers);
      ring = new Ring(this, list, ring.change + 1);
    }

    /** Just before the next such operation is carried out, something else happens. */
    void before(Predicate<Operation<?>> operation, Runnable what) {
      events.put(operation, what);
    }

    Key holder(int index) {
      return wheels.of(KEY).holders().get(index);
    }

    int home(int index) {
      return ring.home(holder(index));
    }

    /** What a holder has; null if nothing. */
    @Nullable
    Item item(int index) {
      return at(home(index)).execute(Get.of(holder(index)).withDetails()).join() instanceof Item it
              && it.flags() != 0
          ? it
          : null;
    }

    @Nullable
    Version version(int index) {
      Item item = item(index);
      return item == null ? null : Form.version(item);
    }

    void write(int index, byte[] bytes) {
      Put put = Put.set(holder(index), bytes, Ttl.NEVER).withFlags(Form.FLAGS);
      at(home(index)).execute(put).join();
    }

    @Override
    public Placement placement() {
      return ring;
    }

    @Override
    public <R> CompletableFuture<R> execute(Operation<R> operation) {
      return ring.execute(operation);
    }

    @SuppressWarnings("unchecked") // an item without its CAS is an item
    private <R> CompletableFuture<R> send(int server, Operation<R> operation) {
      sent.add(operation);
      for (Predicate<Operation<?>> event : List.copyOf(events.keySet())) {
        if (event.test(operation)) {
          Runnable what = events.remove(event);
          if (what != null) {
            what.run();
          }
        }
      }
      if (down.contains(server)) {
        return CompletableFuture.failedFuture(
            new UnavailableException("server " + server + " is down"));
      }
      CompletableFuture<R> outcome = at(server).execute(operation);
      return withoutCas
          ? outcome.thenApply(done -> done instanceof Item item ? (R) bare(item) : done)
          : outcome;
    }

    private Item bare(Item item) {
      return Item.of(item.value(), item.flags(), item.lease(), false)
          .withDetails(0, this, Long.MAX_VALUE);
    }

    @Override
    public void close() {}
  }

  private record Ring(Member member, List<Integer> list, int change) implements Placement {
    @Override
    public long fingerprint() {
      return list.hashCode();
    }

    @Override
    public boolean moves(Key key, Placement before) {
      return !home(key).equals(((Ring) before).home(key));
    }

    @Override
    public Integer home(Key key) {
      return list.get(Math.floorMod(Hash64.of(key.bytes()), list.size()));
    }

    @Override
    public <R> CompletableFuture<R> execute(Operation<R> operation) {
      return member.send(home(operation.key()), operation);
    }
  }
}
