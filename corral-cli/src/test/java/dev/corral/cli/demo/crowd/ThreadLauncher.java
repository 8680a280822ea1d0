package dev.corral.cli.demo.crowd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Lets the processes of a crowd be threads of the test. */
public final class ThreadLauncher implements Launcher {
  private final Queue<Thread> started = new ConcurrentLinkedQueue<>();

  @Override
  public Line launch() throws IOException {
    PipedInputStream orders = new PipedInputStream();
    PipedOutputStream answers = new PipedOutputStream();
    Line line = new Line(
        new BufferedReader(new InputStreamReader(new PipedInputStream(answers), UTF_8)),
        new PipedOutputStream(orders),
        () -> {});
    Thread thread = new Thread(() -> run(orders, answers), "crowd-process-" + started.size());
    thread.start();
    started.add(thread);
    return new Line(line.answers(), line.orders(), () -> close(line.orders()));
  }

  private static void run(PipedInputStream orders, PipedOutputStream answers) {
    try (orders;
        answers) {
      CrowdProcess.run(orders, answers);
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void close(OutputStream stream) {
    try {
      stream.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int count() {
    return started.size();
  }

  /** Returns when all have ended. */
  public void join() throws InterruptedException {
    for (Thread thread : started) {
      thread.join();
    }
  }
}
