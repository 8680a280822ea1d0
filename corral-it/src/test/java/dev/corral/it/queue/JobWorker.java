package dev.corral.it.queue;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.gearman.GearmanQueue;
import dev.corral.it.Message;
import dev.corral.it.Nodes;
import dev.corral.it.Parent;
import dev.corral.it.Worker;
import dev.corral.queue.Job;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Hands in jobs, or does them, as a test says. */
final class JobWorker implements Worker {
  /** How long a caller waits at most, and then for how long its future is watched. */
  static final Duration DEADLINE = Duration.ofSeconds(20);

  private static final Duration MARGIN = Duration.ofSeconds(5);

  private final Semaphore mayEnd = new Semaphore(0);
  private final List<GearmanQueue> queues = new ArrayList<>();

  @Override
  public void run(Parent parent, List<String> arguments) throws Exception {
    ServerList servers = ServerList.of(arguments.stream().map(Server::parse).toList());
    for (Optional<Message> next = parent.next(); next.isPresent(); next = parent.next()) {
      obey(parent, servers, next.get());
    }
    queues.forEach(GearmanQueue::close);
  }

  private void obey(Parent parent, ServerList servers, Message command) throws Exception {
    switch (command.kind()) {
      case "open" -> {
        for (long i = 0; i < command.number(0); i++) {
          queues.add(GearmanQueue.open(
              servers, options -> options.connectTimeout(Nodes.PATIENCE).deadline(DEADLINE)));
        }
        parent.report("open");
      }
      case "serve" -> serve(parent, command);
      case "finish" -> mayEnd.release((int) command.number(0));
      case "submit" -> submit(parent, command);
      case "call" -> call(parent, command);
      case "load" -> load(parent, command);
      default -> throw new IllegalArgumentException(command.kind());
    }
  }

  /** Does a function's jobs, and tells of each; they last until finished, or for a while. */
  private void serve(Parent parent, Message command) {
    boolean untilFinished = command.number(2) < 0;
    queues.get(0).serve(command.text(0), (int) command.number(1), job -> {
      parent.report("run", job.id());
      if (untilFinished) {
        mayEnd.acquire();
      } else {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(command.number(2)));
      }
      return (job.id() + " by " + parent.number() + " at " + System.nanoTime()).getBytes(UTF_8);
    });
    parent.report("serve");
  }

  private void submit(Parent parent, Message command) throws Exception {
    List<CompletableFuture<?>> taken = new ArrayList<>();
    for (long i = 0; i < command.number(2); i++) {
      GearmanQueue queue = queues.get((int) (i % queues.size()));
      taken.add(queue.submit(Job.of(command.text(0), command.text(1), new byte[0])));
    }
    for (CompletableFuture<?> one : taken) {
      one.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
    }
    parent.report("submit", taken.size());
  }

  /** Calls for the same job by all queues, tells when their server knows, and what came of it. */
  private void call(Parent parent, Message command) throws Exception {
    List<CompletableFuture<byte[]>> results = new ArrayList<>();
    for (GearmanQueue queue : queues) {
      for (long i = 0; i < command.number(2); i++) {
        results.add(queue.call(Job.of(command.text(0), command.text(1), new byte[0])));
      }
      // Its server answers in order.
      Job marker = Job.of(command.text(0) + "-marker", "marker", new byte[0]);
      queue.submit(marker).get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
    }
    parent.report("asked");
    Set<String> distinct = new HashSet<>();
    for (CompletableFuture<byte[]> result : results) {
      distinct.add(new String(result.get(DEADLINE.toSeconds(), TimeUnit.SECONDS), UTF_8));
    }
    parent.report("call", results.size(), String.join(", ", distinct));
  }

  /** Many callers for so many milliseconds, each with one call after the other. */
  private void load(Parent parent, Message command) throws Exception {
    AtomicLong results = new AtomicLong();
    AtomicLong faults = new AtomicLong();
    AtomicLong lost = new AtomicLong();
    AtomicLong longest = new AtomicLong();
    List<Thread> threads = new ArrayList<>();
    long end = parent.awaitGo() + TimeUnit.MILLISECONDS.toNanos(command.number(2));
    for (long i = 0; i < command.number(1); i++) {
      Thread thread = new Thread(() -> {
        while (System.nanoTime() - end < 0) {
          String id = "n" + ThreadLocalRandom.current().nextInt(100);
          long began = System.nanoTime();
          String result = outcome(queues.get(0).call(Job.of(command.text(0), id, new byte[0])));
          longest.accumulateAndGet(System.nanoTime() - began, Math::max);
          if (result.startsWith(id + " by ")) {
            results.incrementAndGet();
          } else if (result.isEmpty()) {
            lost.incrementAndGet();
          } else {
            faults.incrementAndGet();
          }
        }
      });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    parent.report("load", results, faults, lost, longest);
  }

  /** The result, or the fault; empty if neither came though the deadline is over. */
  private static String outcome(CompletableFuture<byte[]> result) {
    try {
      return new String(result.get(DEADLINE.plus(MARGIN).toSeconds(), TimeUnit.SECONDS), UTF_8);
    } catch (ExecutionException e) {
      return String.valueOf(e.getCause());
    } catch (TimeoutException e) {
      return "";
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
