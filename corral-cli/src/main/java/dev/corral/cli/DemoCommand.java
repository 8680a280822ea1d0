package dev.corral.cli;

import java.io.OutputStream;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code corral demo}: what a herd does to a small database, without Corral and with it. */
@Command(
    name = "demo",
    header = "Shows what a herd does to a small database, without Corral and with it.",
    description = {
      "",
      "Plays three scenes, each twice: with the usual cache code, then with Corral. It all happens"
          + " in this process, and the database is simulated; every figure is measured.",
      ""
    },
    mixinStandardHelpOptions = true,
    versionProvider = CorralCommand.Version.class,
    sortOptions = false)
final class DemoCommand implements Callable<Integer> {
  private static final double SHORTEST = 0.1;
  private static final int LONGEST = 600;
  private static final Duration LAST_WORDS = Duration.ofSeconds(3);

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "4",
      description = "How long each of the six runs takes; 4 by default.")
  private double seconds;

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final OutputStream out;

  DemoCommand(OutputStream out) {
    this.out = out;
  }

  @Override
  public Integer call() throws Exception {
    if (!(seconds >= SHORTEST && seconds <= LONGEST)) {
      throw new ParameterException(
          spec.commandLine(),
          "--seconds must be " + SHORTEST + " to " + LONGEST + ", but is " + seconds);
    }
    Show show = new Show(
        out,
        Charset.defaultCharset(),
        new Database(4, Duration.ofMillis(100), Duration.ofMillis(500)),
        new Show.Cast(4, 32, Duration.ofMillis(25)));
    CountDownLatch ended = new CountDownLatch(1);
    Thread stopping = new Thread(() -> stop(show, ended), "corral-demo-stop");
    Runtime.getRuntime().addShutdownHook(stopping);
    try {
      show.play(Scene.all(Duration.ofMillis((long) (seconds * 1000))));
    } finally {
      ended.countDown();
      unhook(stopping);
    }
    return ExitCode.OK;
  }

  /**
   * Somebody has seen enough, and pressed Ctrl-C: that is no error. The show ends with what there
   * is to tell so far.
   */
  private static void stop(Show show, CountDownLatch ended) {
    show.stop();
    try {
      if (ended.await(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS)) {
        Runtime.getRuntime().halt(ExitCode.OK);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void unhook(Thread stopping) {
    try {
      Runtime.getRuntime().removeShutdownHook(stopping);
    } catch (IllegalStateException e) {
      return; // it runs already, and ends the JVM
    }
  }
}
