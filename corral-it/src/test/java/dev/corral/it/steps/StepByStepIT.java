package dev.corral.it.steps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.Corral;
import dev.corral.it.Example;
import dev.corral.it.Memcached;
import dev.corral.it.Nodes;
import dev.corral.it.Table;
import dev.corral.it.steps.Step.Figures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs docs/step-by-step.md from top to bottom, and compares what the page says with the run. */
class StepByStepIT {
  private static final Path PAGE = Path.of("../docs/step-by-step.md");
  private static final int WEB_SERVERS = 4;

  @AutoClose
  private final Servers servers = new Servers();

  @AutoClose
  private final Database database = new Database();

  private final List<Corral> corrals =
      Stream.generate(() -> Corral.on(servers.open())).limit(WEB_SERVERS).toList();

  @AutoClose
  private final Crowd<Corral> crowd = Crowd.at(corrals);

  /** The steps as they were. */
  private final List<Step> run = new ArrayList<>();

  private final Table table = Table.of("Step by step", "step", "visitors", "queries", "time");
  private Figures before = new Figures(0, 0);
  private long since = System.nanoTime();

  @TempDir
  private Path folder;

  StepByStepIT() throws SQLException {}

  @AfterEach
  void closeCorrals() {
    corrals.forEach(Corral::close);
  }

  @Test
  void thePageSaysWhatARunOfItShows() throws Exception {
    String page = Files.readString(PAGE);
    List<Step> steps = Step.of(page);
    String code =
        steps.stream().map(step -> step.code() + "end.run();\n").collect(Collectors.joining());
    String parameters = "Crowd<Corral> crowd, Database database, Servers servers, Runnable end";
    try {
      new Example("StepByStep", parameters, code)
          .run(folder, crowd, database, servers, (Runnable) () -> end(steps.get(run.size())));
    } finally {
      table.show();
    }
    String wanted = Step.table(run);
    assertThat(lines(steps)).as("The page's table must be\n%s", wanted).isEqualTo(lines(run));
    assertThat(page.contains(wanted)).as("The page's table must be\n%s", wanted).isTrue();
  }

  private static List<String> lines(List<Step> steps) {
    return steps.stream().map(step -> step.title() + ": " + step.figures()).toList();
  }

  /**
   * Notes what a step has cost. What goes on behind the visitors' backs may begin a moment after
   * they were served; so this waits until there are as many queries as the page says.
   */
  private void end(Step step) {
    Figures wanted = before.plus(step.figures());
    long deadline = System.nanoTime() + Nodes.PATIENCE.toNanos();
    Memcached.awaitUntil(
        "the end of " + step.title(),
        () -> (database.queries() >= wanted.queries() && database.isIdle())
            || System.nanoTime() - deadline > 0);
    Figures now = new Figures(crowd.visitors(), database.queries());
    Figures figures = now.minus(before);
    Duration time = Duration.ofNanos(System.nanoTime() - since);
    run.add(new Step(step.title(), step.code(), figures));
    table.row(step.title(), figures.visitors(), figures.queries(), time);
    before = now;
    since = System.nanoTime();
  }
}
