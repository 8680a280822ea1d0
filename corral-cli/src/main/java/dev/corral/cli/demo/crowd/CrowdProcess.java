package dev.corral.cli.demo.crowd;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.cli.demo.database.Database;
import dev.corral.cli.demo.database.Pages;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;

/**
 * A process of the crowd, from within: does what the lines of its input say, and answers some of
 * them by a line. It ends when its input does, so that none outlives the demo.
 */
/* protocol
 *
 *   <- equip URL PASSWORD DISK CONNECTIONS PATIENCE CALLERS REST     -> ready
 *   <- open ASSIGNMENT                                               -> ready
 *   <- begin
 *   <- deploy VERSION
 *   <- learn USER VERSION
 *   <- report                                                        -> REPORT
 *   <- end                                                           -> REPORT
 *
 * The password comes this way because others on the machine can read command lines. Where a line
 * can't be done, "failed" and the reason are the answer.
 */
public final class CrowdProcess {
  static final String READY = "ready";
  static final String FAILED = "failed ";

  /** For how long a signal is held off that was meant for the one who leads. */
  private static final Duration HOLD = Duration.ofSeconds(20);

  private final OutputStream out;
  private @Nullable Equipment equipment;
  private @Nullable Pages pages;
  private @Nullable Assignment assignment;
  private @Nullable Frontend frontend;
  private @Nullable Callers callers;

  /**
   * What a process has for all runs.
   *
   * @param access the way to the database
   * @param connections how many connections to it there are
   * @param patience how long a caller waits for one
   * @param callers how many callers there are
   * @param rest how long each rests between two calls, on average
   */
  public record Equipment(
      Database.Access access, int connections, Duration patience, int callers, Duration rest) {
    static Equipment parse(String line) {
      String[] parts = line.split(" ", -1);
      return new Equipment(
          new Database.Access(parts[0], parts[1], Long.parseLong(parts[2])),
          Integer.parseInt(parts[3]),
          Duration.parse(parts[4]),
          Integer.parseInt(parts[5]),
          Duration.parse(parts[6]));
    }

    String line() {
      return String.join(
          " ",
          access.url(),
          access.password(),
          String.valueOf(access.disk()),
          String.valueOf(connections),
          patience.toString(),
          String.valueOf(callers),
          rest.toString());
    }
  }

  private CrowdProcess(OutputStream out) {
    this.out = out;
  }

  /**
   * Runs on standard input and output.
   *
   * @param args none
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    // Ctrl-C reaches all processes of a terminal. It is the leading one that says when this ends.
    Runtime.getRuntime().addShutdownHook(new Thread(() -> await(over), "hold"));
    try {
      new CrowdProcess(new FileOutputStream(FileDescriptor.out))
          .obeyAll(new FileInputStream(FileDescriptor.in));
    } finally {
      over.countDown();
      Runtime.getRuntime().halt(ExitCode.OK); // nobody waits for those who still call
    }
  }

  private static void await(CountDownLatch over) {
    try {
      boolean unused = over.await(HOLD.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The same in this process, on other streams. Returns when the input ends. */
  static void run(InputStream in, OutputStream out) throws IOException, InterruptedException {
    CrowdProcess process = new CrowdProcess(out);
    try {
      process.obeyAll(in);
    } finally {
      process.close();
    }
  }

  private void obeyAll(InputStream in) throws IOException, InterruptedException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      obey(line);
    }
  }

  private void obey(String line) throws IOException, InterruptedException {
    try {
      int blank = line.indexOf(' ');
      String what = blank < 0 ? line : line.substring(0, blank);
      obey(what, line.substring(blank + 1));
    } catch (RuntimeException e) {
      answer(FAILED + e.getMessage());
    }
  }

  private void obey(String what, String how) throws IOException, InterruptedException {
    switch (what) {
      case "equip" -> equip(Equipment.parse(how));
      case "open" -> open(Assignment.parse(how));
      case "begin" -> begin();
      case "deploy" -> required(frontend).deploy(Integer.parseInt(how));
      case "learn" -> {
        String[] parts = how.split(" ", -1);
        required(callers).learn(Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
      }
      case "report" -> answer(required(callers).report().line());
      case "end" -> end();
      default -> throw new IllegalArgumentException("a process of the crowd can't " + what);
    }
  }

  private void equip(Equipment given) throws IOException {
    equipment = given;
    pages = Pages.open(given.access(), given.connections(), given.patience());
    answer(READY);
  }

  private void open(Assignment given) throws IOException {
    assignment = given;
    frontend = Frontend.open(given.way(), given.place(), given.plan(), required(pages)::query);
    answer(READY);
  }

  private void begin() {
    Equipment own = required(equipment);
    callers =
        new Callers(required(frontend), required(assignment).plan(), own.callers(), own.rest());
  }

  private void end() throws IOException, InterruptedException {
    Callers leaving = required(callers);
    leaving.end();
    Report last = leaving.report();
    callers = null;
    required(frontend).close();
    frontend = null;
    answer(last.line());
  }

  private static <T> T required(@Nullable T thing) {
    if (thing == null) {
      throw new IllegalStateException("this is not the time for that");
    }
    return thing;
  }

  private void answer(String line) throws IOException {
    out.write((line + "\n").getBytes(UTF_8));
    out.flush();
  }

  private void close() throws InterruptedException {
    if (callers != null) {
      callers.end();
    }
    if (frontend != null) {
      frontend.close();
    }
    if (pages != null) {
      pages.close();
    }
  }
}
