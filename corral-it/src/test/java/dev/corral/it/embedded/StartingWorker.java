package dev.corral.it.embedded;

import dev.corral.embedded.EmbeddedServer;
import dev.corral.it.Memcached;
import dev.corral.it.Parent;
import dev.corral.it.Worker;
import java.util.List;

/** Starts and ends servers, the first of them with all classes still to be loaded. */
final class StartingWorker implements Worker {
  static final int SERVERS = 20;

  @Override
  public void run(Parent parent, List<String> arguments) {
    for (int i = 0; i < SERVERS; i++) {
      long began = System.nanoTime();
      EmbeddedServer server = EmbeddedServer.start();
      long started = System.nanoTime();
      server.close();
      parent.report("server", started - began, System.nanoTime() - started);
    }
    Memcached.awaitUntil(
        "the last thread to be gone",
        () -> Thread.getAllStackTraces().keySet().stream()
            .noneMatch(thread -> thread.getName().startsWith("corral-embedded")));
    parent.report("end");
  }
}
