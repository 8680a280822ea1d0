package dev.corral.queue;

/** Does the jobs of a function. */
@FunctionalInterface
public interface Work {
  /**
   * Does a job. It may block. It runs on several threads at once if it was served so, and in rare
   * cases, when a server or a worker is lost, more than once for a job.
   *
   * @param job the job
   * @return what comes of it
   * @throws Exception if it can't be done: those who wait are told
   */
  byte[] run(Job job) throws Exception;
}
