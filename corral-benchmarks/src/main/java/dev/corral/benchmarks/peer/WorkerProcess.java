package dev.corral.benchmarks.peer;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.benchmarks.peer.report.ClientSide;
import dev.corral.benchmarks.peer.subject.Subject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A {@link Worker}, from outside. For one thread, but for {@link #close}. */
final class WorkerProcess implements AutoCloseable {
  /** How long it may take beyond what it was asked for, to start and to write its keys. */
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private final Subject subject;
  private final Path log;
  private final Process process;
  private final PrintWriter requests;
  private final BufferedReader answers;

  private WorkerProcess(Subject subject, Path log, Process process) {
    this.subject = subject;
    this.log = log;
    this.process = process;
    this.requests = new PrintWriter(process.outputWriter(UTF_8), true);
    this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  /**
   * Starts a worker, and does not wait for it.
   *
   * @param log where its error stream goes
   */
  static WorkerProcess start(Subject subject, ProcessBuilder builder, Path log) throws IOException {
    return new WorkerProcess(subject, log, builder.redirectError(log.toFile()).start());
  }

  Subject subject() {
    return subject;
  }

  /**
   * Waits until it is there.
   *
   * @return its JVM, or null if that has no threads of the kind that the subject needs
   */
  @Nullable
  String awaitReady() throws IOException, InterruptedException {
    String answer = answer("start", Duration.ZERO);
    return answer.startsWith(Worker.READY) ? answer.substring(Worker.READY.length()) : null;
  }

  /** Has it run a scenario. */
  ClientSide run(Scenario scenario, Duration time) throws IOException, InterruptedException {
    requests.println(scenario.id() + " " + time.toMillis());
    String answer = answer(scenario.id(), time);
    if (answer.startsWith(Worker.FAILED)) {
      throw new WorkerException(
          subject + ", " + scenario.id() + ": " + answer + "; see " + log, null);
    }
    return ClientSide.parse(answer);
  }

  private String answer(String request, Duration time) throws IOException, InterruptedException {
    try {
      return CompletableFuture.supplyAsync(this::readAnswer)
          .get(time.plus(PATIENCE).toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      dumpThreads();
      throw new WorkerException(subject + ", " + request + ": no answer; see " + log, e);
    }
  }

  /** Adds to the log where its threads are, if it has any left. */
  private void dumpThreads() throws IOException, InterruptedException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    Process dump = new ProcessBuilder(jcmd, String.valueOf(process.pid()), "Thread.print")
        .redirectErrorStream(true)
        .redirectOutput(Redirect.appendTo(log.toFile()))
        .start();
    boolean unused = dump.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private String readAnswer() {
    try {
      String answer = answers.readLine();
      if (answer == null) {
        throw new IOException("its process has ended");
      }
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
