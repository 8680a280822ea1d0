package dev.corral.gearman;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that moves a queue's bytes, and to which alone its connections, calls and services
 * belong: whoever wants something of them posts a task. It never blocks, and runs nobody else's
 * code.
 */
final class Loop {
  private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
  private static final int BUFFER = 1 << 16;

  private final Selector selector;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
  private boolean ending;
  private volatile boolean ended;

  Loop() {
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void start() {
    Thread thread = new Thread(this::run, "corral-gearman");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Runs a task on the loop's thread, after those posted before. When the loop has ended, it runs
   * here and now: it then finds everything closed.
   */
  void post(Runnable task) {
    tasks.add(task);
    if (ended) {
      runTasks();
    } else {
      selector.wakeup();
    }
  }

  /** Has a channel's owner told whenever it is ready. On the loop's thread. */
  SelectionKey register(SelectableChannel channel, int interest, Consumer<SelectionKey> owner)
      throws IOException {
    return channel.register(selector, interest, owner);
  }

  /** A place for bytes between two reads, empty. On the loop's thread. */
  ByteBuffer buffer() {
    return buffer.clear();
  }

  /** Ends it when all that was posted has been run. On the loop's thread. */
  void end() {
    ending = true;
  }

  private void run() {
    while (!ending) {
      try {
        selector.select(this::ready);
      } catch (IOException e) {
        LOG.error("The connections to Gearman servers can't be watched any more", e);
        ending = true; // what is open fails by its deadline
      }
      runTasks();
    }
    ended = true;
    runTasks();
    try {
      selector.close();
    } catch (IOException e) {
      LOG.warn("A selector could not be closed", e);
    }
  }

  private void ready(SelectionKey key) {
    @SuppressWarnings("unchecked") // register attaches nothing else
    Consumer<SelectionKey> owner = (Consumer<SelectionKey>) key.attachment();
    guarded(() -> owner.accept(key));
  }

  private void runTasks() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      guarded(task);
    }
  }

  private static void guarded(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) { // whatever it is, all others' calls depend on this thread
      LOG.error("A task of a Gearman queue failed", e);
    }
  }
}
