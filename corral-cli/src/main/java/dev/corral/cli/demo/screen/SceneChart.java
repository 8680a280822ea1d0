package dev.corral.cli.demo.screen;

import dev.corral.cli.demo.scene.Event;
import dev.corral.cli.demo.scene.Figures;
import dev.corral.cli.demo.scene.Sample;
import dev.corral.cli.demo.scene.Scene;
import dev.corral.cli.demo.scene.Way;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The charts of one scene: each way below the other, on the same scale. It has the same number of
 * lines from the first to the last.
 */
final class SceneChart {
  /** Lines besides the rows of the two charts, at most. */
  static final int MOST_OTHER_LINES = 9;

  private static final int AXIS = 15;
  private static final int NOW = 10;
  private static final int TOTAL = 10;
  private static final double LEAST_P99 = 0.001;
  /** An eighth of a row: else they would touch what is above. */
  private static final double ABOVE_SPARKLINES = 8 / 7.0;

  /** What is left and right of a chart. */
  static final int OTHER_COLUMNS = AXIS + 1 + NOW + TOTAL;

  private final Scene scene;
  private final Supplier<Line> paper;
  private final int rows;
  private final int width;
  private final int end;
  private final Map<Way, Run> runs = new EnumMap<>(Way.class);
  private final Set<Event> events = new HashSet<>();
  private @Nullable Way playing;

  /**
   * Of nothing yet.
   *
   * @param part the length of that of which a sample tells
   * @param paper gives empty lines
   * @param rows how high each of the two charts is
   * @param columns how long lines are
   */
  SceneChart(Scene scene, Duration part, Supplier<Line> paper, int rows, int columns) {
    this.scene = scene;
    this.paper = paper;
    this.rows = rows;
    for (Way way : Way.values()) {
      runs.put(way, new Run(scene.length(), part));
    }
    this.width = run(Way.NAIVE).width(columns - OTHER_COLUMNS);
    this.end = OTHER_COLUMNS + width;
  }

  private Run run(Way way) {
    return Objects.requireNonNull(runs.get(way));
  }

  void plays(Way way) {
    playing = way;
  }

  void sees(Sample sample) {
    if (playing != null) {
      run(playing).sees(sample);
      events.addAll(sample.events());
    }
  }

  void played(Way way, Figures figures) {
    run(way).ends(figures);
    playing = null;
  }

  /**
   * What there is by now.
   *
   * @param status said above the charts
   */
  List<Line> lines(String status) {
    double queries = highest(Run::queriesPerSecond);
    double errors = highest(Run::errorsPerSecond);
    double p99 = highest((run, sample) -> Run.p99(sample));
    Scales scales = new Scales(
        Chart.scale(queries),
        Math.max(p99, LEAST_P99) * ABOVE_SPARKLINES,
        Math.max(errors, 1) * ABOVE_SPARKLINES);
    List<Line> lines = new ArrayList<>();
    lines.add(paper
        .get()
        .add(Ink.FAINT, "  " + status)
        .rightTo(end - TOTAL, Ink.FAINT, "now")
        .rightTo(end, Ink.FAINT, "total"));
    for (Way way : Way.values()) {
      if (lines.size() > 1) {
        lines.add(paper.get());
      }
      lines.addAll(chart(way, scales));
    }
    lines.add(paper.get().to(AXIS).add(Ink.FAINT, "└" + Timeline.axis(scene.length(), width)));
    // As many lines as all events of the scene will need, so that nothing below them moves.
    long needed =
        notes(event -> true).stream().filter(notes -> !notes.isEmpty()).count();
    notes(events::contains).stream()
        .limit(needed)
        .forEach(notes -> lines.add(paper.get().to(AXIS + 1).add(notes)));
    return lines;
  }

  private List<String> notes(Predicate<Event> hasHappened) {
    return Timeline.notes(scene.events(), hasHappened, width, width + NOW + TOTAL, Signs.BLOCKS);
  }

  private record Scales(double queries, double p99, double errors) {}

  /** A figure of a sample of a run. */
  private interface Measure {
    double of(Run run, Sample sample);
  }

  private double highest(Measure measure) {
    return runs.values().stream()
        .mapToDouble(run -> run.highest(sample -> measure.of(run, sample)))
        .max()
        .orElse(0);
  }

  private List<Line> chart(Way way, Scales scales) {
    Run run = run(way);
    Ink ink = Ink.of(way);
    List<Line> lines = new ArrayList<>();
    for (String bars : Chart.draw(
        run.columns(run::queriesPerSecond, width), rows, scales.queries(), Signs.BLOCKS)) {
      Line line = paper.get();
      if (lines.isEmpty()) {
        line.add(ink, (way == playing ? "▶ " : "  ") + way.label())
            .rightTo(AXIS - 1, Ink.FAINT, Units.count(Math.round(scales.queries())));
      } else if (lines.size() == rows - 1) {
        line.add("  queries/s");
      }
      lines.add(line.to(AXIS).add(Ink.FAINT, lines.isEmpty() ? "┤" : "│").add(ink, bars));
    }
    Line p99 = paper.get().add("  p99").to(AXIS).add(Ink.FAINT, "│");
    p99.add(ink, Chart.sparkline(run.columns(Run::p99, width), scales.p99(), Signs.BLOCKS));
    lines.add(p99);
    Line errors = paper.get().add("  errors/s").to(AXIS).add(Ink.FAINT, "│");
    String failed =
        Chart.sparkline(run.columns(run::errorsPerSecond, width), scales.errors(), Signs.BLOCKS);
    lines.add(errors.add(Ink.ofErrors(run.sum(Sample::errors)), failed));

    Sample last = run.last();
    if (last != null) {
      figures(way, run, last, lines);
    }
    return lines;
  }

  /** What is right of a chart. */
  private void figures(Way way, Run run, Sample last, List<Line> lines) {
    int count = lines.size();
    Figures whole = run.figures();
    if (way == playing) {
      lines.get(count - 4).rightTo(end, Ink.FAINT, Units.count(last.running()) + " running");
      lines
          .get(count - 3)
          .rightTo(end - TOTAL, Ink.PLAIN, Units.perSecond(run.queriesPerSecond(last)));
      lines.get(count - 2).rightTo(end - TOTAL, Ink.PLAIN, Units.latency(last.p99()));
      lines
          .get(count - 1)
          .rightTo(
              end - TOTAL, Ink.ofErrors(last.errors()), Units.perSecond(run.errorsPerSecond(last)));
    }
    long errors = whole == null ? run.sum(Sample::errors) : whole.errors();
    // The p99 of the whole is none of its parts', but can't be more than the highest of them.
    String p99 = whole == null ? "≤ " + Units.latency(run.worstP99()) : Units.latency(whole.p99());
    long queries = whole == null ? run.sum(Sample::queries) : whole.queries();
    lines.get(count - 3).rightTo(end, Ink.STRONG, Units.count(queries));
    lines.get(count - 2).rightTo(end, Ink.STRONG, p99);
    lines.get(count - 1).rightTo(end, Ink.ofErrors(errors), Units.count(errors));
  }
}
