package dev.corral.queue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Takes jobs, and has them done by whoever serves their function, here or in another process. Equal
 * jobs collapse: one that is handed in while an equal one waits or runs is that one, and ends as it
 * does. So a result may come of work that began before it was asked for.
 *
 * <p>Implementations are safe for use by many threads, complete every future that they return, and
 * run nobody's code on a thread of their own network.
 */
public interface RefreshQueue extends AutoCloseable {
  /**
   * Hands in a job, and does not wait for it.
   *
   * @param job the job
   * @return completes when the queue has taken it over; with an
   *     {@link dev.corral.fault.UnavailableException} if it could not
   */
  CompletableFuture<@Nullable Void> submit(Job job);

  /**
   * Hands in a job, for its result. All who call for an equal job are given the one result.
   *
   * @param job the job
   * @return completes with what comes of the job; with a {@link dev.corral.load.LoadException} if
   *     the work failed; with an {@link dev.corral.fault.UnavailableException} if the queue can't
   *     be reached, or is closed. A job that nobody serves waits for as long as the queue lets it
   */
  CompletableFuture<byte[]> call(Job job);

  /**
   * Does the jobs of a function from now on, on threads of the queue or of its executor.
   *
   * @param function the function's name; see {@link Job#of}
   * @param atOnce how many jobs at the same time; 1 or more
   * @param work does them
   * @return closing it takes no more jobs; those that run are ended
   * @throws dev.corral.fault.UnavailableException if the queue is closed
   */
  Service serve(String function, int atOnce, Work work);

  /** Ends it: what waits here for a result fails, and nobody is served any more. */
  @Override
  void close();

  /** The doing of a function's jobs by one process. */
  interface Service extends AutoCloseable {
    /** Takes no more jobs, and does not wait for those that run. */
    @Override
    void close();
  }

  /**
   * A queue within this process: for equal jobs of several caches, for threads of their own, and
   * for tests. A job that nobody serves waits until somebody does.
   *
   * @param executor where jobs run; they may block. It stays the caller's to end
   * @param mostWaiting how many jobs may wait; further ones fail with an
   *     {@link dev.corral.fault.OverloadedException}
   * @return the queue
   */
  static RefreshQueue inProcess(Executor executor, int mostWaiting) {
    return new InProcessQueue(executor, mostWaiting);
  }
}
