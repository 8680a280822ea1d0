package dev.corral.queue;

import dev.corral.check.Argument;
import dev.corral.fault.OverloadedException;
import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.load.LoadException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Jobs and those who do them in one process. */
/* design
 *
 * A job is open from when it is handed in until its work has ended; meanwhile equal ones join it. Open
 * jobs wait in the line of their function until one of those who serve it has a hand free. All of that
 * is guarded by one lock, under which nothing runs but the moving of jobs: work is begun, and futures
 * are completed, when it has been left.
 */
final class InProcessQueue implements RefreshQueue {
  private final Executor executor;
  private final int mostWaiting;

  private final ReentrantLock turn = new ReentrantLock();
  private final Map<Job, CompletableFuture<byte[]>> open = new HashMap<>();
  private final Map<String, Line> lines = new HashMap<>();
  private int waiting;
  private boolean closed;

  InProcessQueue(Executor executor, int mostWaiting) {
    this.executor = Argument.required("executor", executor);
    if (mostWaiting < 1) {
      throw new IllegalArgumentException("mostWaiting must be at least 1, but is " + mostWaiting);
    }
    this.mostWaiting = mostWaiting;
  }

  @Override
  public CompletableFuture<@Nullable Void> submit(Job job) {
    CompletableFuture<byte[]> result = call(job);
    CompletableFuture<@Nullable Void> taken = CompletableFuture.completedFuture(null);
    return result.isDone()
        ? Answers.branch(
            result,
            done -> taken,
            fault -> fault instanceof LoadException ? taken : CompletableFuture.failedFuture(fault))
        : taken;
  }

  @Override
  public CompletableFuture<byte[]> call(Job job) {
    Argument.required("job", job);
    CompletableFuture<byte[]> result;
    List<Task> ready;
    turn.lock();
    try {
      CompletableFuture<byte[]> known = open.get(job);
      if (known != null) {
        return copyOf(known);
      }
      UnavailableException refusal = refusal(job);
      if (refusal != null) {
        return CompletableFuture.failedFuture(refusal);
      }
      result = new CompletableFuture<>();
      open.put(job, result);
      Line line = lines.computeIfAbsent(job.function(), unused -> new Line());
      line.jobs.add(job);
      waiting++;
      ready = take(line);
    } finally {
      turn.unlock();
    }
    ready.forEach(this::begin);
    return copyOf(result);
  }

  /** Each has its own to cancel, and to change the bytes of. */
  private static CompletableFuture<byte[]> copyOf(CompletableFuture<byte[]> result) {
    return Answers.map(result, byte[]::clone);
  }

  private @Nullable UnavailableException refusal(Job job) {
    if (closed) {
      return closed();
    }
    Line line = lines.get(job.function());
    boolean begins = line != null && line.hands.stream().anyMatch(hands -> hands.free > 0);
    return begins || waiting < mostWaiting
        ? null
        : new OverloadedException(waiting + " jobs are waiting, and more may not");
  }

  private static UnavailableException closed() {
    return new UnavailableException("the queue is closed");
  }

  @Override
  public Service serve(String function, int atOnce, Work work) {
    Hands hands = new Hands(Job.requireFunction(function), atOnce, work);
    List<Task> ready;
    turn.lock();
    try {
      if (closed) {
        throw closed();
      }
      Line line = lines.computeIfAbsent(function, unused -> new Line());
      line.hands.add(hands);
      ready = take(line);
    } finally {
      turn.unlock();
    }
    ready.forEach(this::begin);
    return hands;
  }

  /** As many jobs of a line as there are hands for. */
  private List<Task> take(Line line) {
    List<Task> ready = new ArrayList<>();
    for (Hands hands : line.hands) {
      while (hands.free > 0 && !line.jobs.isEmpty()) {
        hands.free--;
        waiting--;
        ready.add(new Task(line.jobs.remove(), hands));
      }
    }
    return ready;
  }

  /** Hands are for one job after the other, as long as there are any: that is one run of theirs. */
  private void begin(Task first) {
    Task next = first;
    while (next != null) {
      Task task = next;
      try {
        executor.execute(() -> run(task));
        return;
      } catch (RuntimeException | Error e) { // full, closed, or unable to make a thread
        String full = "the executor of the queue takes no more jobs";
        next = end(task, null, new OverloadedException(full, e));
      }
    }
  }

  private void run(Task first) {
    Task next = first;
    while (next != null) {
      next = runOne(next);
      if (next != null && Thread.currentThread().isInterrupted()) {
        begin(next); // what interrupted this job, or thread, did not mean the next job
        return;
      }
    }
  }

  private @Nullable Task runOne(Task task) {
    try {
      byte[] result = task.hands.work.run(task.job);
      return result == null
          ? end(task, null, new LoadException("the work of " + task.job + " returned null"))
          : end(task, result, null);
    } catch (Throwable e) { // whatever it is, those who wait shall not wait for ever
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      return end(task, null, new LoadException("the work of " + task.job + " failed: " + e, e));
    }
  }

  /** Answers those who wait for a job; what the same hands do next, or null. */
  private @Nullable Task end(Task task, byte @Nullable [] result, @Nullable Throwable fault) {
    CompletableFuture<byte[]> answer;
    Task next;
    turn.lock();
    try {
      answer = open.remove(task.job);
      next = next(task);
    } finally {
      turn.unlock();
    }
    if (answer != null && result != null) {
      answer.complete(result);
    } else if (answer != null && fault != null) {
      answer.completeExceptionally(fault);
    }
    return next;
  }

  private @Nullable Task next(Task ended) {
    Line line = lines.get(ended.job.function());
    if (line == null || line.jobs.isEmpty() || !line.hands.contains(ended.hands)) {
      ended.hands.free++;
      return null;
    }
    waiting--;
    return new Task(line.jobs.remove(), ended.hands);
  }

  @Override
  public void close() {
    List<CompletableFuture<byte[]>> left;
    turn.lock();
    try {
      closed = true;
      left = List.copyOf(open.values());
      open.clear();
      lines.clear();
      waiting = 0;
    } finally {
      turn.unlock();
    }
    UnavailableException fault = closed();
    left.forEach(result -> result.completeExceptionally(fault));
  }

  /** A job, and who does it. */
  private record Task(Job job, Hands hands) {}

  /** Jobs of one function that wait, and those who serve it. */
  private static final class Line {
    final Queue<Job> jobs = new ArrayDeque<>();
    final List<Hands> hands = new ArrayList<>();
  }

  /** One who serves a function, with so many jobs at once. */
  private final class Hands implements Service {
    private final String function;
    private final Work work;
    private int free;

    Hands(String function, int atOnce, Work work) {
      if (atOnce < 1) {
        throw new IllegalArgumentException("atOnce must be at least 1, but is " + atOnce);
      }
      this.function = function;
      this.work = Argument.required("work", work);
      this.free = atOnce;
    }

    @Override
    public void close() {
      turn.lock();
      try {
        Line line = lines.get(function);
        if (line != null) {
          line.hands.remove(this);
        }
      } finally {
        turn.unlock();
      }
    }
  }
}
