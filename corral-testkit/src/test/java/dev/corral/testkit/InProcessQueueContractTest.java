package dev.corral.testkit;

import dev.corral.queue.RefreshQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;

/** The queue within a process keeps the contract. */
class InProcessQueueContractTest extends RefreshQueueContract {
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @Override
  protected RefreshQueue open(int mostWaiting) {
    return RefreshQueue.inProcess(threads, mostWaiting);
  }

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }
}
