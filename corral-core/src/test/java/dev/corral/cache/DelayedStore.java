package dev.corral.cache;

import dev.corral.fault.DeadlineExceededException;
import dev.corral.store.Operation;
import dev.corral.store.Store;
import dev.corral.time.SteppedTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * A process's way to a server: a request takes its time to get there, and so does the reply. What
 * is sent together arrives and is answered in its order, but others may come in between. Requests
 * and replies can get lost; then, and if the server stands still, the deadline ends the wait.
 */
public final class DelayedStore implements Store {
  public static final Duration DEADLINE = Duration.ofSeconds(1);

  private final SimulatedProcess process;
  private final SimulatedServer server;
  private final SteppedTimer time;
  private final Random random;

  private int misses;

  /** The share of requests that get lost, or whose replies do. */
  public double lossRate;

  public DelayedStore(SimulatedProcess process, SimulatedServer server, Random random) {
    this.process = process;
    this.server = server;
    this.time = server.time;
    this.random = random;
  }

  @Override
  public <R> CompletableFuture<R> execute(Operation<R> operation) {
    return this.<R>executeAll(List.of(operation)).get(0);
  }

  @Override
  public <R> List<CompletableFuture<R>> executeAll(
      List<? extends Operation<? extends R>> operations) {
    List<CompletableFuture<R>> outcomes = new ArrayList<>(operations.size());
    long arrival = delay();
    long[] lastReply = {0};
    for (Operation<? extends R> operation : operations) {
      CompletableFuture<R> outcome = new CompletableFuture<>();
      outcomes.add(outcome);
      if (!process.isDead()) {
        send(operation, arrival, time.nanos() + DEADLINE.toNanos(), lastReply, outcome);
      }
      arrival += random.nextInt(10) < 3 ? (long) (random.nextDouble() * 2_000_000) : 0;
    }
    return outcomes;
  }

  /** 1 to 4 ms, and sometimes up to 60. */
  private long delay() {
    return random.nextInt(100) < 4
        ? (long) (random.nextDouble() * 60_000_000)
        : 1_000_000 + (long) (random.nextDouble() * 3_000_000);
  }

  private <R> void send(
      Operation<? extends R> operation,
      long delay,
      long deadline,
      long[] lastReply,
      CompletableFuture<R> outcome) {
    boolean lost = lossRate > 0 && random.nextDouble() < lossRate;
    if (lost && random.nextBoolean()) {
      miss(deadline, operation, outcome);
    } else {
      after(delay, () -> arrive(operation, deadline, lost, lastReply, outcome));
    }
  }

  private <R> void arrive(
      Operation<? extends R> operation,
      long deadline,
      boolean lost,
      long[] lastReply,
      CompletableFuture<R> outcome) {
    long stall = server.stallNanos();
    if (stall > 0) {
      boolean late = lost || time.nanos() + stall > deadline;
      if (late) {
        miss(deadline, operation, outcome);
      }
      after(stall, () -> arrive(operation, deadline, late, lastReply, outcome));
      return;
    }
    R result = server.serve(process, operation);
    long replyAt = Math.max(lastReply[0], time.nanos() + delay());
    lastReply[0] = replyAt;
    if (lost || replyAt > deadline) {
      miss(deadline, operation, outcome);
    } else {
      after(replyAt - time.nanos(), () -> process.enter(() -> outcome.complete(result)));
    }
  }

  private void miss(long deadline, Operation<?> operation, CompletableFuture<?> outcome) {
    after(
        deadline - time.nanos(),
        () -> process.enter(() -> {
          misses++;
          outcome.completeExceptionally(new DeadlineExceededException("no reply to " + operation));
        }));
  }

  /** How often the deadline has passed. */
  public int misses() {
    return misses;
  }

  private void after(long nanos, Runnable task) {
    time.after(Duration.ofNanos(Math.max(0, nanos)), task);
  }

  @Override
  public void close() {}
}
