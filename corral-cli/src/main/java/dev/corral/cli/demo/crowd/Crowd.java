package dev.corral.cli.demo.crowd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Leads the processes of the crowd: each run is {@link #open}, {@link #begin}, any number of
 * reports, and {@link #end}. For one thread, but for {@link #close}, which any may call: whatever
 * goes on then fails at once. A process that has ended, or does not answer, is an error of whatever
 * it is needed for.
 */
public final class Crowd implements AutoCloseable {
  /** To start a JVM is what takes longest, and machines are busy. */
  private static final Duration PATIENCE = Duration.ofSeconds(45);

  private static final String ENDED = "a process of the crowd has ended";

  private final Duration patience;
  private final Lock lock = new ReentrantLock();
  private final List<Launcher.Line> lines = new ArrayList<>();
  private boolean isClosed;

  /** Of nobody yet. */
  public Crowd() {
    this(PATIENCE);
  }

  Crowd(Duration patience) {
    this.patience = patience;
  }

  /**
   * Starts the processes, all at once. {@link #equip} waits until they have started.
   *
   * @throws IOException if one can't be started
   */
  public void start(Launcher launcher, int processes) throws IOException {
    for (int i = 0; i < processes; i++) {
      lock.lock();
      try {
        if (isClosed) {
          throw new IOException("the crowd was sent home");
        }
        lines.add(launcher.launch());
      } finally {
        lock.unlock();
      }
    }
  }

  /** Gives each process what it needs for all runs. */
  public void equip(CrowdProcess.Equipment equipment) throws IOException {
    tell("equip " + equipment.line());
    awaitReady();
  }

  /** Prepares all for a run. */
  public void open(Assignment assignment) throws IOException {
    tell("open " + assignment.line());
    awaitReady();
  }

  /** Lets the callers in. */
  public void begin() throws IOException {
    tell("begin");
  }

  /** A new version of the application is everywhere. */
  public void deploy(int version) throws IOException {
    tell("deploy " + version);
  }

  /** All learn that a user's rows have this version now, and that he was invalidated. */
  public void learn(int user, long version) throws IOException {
    tell("learn " + user + " " + version);
  }

  /** What happened since the last report, in all processes together. */
  public Report report() throws IOException {
    tell("report");
    return hear();
  }

  /** Sends the callers home when they have what they asked for. */
  public Report end() throws IOException {
    tell("end");
    return hear();
  }

  private void tell(String line) throws IOException {
    for (Launcher.Line process : processes()) {
      try {
        process.orders().write((line + "\n").getBytes(UTF_8));
        process.orders().flush();
      } catch (IOException e) {
        // Whose pipe is broken matters: that of our own reader would be no error.
        throw new IOException(ENDED, e);
      }
    }
  }

  private void awaitReady() throws IOException {
    for (Launcher.Line process : processes()) {
      answerOf(process);
    }
  }

  private Report hear() throws IOException {
    Report all = Report.NONE;
    for (Launcher.Line process : processes()) {
      all = all.plus(Report.parse(answerOf(process)));
    }
    return all;
  }

  private String answerOf(Launcher.Line process) throws IOException {
    CompletableFuture<Boolean> alarm = new CompletableFuture<Boolean>()
        .completeOnTimeout(true, patience.toNanos(), TimeUnit.NANOSECONDS);
    CompletableFuture<Void> unusedEnd = alarm.thenRunAsync(process.end()); // so that reading ends
    @Nullable String answer;
    try {
      answer = process.answers().readLine();
    } catch (IOException e) {
      answer = null; // it was ended from here
    }
    if (!alarm.cancel(false)) {
      throw new IOException(
          "a process of the crowd has not answered for " + patience.toSeconds() + " s");
    }
    if (answer == null) {
      throw new IOException(ENDED);
    }
    if (answer.startsWith(CrowdProcess.FAILED)) {
      throw new IOException(answer.substring(CrowdProcess.FAILED.length()));
    }
    return answer;
  }

  private List<Launcher.Line> processes() {
    lock.lock();
    try {
      return List.copyOf(lines);
    } finally {
      lock.unlock();
    }
  }

  /** Ends all processes at once; those that were about to be started are not. */
  @Override
  public void close() {
    lock.lock();
    try {
      isClosed = true;
      lines.forEach(line -> line.end().run());
    } finally {
      lock.unlock();
    }
  }
}
