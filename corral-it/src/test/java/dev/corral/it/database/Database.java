package dev.corral.it.database;

import dev.corral.it.Memcached;
import dev.corral.it.Processes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A real database server with a data folder of its own, on a free port of the loopback interface.
 * It can die and come back where it was with its data, and stand still. As a JUnit extension, in a
 * static field with {@code @RegisterExtension}, it runs for as long as the test class. Any process
 * may connect by its {@link #url}, as a user who may do all.
 */
public abstract sealed class Database implements BeforeAllCallback, AfterAllCallback, AutoCloseable
    permits MariaDb, PostgreSql {
  private final String name;
  private final Thread lastResort = new Thread(this::end);
  private @Nullable Path folder;
  private int port;
  private @Nullable Process process;

  Database(String name) {
    this.name = name;
  }

  /** Lets the folder's future owner make a data folder in it. */
  abstract void install(Path folder) throws IOException;

  /** What starts the server, as the process itself. */
  abstract List<String> command(Path folder, int port);

  abstract String url(int port);

  /** Removes what a killed server leaves outside of its folder. */
  void sweep(Path folder) throws IOException {}

  /** Opens a new connection each time. */
  public final DataSource dataSource() {
    return dataSource(url());
  }

  /** Opens a new connection to the server of a {@link #url} each time, in any process. */
  public static DataSource dataSource(String url) {
    try {
      if (url.startsWith(MariaDb.URL)) {
        return new MariaDbDataSource(url);
      }
      PGSimpleDataSource dataSource = new PGSimpleDataSource();
      dataSource.setURL(url);
      return dataSource;
    } catch (SQLException e) {
      throw new IllegalArgumentException(url, e);
    }
  }

  /** For {@link DriverManager}, with the user. */
  public final String url() {
    if (port == 0) {
      throw new IllegalStateException(name + " has no port");
    }
    return url(port);
  }

  @Override
  public final void beforeAll(ExtensionContext context) {
    start();
  }

  @Override
  public final void afterAll(ExtensionContext context) {
    close();
  }

  /** Starts it, empty; from the second time on, with the data and on the port that it had. */
  public final void start() {
    if (process != null) {
      throw new IllegalStateException(name + " is running");
    }
    try {
      if (folder == null) {
        Runtime.getRuntime().addShutdownHook(lastResort);
        folder = Files.createTempDirectory(name);
        install(folder);
      }
      String refusal = "";
      for (int attempt = 0; attempt < 20; attempt++) {
        int candidate = port != 0 ? port : Memcached.anyPort();
        refusal = launch(folder, candidate);
        if (refusal == null) {
          port = candidate;
          return;
        }
      }
      throw new IllegalStateException(name + " did not start: " + refusal);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns what the server said if it did not start, or null. */
  private @Nullable String launch(Path inFolder, int onPort) throws IOException {
    Path log = inFolder.resolve("log");
    Process started = new ProcessBuilder(command(inFolder, onPort))
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
    process = started;
    Memcached.awaitUntil(name + " to start", () -> !started.isAlive() || isReady(onPort));
    if (started.isAlive()) {
      return null;
    }
    process = null;
    return Files.readString(log);
  }

  private boolean isReady(int onPort) {
    try (Connection connection = DriverManager.getConnection(url(onPort))) {
      return connection.isValid(1);
    } catch (SQLException e) {
      return false;
    }
  }

  /** Ends it at once with all its processes, as {@code kill -9} does. */
  public final void kill() {
    List<ProcessHandle> all = processes();
    all.forEach(ProcessHandle::destroyForcibly);
    Memcached.awaitUntil(
        name + " to stop", () -> all.stream().allMatch(one -> Processes.isGone(one.pid())));
    process = null;
  }

  /** Kills it and starts it anew, with its data, where it was. */
  public final void restart() {
    kill();
    start();
  }

  /** Lets it stand still: its connections stay, and nothing is answered. */
  public final void pause() {
    signal("-STOP");
  }

  /** Lets it go on after a {@link #pause}. */
  public final void resume() {
    signal("-CONT");
  }

  private void signal(String signal) {
    List<String> command = new ArrayList<>(List.of("kill", signal));
    processes().forEach(one -> command.add(String.valueOf(one.pid())));
    try {
      run(command);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The server first, and those that it has started. */
  private List<ProcessHandle> processes() {
    if (process == null) {
      throw new IllegalStateException(name + " is not running");
    }
    return Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
  }

  /** Runs a program to its end. */
  static void run(List<String> command) throws IOException {
    Path output = Files.createTempFile("output", "");
    try {
      Process run = new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(output.toFile())
          .start();
      Memcached.awaitUntil(command.get(0) + " to end", () -> !run.isAlive());
      if (run.exitValue() != 0) {
        throw new IllegalStateException(
            command + " ended with " + run.exitValue() + ": " + Files.readString(output));
      }
    } finally {
      Files.delete(output);
    }
  }

  /** Ends it if it runs, and removes its data. */
  @Override
  public final void close() {
    end();
    Runtime.getRuntime().removeShutdownHook(lastResort);
  }

  private void end() {
    if (process != null) {
      kill();
    }
    if (folder == null) {
      return;
    }
    try {
      sweep(folder);
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
      folder = null;
      port = 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public final String toString() {
    return name;
  }
}
