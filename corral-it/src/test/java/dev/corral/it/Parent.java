package dev.corral.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The test that has started this JVM, as its {@link Worker} sees it. Any thread may report. When
 * the test's JVM is gone, for whatever reason, this one ends at once.
 */
public final class Parent {
  /** The exit codes of a worker that failed, and of one that was left alone. */
  private static final int FAILED = 70;

  private static final int ABANDONED = 71;

  /** Comes before each report: what the JVM itself may print on the same stream has none. */
  public static final String REPORT = "report\t";

  public static final String UP = "up";
  public static final String READY = "ready";
  public static final String GO = "go";
  public static final String END = "end";

  private final int number;
  private final OutputStream out;
  private final ReentrantLock writing = new ReentrantLock();
  private final BlockingQueue<Message> commands = new LinkedBlockingQueue<>();

  private Parent(int number, OutputStream out) {
    this.number = number;
    this.out = out;
  }

  /**
   * Runs a worker.
   *
   * @param arguments the worker's class, its number, and its arguments
   * @throws Exception what the worker throws
   */
  public static void main(String[] arguments) throws Exception {
    Thread.setDefaultUncaughtExceptionHandler((thread, fault) -> {
      fault.printStackTrace();
      Runtime.getRuntime().halt(FAILED);
    });
    // What anyone prints must not mingle with the reports.
    System.setOut(System.err);
    Parent parent =
        new Parent(Integer.parseInt(arguments[1]), new FileOutputStream(FileDescriptor.out));
    Thread listener = new Thread(parent::listen, "parent");
    listener.setDaemon(true);
    listener.start();
    Constructor<? extends Worker> constructor =
        Class.forName(arguments[0]).asSubclass(Worker.class).getDeclaredConstructor();
    constructor.setAccessible(true); // The classes of most workers are their tests' own.
    Worker worker = constructor.newInstance();
    parent.report(UP);
    worker.run(parent, List.of(arguments).subList(2, arguments.length));
    System.exit(0);
  }

  private void listen() {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(new FileInputStream(FileDescriptor.in), UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        commands.add(Message.parse(line));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Runtime.getRuntime().halt(ABANDONED);
  }

  /** Which of the JVMs that were started together this is, from 0 on. */
  public int number() {
    return number;
  }

  /** Tells the test something; it is on its way even if this JVM is killed right after. */
  public void report(String kind, Object... fields) {
    byte[] line = (REPORT + Message.of(kind, fields).toLine() + "\n").getBytes(UTF_8);
    writing.lock();
    try {
      out.write(line);
    } catch (IOException e) {
      Runtime.getRuntime().halt(ABANDONED);
    } finally {
      writing.unlock();
    }
  }

  /** Waits for the next command; there is none when the worker shall end. */
  public Optional<Message> next() throws InterruptedException {
    Message next = commands.take();
    return next.kind().equals(END) ? Optional.empty() : Optional.of(next);
  }

  /**
   * Tells that this worker is ready, and waits for the moment at which all begin.
   *
   * @return the moment, by {@link System#nanoTime}; the same for all
   */
  public long awaitGo() throws InterruptedException {
    report(READY);
    Message go = next().filter(command -> command.kind().equals(GO)).orElseThrow();
    long moment = go.number(0);
    for (long left = moment - System.nanoTime(); left > 0; left = moment - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    return moment;
  }
}
