package dev.corral.cli.demo.screen;

import dev.corral.cli.demo.scene.Audience;
import dev.corral.cli.demo.scene.Event;
import dev.corral.cli.demo.scene.Figures;
import dev.corral.cli.demo.scene.Sample;
import dev.corral.cli.demo.scene.Scene;
import dev.corral.cli.demo.scene.Way;
import dev.corral.cli.terminal.Terminal;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Text from top to bottom, for pipes and for terminals that are small or can't be drawn over. */
final class PlainScreen implements Audience {
  private static final int CHART = 10;
  private static final int PEAK = 10;

  private final Terminal terminal;
  private final Signs signs;
  private final Prose prose;
  private final Set<Event> events = new HashSet<>();
  private Duration part = Duration.ofMillis(100);
  private Run run = new Run(part, part);
  /** The most queries per second of the scene by now. */
  private double highest;

  private boolean isInScene;

  PlainScreen(Terminal terminal) {
    this.signs = Signs.of(terminal.charset());
    this.terminal =
        new Terminal(terminal.out(), terminal.charset(), terminal.columns(), false, false);
    this.prose = new Prose(this.terminal, signs);
  }

  @Override
  public void opens(Cast cast) throws IOException {
    part = cast.sample();
    write(prose.opening(cast));
  }

  @Override
  public void prepares(String what) throws IOException {
    if (!isInScene) {
      write(prose.paragraph(Ink.PLAIN, 2, what + " " + signs.ellipsis));
    }
  }

  @Override
  public void begins(Scene scene) throws IOException {
    isInScene = true;
    highest = 0;
    write(List.of(prose.line()));
    write(prose.title(scene));
  }

  @Override
  public void plays(Scene scene, Way way) {
    run = new Run(scene.length(), part);
    events.clear();
  }

  @Override
  public void sees(Sample sample) {
    run.sees(sample);
    events.addAll(sample.events());
  }

  @Override
  public void played(Scene scene, Way way, Figures figures) throws IOException {
    double peak = run.highest(run::queriesPerSecond);
    highest = Math.max(highest, peak);
    int width = width();
    String chart = Chart.sparkline(run.columns(run::queriesPerSecond, width), highest, signs);
    Line line = prose.line().to(3).add(way.label()).to(CHART).add(chart).to(CHART + width);
    write(List.of(line.add("  " + Units.perSecond(peak))));
    write(prose.paragraph(Ink.PLAIN, CHART, Prose.words(figures)));
  }

  private int width() {
    return run.width(Math.max(1, terminal.columns() - CHART - PEAK));
  }

  @Override
  public void ends(Result result) throws IOException {
    int room = Math.max(width(), terminal.columns() - CHART);
    for (String notes :
        Timeline.notes(result.scene().events(), events::contains, width(), room, signs)) {
      if (!notes.isEmpty()) {
        write(List.of(prose.line().to(CHART).add(notes)));
      }
    }
    write(prose.comparison(result));
    isInScene = false;
  }

  @Override
  public void closes(List<Result> results, boolean isStopped) throws IOException {
    write(prose.closing(results, isStopped));
  }

  private void write(List<Line> lines) throws IOException {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line).append('\n'));
    terminal.print("%s", text);
  }
}
