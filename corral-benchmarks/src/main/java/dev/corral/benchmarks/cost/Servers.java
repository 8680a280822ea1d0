package dev.corral.benchmarks.cost;

import static java.util.stream.Collectors.joining;

import dev.corral.benchmarks.server.Memcached;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Memcached processes of our own, with one worker thread each; they end with it. */
final class Servers implements AutoCloseable {
  /** A busy machine may take long to connect to all of them. */
  private static final String PATIENCE = "?deadline=20s&connectTimeout=20s";

  private final List<Memcached> running = new CopyOnWriteArrayList<>();
  private final Thread atExit = new Thread(this::stop);

  private Servers() {
    // However this ends, by Ctrl-C too.
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  static Servers start(int count) throws IOException {
    Servers servers = new Servers();
    try {
      for (int i = 0; i < count; i++) {
        servers.running.add(
            Memcached.start(List.of("memcached"), "--threads=1", "--memory-limit=16"));
      }
      return servers;
    } catch (IOException | RuntimeException | Error e) {
      servers.close();
      throw e;
    }
  }

  List<Memcached> first(int count) {
    return running.subList(0, count);
  }

  /** The first of them, as a store's URI. */
  String uri(int count) {
    return first(count).stream()
        .map(server -> "127.0.0.1:" + server.port())
        .collect(joining(",", "memcached://", PATIENCE));
  }

  private void stop() {
    running.forEach(Memcached::close);
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(atExit);
    stop();
  }
}
