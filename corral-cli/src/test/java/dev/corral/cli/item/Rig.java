package dev.corral.cli.item;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.Corral;
import dev.corral.cli.CorralCommand;
import dev.corral.cli.terminal.Terminal;
import dev.corral.store.Operation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Runs commands on a store in this JVM, which an application uses too. */
final class Rig implements AutoCloseable {
  private final String uri;
  private final Corral application;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  Rig(String name) {
    this.uri = "memory:" + name;
    this.application = Corral.open(uri);
  }

  Corral application() {
    return application;
  }

  <R> R execute(Operation<R> operation) {
    return application.store().execute(operation).join();
  }

  /** Runs a command, whose options come after the store. */
  int run(String command, String... options) {
    return runWith(new byte[0], command, options);
  }

  int runWith(byte[] input, String command, String... options) {
    List<String> arguments = new ArrayList<>(List.of(command, "--store", uri));
    arguments.addAll(List.of(options));
    return CorralCommand.run(
        new ByteArrayInputStream(input), out, err, arguments.toArray(String[]::new));
  }

  /** Gets as if on a terminal. */
  int getOnTerminal(String... options) {
    List<String> arguments = new ArrayList<>(List.of("--store", uri));
    arguments.addAll(List.of(options));
    GetCommand get = new GetCommand(
        new Terminal(out, UTF_8, 80, true, false), new PrintWriter(err, true, UTF_8));
    return new CommandLine(get).execute(arguments.toArray(String[]::new));
  }

  byte[] bytes() {
    return out.toByteArray();
  }

  String output() {
    return out.toString(UTF_8);
  }

  String errors() {
    return err.toString(UTF_8);
  }

  @Override
  public void close() {
    application.close();
  }
}
