package dev.corral.cli.demo.screen;

import dev.corral.cli.demo.scene.Audience;
import dev.corral.cli.demo.scene.Figures;
import dev.corral.cli.demo.scene.Sample;
import dev.corral.cli.demo.scene.Scene;
import dev.corral.cli.demo.scene.Way;
import dev.corral.cli.terminal.Terminal;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Charts that grow while a scene is played. They are drawn over, line by line and in one write, so
 * nothing flickers; and what a scene came to stays in the scroll-back.
 */
final class LiveScreen implements Audience {
  static final int LEAST_COLUMNS = 72;
  static final int LEAST_ROWS = 16;

  private static final int MOST_COLUMNS = 120;
  private static final int LEAST_ROWS_OF_A_CHART = 2;
  private static final int MOST_ROWS_OF_A_CHART = 8;
  /** Of a title, its story, a blank line, and the line of the cursor. */
  private static final int ROWS_BESIDE = 5;

  // The cursor is given back with each write: so it is there, however the demo ends.
  private static final String HIDE_CURSOR = "\033[?25l";
  private static final String SHOW_CURSOR = "\033[?25h";
  private static final String CLEAR_REST_OF_LINE = "\033[K";
  private static final String CLEAR_BELOW = "\033[J";
  private static final String CHARTED = "queries per second at the database";

  private final Terminal terminal;
  private final Prose prose;
  private final int rows;
  private Duration part = Duration.ofMillis(100);
  private @Nullable SceneChart chart;
  /** How many lines above the cursor are to be drawn over. */
  private int loose;

  LiveScreen(Terminal terminal, int rows) {
    this.terminal = terminal;
    this.prose = new Prose(terminal, Signs.BLOCKS);
    int free = (rows - ROWS_BESIDE - SceneChart.MOST_OTHER_LINES) / Way.values().length;
    this.rows = Math.max(LEAST_ROWS_OF_A_CHART, Math.min(MOST_ROWS_OF_A_CHART, free));
  }

  @Override
  public void opens(Cast cast) throws IOException {
    part = cast.sample();
    keep(prose.opening(cast));
  }

  @Override
  public void prepares(String what) throws IOException {
    String status = what + " " + Signs.BLOCKS.ellipsis;
    if (chart == null) {
      write(List.of(prose.line(), prose.line().add(Ink.FAINT, "  " + status)), true);
    } else {
      write(chart.lines(status), true);
    }
  }

  @Override
  public void begins(Scene scene) throws IOException {
    List<Line> lines = new ArrayList<>();
    lines.add(prose.line());
    lines.addAll(prose.title(scene));
    lines.add(prose.line());
    keep(lines);
    chart =
        new SceneChart(scene, part, prose::line, rows, Math.min(terminal.columns(), MOST_COLUMNS));
    draw(chart);
  }

  @Override
  public void plays(Scene scene, Way way) throws IOException {
    if (chart != null) {
      chart.plays(way);
      draw(chart);
    }
  }

  @Override
  public void sees(Sample sample) throws IOException {
    if (chart != null) {
      chart.sees(sample);
      draw(chart);
    }
  }

  @Override
  public void played(Scene scene, Way way, Figures figures) throws IOException {
    if (chart != null) {
      chart.played(way, figures);
      draw(chart);
    }
  }

  @Override
  public void ends(Result result) throws IOException {
    leaveChart();
    keep(List.of(prose.line()));
    keep(prose.comparison(result));
  }

  @Override
  public void closes(List<Result> results, boolean isStopped) throws IOException {
    leaveChart();
    keep(prose.closing(results, isStopped));
  }

  private void draw(SceneChart drawn) throws IOException {
    write(drawn.lines(CHARTED), true);
  }

  /** From now on it is part of the scroll-back. */
  private void leaveChart() throws IOException {
    if (chart != null) {
      write(chart.lines(CHARTED), false);
      chart = null;
    }
  }

  private void keep(List<Line> lines) throws IOException {
    write(lines, false);
  }

  private void write(List<Line> lines, boolean isLoose) throws IOException {
    StringBuilder text = new StringBuilder(HIDE_CURSOR).append('\r');
    if (loose > 0) {
      text.append("\033[").append(loose).append('A');
    }
    lines.forEach(line -> text.append(line).append(CLEAR_REST_OF_LINE).append('\n'));
    terminal.print("%s", text.append(CLEAR_BELOW).append(SHOW_CURSOR));
    loose = isLoose ? lines.size() : 0;
  }
}
