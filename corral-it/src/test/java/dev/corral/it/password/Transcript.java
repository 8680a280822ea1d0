package dev.corral.it.password;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;

/**
 * All that this JVM lets out: what is logged on any level by anyone, Netty and the JDK included,
 * what is printed, and what the test adds.
 */
final class Transcript {
  static final Transcript OF_THIS_JVM = new Transcript();

  private final Queue<String> lines = new ConcurrentLinkedQueue<>();

  private Transcript() {}

  /** Begins to listen; before anyone has asked for a logger. */
  static Transcript begin() {
    System.setProperty("slf4j.provider", TranscribingLogs.class.getName());
    Logger root = Logger.getLogger("");
    root.setLevel(Level.ALL);
    root.addHandler(new Handler() {
      @Override
      public void publish(LogRecord record) {
        OF_THIS_JVM.add("jdk " + new SimpleFormatter().format(record));
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    });
    PrintStream errors = System.err;
    PrintStream both = new PrintStream(
        new OutputStream() {
          private final StringBuilder line = new StringBuilder();

          @Override
          public void write(int b) {
            errors.write(b);
            line.append((char) b);
            if (b == '\n') {
              OF_THIS_JVM.add("printed " + line);
              line.setLength(0);
            }
          }
        },
        true,
        UTF_8);
    System.setErr(both);
    System.setOut(both);
    return OF_THIS_JVM;
  }

  /** Adds something as its string; of a fault, all that there is to print of it. */
  void add(@Nullable Object shown) {
    if (shown instanceof Throwable thrown) {
      StringWriter trace = new StringWriter();
      thrown.printStackTrace(new PrintWriter(trace));
      lines.add(trace.toString());
    } else {
      lines.add(String.valueOf(shown));
    }
  }

  /** How many entries begin so. */
  long count(String beginning) {
    return lines.stream().filter(line -> line.startsWith(beginning)).count();
  }

  /** How many entries hold this. */
  long mentions(String text) {
    return lines.stream().filter(line -> line.contains(text)).count();
  }

  int size() {
    return lines.size();
  }

  @Override
  public String toString() {
    return String.join("\n", lines);
  }
}
