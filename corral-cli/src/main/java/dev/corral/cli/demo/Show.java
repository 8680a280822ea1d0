package dev.corral.cli.demo;

import dev.corral.cli.terminal.Terminal;
import dev.corral.store.MemoryStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Plays scenes, each with naive frontends and then with Corral's, and tells how they went. */
final class Show {
  private static final String ROW = "%-32s %-6s %8s %7s %9s %7s %7s";

  private final Terminal terminal;
  private final Database database;
  private final Cast cast;
  private final CountDownLatch over = new CountDownLatch(1);
  private final List<String> table = new ArrayList<>();

  /**
   * Who takes part.
   *
   * @param processes how many frontends there are
   * @param callersEach how many callers each of them has
   * @param rest how long a caller rests between two calls, on average
   */
  record Cast(int processes, int callersEach, Duration rest) {}

  Show(Terminal terminal, Database database, Cast cast) {
    this.terminal = terminal;
    this.database = database;
    this.cast = cast;
  }

  /** Ends the show early. Any thread may say so, before it begins too. */
  void stop() {
    over.countDown();
  }

  /** Returns when all scenes are over, or somebody has stopped it. */
  void play(List<Scene> scenes) throws Exception {
    introduce(scenes.get(0).length());
    for (int i = 0; i < scenes.size() && !isOver(); i++) {
      Scene scene = scenes.get(i);
      terminal.print("%n%d. %s%n   %s%n", i + 1, scene.title(), scene.story());
      Figures naive = run("naive", scene, Frontend::naive);
      Figures corral = isOver() ? null : run("Corral", scene, Frontend::corral);
      if (corral != null && !isOver()) {
        compare(naive, corral);
        table.add(row(scene.title(), "naive", naive));
        table.add(row("", "Corral", corral));
      }
    }
    if (isOver()) {
      terminal.print("%nstopped%n");
    }
    if (!table.isEmpty()) {
      terminal.print("%n" + ROW + "%n", "", "", "calls", "loads", "p99", "errors", "stale");
      for (String row : table) {
        terminal.print("%s%n", row);
      }
      terminal.print(
          "%nloads: how often the database was asked, by those too who got no connection;%n"
              + "stale: calls that were given a value past its ttl.%n");
    }
  }

  private boolean isOver() {
    return over.getCount() == 0;
  }

  private void introduce(Duration length) throws IOException {
    terminal.print(
        "One crowd, one slow database: first with the usual cache code, then with Corral.%n%n"
            + "  crowd     %d processes with %d callers each, who ask, rest %d ms or so, ask again%n"
            + "  database  %d connections, %d ms a query; an error for who gets none in %d ms%n"
            + "  cache     in memory, shared by the processes%n%n"
            + "All of it is in this JVM: a \"process\" is an instance of its own that shares just the%n"
            + "cache with the others, and the database only waits. What follows is measured.%n"
            + "One sign is %d ms: . all calls were quick, o some took %d ms or more, x some failed.%n",
        cast.processes(),
        cast.callersEach(),
        cast.rest().toMillis(),
        database.connections(),
        database.queryTime().toMillis(),
        database.patience().toMillis(),
        length.dividedBy(Crowd.SIGNS).toMillis(),
        database.queryTime().dividedBy(2).toMillis());
  }

  private Figures run(String way, Scene scene, Frontend.Kind kind) throws Exception {
    terminal.print("   %-6s ", way);
    String name = "demo-" + way;
    List<Frontend> frontends = new ArrayList<>();
    try (MemoryStore cache = MemoryStore.shared(name)) {
      for (int i = 0; i < cast.processes(); i++) {
        frontends.add(kind.open("memory:" + name, scene, database));
      }
      return new Crowd(scene, database, frontends, cache::clear, cast.rest(), over)
          .run(cast.callersEach(), sign -> terminal.print("%s", sign));
    } finally {
      frontends.forEach(Frontend::close);
      terminal.print("%n");
    }
  }

  private void compare(Figures naive, Figures corral) throws IOException {
    terminal.print(
        "   loads %,d -> %,d, p99 %s -> %s, errors %,d -> %,d; %s served stale%n",
        naive.loads(),
        corral.loads(),
        naive.p99(),
        corral.p99(),
        naive.errors(),
        corral.errors(),
        stale(corral));
  }

  private static String row(String title, String way, Figures figures) {
    return Terminal.format(
        ROW,
        title,
        way,
        grouped(figures.calls().count()),
        grouped(figures.loads()),
        figures.p99(),
        grouped(figures.errors()),
        stale(figures));
  }

  private static String stale(Figures figures) {
    return figures.stale().isPresent() ? grouped(figures.stale().getAsLong()) : "-";
  }

  private static String grouped(long number) {
    return Terminal.format("%,d", number);
  }
}
