package dev.corral.it.limit;

import dev.corral.Corral;
import dev.corral.it.Message;
import dev.corral.it.Nodes;
import dev.corral.it.Parent;
import dev.corral.it.Worker;
import dev.corral.key.Keys;
import dev.corral.limit.Decision;
import dev.corral.limit.Limiter;
import dev.corral.limit.LimiterOptions;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Asks for permits of one key as fast as it can, and tells of all that it was given. */
final class LimiterWorker implements Worker {
  static final int THREADS = 2;

  @Override
  public void run(Parent parent, List<String> arguments) throws Exception {
    MemcachedStore store = MemcachedStore.open(
        ServerList.of(Server.parse(arguments.get(0))), options -> options.deadline(Nodes.PATIENCE));
    Nodes.awaitConnected(store);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (Corral corral = Corral.on(store)) {
      for (Optional<Message> next = parent.next(); next.isPresent(); next = parent.next()) {
        Message command = next.get();
        Limiter<String> limiter =
            corral.limiter("hammered", Keys.strings(), options -> chosen(options, command));
        limiter.tryAcquire("warm");
        hammer(parent, threads, limiter, Duration.ofMillis(command.number(0)));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static LimiterOptions chosen(LimiterOptions options, Message command) {
    Duration time = Duration.ofMillis(command.number(1));
    return switch (command.kind()) {
      case "fixed" -> options.fixedWindow(command.number(2), time);
      case "sliding" -> options.slidingWindow(command.number(2), time);
      default -> options.tokenBucket(command.number(2), time, command.number(3));
    };
  }

  private static void hammer(
      Parent parent, ExecutorService threads, Limiter<String> limiter, Duration time)
      throws Exception {
    long end = parent.awaitGo() + time.toNanos();
    List<Future<Tally>> all = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      all.add(threads.submit(() -> hammer(limiter, end)));
    }
    Tally sum = new Tally();
    for (Future<Tally> each : all) {
      sum.add(each.get());
    }
    List<Object> fields = new ArrayList<>(List.of(sum.calls, sum.unavailable, sum.crowded));
    fields.addAll(sum.allowed);
    parent.report("hammered", fields.toArray());
  }

  private static Tally hammer(Limiter<String> limiter, long end) {
    Tally tally = new Tally();
    for (long began = System.nanoTime(); began - end < 0; began = System.nanoTime()) {
      tally.note(began, limiter.tryAcquire("hot"));
    }
    return tally;
  }

  /** What some calls were answered. */
  private static final class Tally {
    long calls;
    long unavailable;
    long crowded;

    /** Three numbers for each: when it was asked for, when it was given, how many were left. */
    final List<Long> allowed = new ArrayList<>();

    void note(long began, Decision decision) {
      calls++;
      if (decision instanceof Decision.Allowed) {
        allowed.addAll(List.of(began, System.nanoTime(), decision.remaining()));
      } else if (decision instanceof Decision.Unavailable) {
        unavailable++;
      } else if (decision.remaining() > 0) {
        crowded++;
      }
    }

    void add(Tally other) {
      calls += other.calls;
      unavailable += other.unavailable;
      crowded += other.crowded;
      allowed.addAll(other.allowed);
    }
  }
}
