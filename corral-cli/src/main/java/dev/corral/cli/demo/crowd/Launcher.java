package dev.corral.cli.demo.crowd;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;

/** Starts a process of the crowd. */
@FunctionalInterface
public interface Launcher {
  /** Starts one. It need not be ready yet for what it is told. */
  Line launch() throws IOException;

  /** In a JVM of its own, from the class path of this one. */
  static Line inNewJvm() throws IOException {
    Process process = new ProcessBuilder(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx96m",
            "-Xss512k",
            // Quick to start, and content with the cores that there are.
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xshare:auto",
            "-cp",
            System.getProperty("java.class.path"),
            CrowdProcess.class.getName()))
        .redirectError(Redirect.INHERIT)
        .start();
    return new Line(process.inputReader(), process.getOutputStream(), () -> end(process));
  }

  private static void end(Process process) {
    process.destroyForcibly();
    process.onExit().join();
  }

  /**
   * The way to a process and back.
   *
   * @param answers what it says
   * @param orders what it is told
   * @param end ends it at once, if it has not ended yet; any thread may call it
   */
  record Line(BufferedReader answers, OutputStream orders, Runnable end) {}
}
