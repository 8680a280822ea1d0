package dev.corral.cache;

import dev.corral.load.LoadException;
import dev.corral.queue.Job;
import dev.corral.queue.RefreshQueue;
import dev.corral.queue.Work;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A queue whose jobs wait until the test has them done. */
final class HandQueue implements RefreshQueue {
  final Map<String, Work> works = new HashMap<>();
  final Queue<Job> waiting = new ArrayDeque<>();
  private final Map<Job, List<CompletableFuture<byte[]>>> results = new HashMap<>();
  boolean atOnce;

  @Nullable
  RuntimeException fault;

  @Nullable
  Function<Job, byte[]> answer;

  @Override
  public CompletableFuture<@Nullable Void> submit(Job job) {
    CompletableFuture<byte[]> unused = call(job);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<byte[]> call(Job job) {
    if (fault != null) {
      throw fault;
    }
    if (!results.containsKey(job)) {
      waiting.add(job);
    }
    CompletableFuture<byte[]> result = new CompletableFuture<>();
    results.computeIfAbsent(job, unused -> new ArrayList<>()).add(result);
    if (atOnce) {
      work();
    }
    return result;
  }

  void work() {
    while (!waiting.isEmpty()) {
      workOne();
    }
  }

  void workOne() {
    Job job = waiting.remove();
    List<CompletableFuture<byte[]>> those = Objects.requireNonNull(results.remove(job));
    try {
      byte[] done = answer == null
          ? Objects.requireNonNull(works.get(job.function())).run(job)
          : answer.apply(job);
      those.forEach(result -> result.complete(done));
    } catch (Exception e) {
      those.forEach(
          result -> result.completeExceptionally(new LoadException("failed: " + e.getMessage())));
    }
  }

  @Override
  public Service serve(String function, int atOnce, Work work) {
    works.put(function, work);
    return () -> works.remove(function);
  }

  @Override
  public void close() {}
}
