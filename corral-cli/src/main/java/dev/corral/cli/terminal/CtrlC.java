package dev.corral.cli.terminal;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.ExitCode;

/**
 * Lets Ctrl-C, or SIGTERM, be the usual end of what runs until {@link #forget}, and no error: it is
 * asked to stop, given a moment for its last words, and the exit code is 0.
 */
public final class CtrlC {
  private static final Duration LAST_WORDS = Duration.ofSeconds(3);

  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread hook;

  private CtrlC(Runnable stop) {
    this.hook = new Thread(() -> end(stop), "corral-stop");
  }

  /** From now on it calls {@code stop}, on another thread. */
  public static CtrlC calls(Runnable stop) {
    CtrlC ctrlC = new CtrlC(stop);
    Runtime.getRuntime().addShutdownHook(ctrlC.hook);
    return ctrlC;
  }

  private void end(Runnable stop) {
    stop.run();
    try {
      if (ended.await(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS)) {
        Runtime.getRuntime().halt(ExitCode.OK);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What ran has ended. */
  public void forget() {
    ended.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return; // it runs already, and ends the JVM
    }
  }
}
