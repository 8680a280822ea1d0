package dev.corral.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A JVM that runs a {@link Worker}: one of {@link Jvms}. It is for one thread, the test's. Whatever
 * is asked of one that has ended by itself fails with the last that it had to say.
 *
 * <p>A moment that it tells by {@link System#nanoTime} can be compared with one of this JVM or of
 * another: on Linux that is the time since the machine was started (CLOCK_MONOTONIC), the same for
 * all processes, paused or not.
 */
public final class Jvm {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int LAST_WORDS = 40;

  private static final List<String> OPTIONS = List.of(
      // Small, and quick to start.
      "-Xmx96m",
      "-XX:+UseSerialGC",
      "-XX:TieredStopAtLevel=1",
      "-Xshare:auto",
      // A JVM that is killed would leave these files behind.
      "-XX:-UsePerfData",
      "-XX:+ErrorFileToStderr");

  private final String name;
  private final Process process;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition hasChanged = lock.newCondition();
  private final Map<String, Queue<Message>> reports = new TreeMap<>();
  private final Queue<String> lastWords = new ArrayDeque<>();

  /** How many of its two streams can still bring something. */
  private int openStreams = 2;

  /** What lets it go on when this JVM does not: there while it is paused. */
  private @Nullable Process pause;

  private boolean isDismissed;

  private Jvm(String name, Process process) {
    this.name = name + ", process " + process.pid();
    this.process = process;
    listen(process.getInputStream(), this::hear);
    listen(process.getErrorStream(), this::remember);
  }

  public static Jvm start(Class<? extends Worker> worker, int number, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(OPTIONS);
    command.add(Parent.class.getName());
    command.add(worker.getName());
    command.add(String.valueOf(number));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    // A JVM that is given options this way says so on its error stream.
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    // It may have 128 kB, and unlike a file of arguments it can't be left behind.
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    try {
      return new Jvm(worker.getSimpleName() + " " + number, builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void listen(InputStream in, Consumer<String> lines) {
    Thread thread = new Thread(() -> listenToAll(in, lines), "listener of " + name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Hears whole lines only: the last one of a process that was killed may be a part of one. */
  private void listenToAll(InputStream in, Consumer<String> lines) {
    try (BufferedReader reader = new BufferedReader(new InputStreamReader(in, UTF_8))) {
      StringBuilder line = new StringBuilder();
      for (int next = reader.read(); next >= 0; next = reader.read()) {
        if (next == '\n') {
          lines.accept(line.toString());
          line.setLength(0);
        } else {
          line.append((char) next);
        }
      }
    } catch (IOException e) {
      remember("unreadable: " + e);
    } finally {
      change(() -> openStreams--);
    }
  }

  private void hear(String line) {
    if (line.startsWith(Parent.REPORT)) {
      Message report = Message.parse(line.substring(Parent.REPORT.length()));
      change(() -> reported(report.kind()).add(report));
    } else {
      remember(line);
    }
  }

  private void remember(String line) {
    change(() -> {
      lastWords.add(line);
      if (lastWords.size() > LAST_WORDS) {
        lastWords.remove();
      }
    });
  }

  private Queue<Message> reported(String kind) {
    return reports.computeIfAbsent(kind, unused -> new ArrayDeque<>());
  }

  private void change(Runnable change) {
    lock.lock();
    try {
      change.run();
      hasChanged.signalAll();
    } finally {
      lock.unlock();
    }
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Whether the test has ended it, in whatever way. */
  public boolean isDismissed() {
    return isDismissed;
  }

  /** Gives it a command. */
  public void send(String kind, Object... fields) {
    try {
      OutputStream in = process.getOutputStream();
      in.write((Message.of(kind, fields).toLine() + "\n").getBytes(UTF_8));
      in.flush();
    } catch (IOException e) {
      awaitEnd();
      throw failure("took no " + kind + " any more");
    }
  }

  /** Gives it a command, and waits for the report of the same kind. */
  public Message ask(String kind, Object... fields) {
    send(kind, fields);
    return await(kind);
  }

  /** Waits for a report as long as a test that passes could need. */
  public Message await(String kind) {
    return await(kind, PATIENCE);
  }

  /**
   * Waits for the first report of a kind that nobody has taken yet, and takes it.
   *
   * @throws AssertionError if none comes in time, or can come any more
   */
  public Message await(String kind, Duration time) {
    long left = time.toNanos();
    lock.lock();
    try {
      while (true) {
        Message report = reported(kind).poll();
        if (report != null) {
          return report;
        }
        if (openStreams == 0) {
          Memcached.awaitUntil("the end of " + name, () -> !isAlive());
          throw failure("ended before it reported " + kind);
        }
        if (left <= 0) {
          throw failure("did not report " + kind + " within " + time);
        }
        left = hasChanged.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    } finally {
      lock.unlock();
    }
  }

  /** Takes all reports of a kind that have come so far; of one that has ended, all that it made. */
  public List<Message> reports(String kind) {
    lock.lock();
    try {
      List<Message> taken = List.copyOf(reported(kind));
      reported(kind).clear();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /** Ends it at once, as {@code kill -9} does. What it reported before can still be read. */
  public void kill() {
    isDismissed = true;
    // Not the process's own method of that name: it throws away what has not been read yet.
    process.toHandle().destroyForcibly();
    awaitEnd();
  }

  /** Lets its worker end in good order, as long as a test that passes could need. */
  public void stop() {
    stop(PATIENCE);
  }

  /**
   * Lets its worker end in good order, which is to say when it asks for the next command.
   *
   * @throws AssertionError if it fails, or has to be killed because it does not end in time
   */
  public void stop(Duration time) {
    resume();
    isDismissed = true;
    send(Parent.END);
    boolean hasStopped;
    try {
      hasStopped = process.waitFor(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      hasStopped = false;
    }
    kill();
    if (!hasStopped) {
      throw failure("did not stop within " + time);
    }
    if (process.exitValue() != 0) {
      throw failure("has failed");
    }
  }

  private void awaitEnd() {
    Memcached.awaitUntil("the end of " + name, () -> !process.isAlive() && isSilent());
    Process shell = pause;
    if (shell != null) {
      shell.destroyForcibly();
      Memcached.awaitUntil("the end of the pause", () -> !shell.isAlive());
      pause = null;
    }
  }

  private boolean isSilent() {
    lock.lock();
    try {
      return openStreams == 0;
    } finally {
      lock.unlock();
    }
  }

  /** Lets it stand still, all its threads, until {@link #resume} or until this JVM ends. */
  public void pause() {
    if (pause != null || !isAlive()) {
      throw failure("can't be paused");
    }
    try {
      // It could not see that this JVM is gone: the shell, whose input then ends too, wakes it up.
      pause = new ProcessBuilder(
              "sh", "-c", "kill -STOP $0; read -r end; kill -CONT $0", String.valueOf(pid()))
          .redirectErrorStream(true)
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Memcached.awaitUntil(name + " to stand still", () -> Processes.isStopped(pid()));
  }

  /** Lets it go on if it is paused. */
  public void resume() {
    Process shell = pause;
    if (shell == null) {
      return;
    }
    pause = null;
    try {
      shell.getOutputStream().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Memcached.awaitUntil(name + " to go on", () -> !shell.isAlive() && !Processes.isStopped(pid()));
  }

  private AssertionError failure(String what) {
    return new AssertionError(name + " " + what + "; it " + state());
  }

  /** Ends it if it has not ended, and tells if it had failed. */
  public void close() {
    boolean hasFailed = !isDismissed && !isAlive() && process.exitValue() != 0;
    kill();
    if (hasFailed) {
      throw failure("has failed");
    }
  }

  /** How it is and what it said last, for the message of a test that fails. */
  @Override
  public String toString() {
    return name + " " + state();
  }

  private String state() {
    lock.lock();
    try {
      return (process.isAlive() ? "is alive" : "has ended with " + process.exitValue())
          + reports.entrySet().stream()
              .filter(reported -> !reported.getValue().isEmpty())
              .map(reported -> ", " + reported.getValue().size() + " x " + reported.getKey())
              .collect(Collectors.joining())
          + (lastWords.isEmpty() ? "" : ", and said last:\n  " + String.join("\n  ", lastWords));
    } finally {
      lock.unlock();
    }
  }
}
