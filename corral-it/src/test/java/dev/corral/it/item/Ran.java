package dev.corral.it.item;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.cli.CorralCommand;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.List;

/** How a command ended, and what it said. */
final class Ran {
  private final int exit;
  private final byte[] output;
  private final String errors;

  private Ran(int exit, byte[] output, String errors) {
    this.exit = exit;
    this.output = output;
    this.errors = errors;
  }

  /** Runs it in this JVM. */
  static Ran here(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit = CorralCommand.run(new ByteArrayInputStream(new byte[0]), out, err, arguments);
    return new Ran(exit, out.toByteArray(), err.toString(UTF_8));
  }

  /** Runs a process to its end. */
  static Ran process(ProcessBuilder builder, byte[] input) throws Exception {
    // A JVM that is given options this way says so on its error stream.
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    Process process = builder.start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(input);
    }
    byte[] out = process.getInputStream().readAllBytes();
    String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
    return new Ran(process.waitFor(), out, err);
  }

  int exit() {
    return exit;
  }

  byte[] bytes() {
    return output;
  }

  String output() {
    return new String(output, UTF_8);
  }

  String errors() {
    return errors;
  }
}
