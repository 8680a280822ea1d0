package dev.corral.cli.demo.crowd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Leads the processes of the crowd: each run is {@link #open}, {@link #begin}, any number of
 * reports, and {@link #end}. For one thread, but for {@link #close}, which any may call: whatever
 * goes on then fails at once.
 */
public final class Crowd implements AutoCloseable {
  private final Lock lock = new ReentrantLock();
  private final List<Launcher.Line> lines = new ArrayList<>();
  private boolean isClosed;

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
      process.orders().write((line + "\n").getBytes(UTF_8));
      process.orders().flush();
    }
  }

  private void awaitReady() throws IOException {
    for (Launcher.Line process : processes()) {
      answerOf(process);
    }
  }

  private Report hear() throws IOException {
    Report all = new Report(0, 0, 0, List.of());
    for (Launcher.Line process : processes()) {
      all = all.plus(Report.parse(answerOf(process)));
    }
    return all;
  }

  private static String answerOf(Launcher.Line process) throws IOException {
    String answer = process.answers().readLine();
    if (answer == null) {
      throw new IOException("a process of the crowd has ended");
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
