package dev.corral.cli.demo.screen;

import dev.corral.cli.demo.scene.Audience.Result;
import dev.corral.cli.demo.scene.Figures;
import dev.corral.cli.demo.scene.Way;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** All scenes together: two rows for each. Where those have no room, a block for each. */
final class Table {
  private static final int LEAST_COLUMNS = 60;
  private static final int LEAST_TITLE = 14;
  private static final int GAP = 2;
  private static final List<String> HEADS =
      List.of("calls", "queries", "p99", "errors", "stale", "old");
  private static final int ERRORS = HEADS.indexOf("errors");
  private static final int LABEL =
      Stream.of(Way.values()).mapToInt(way -> way.label().length()).max().orElse(0) + GAP;

  private Table() {}

  /** Its lines, none of them longer than the prose's. */
  static List<Line> of(List<Result> results, Prose prose, int columns) {
    int[] ends = new int[HEADS.size()];
    int end = LABEL;
    for (int i = 0; i < ends.length; i++) {
      int column = i;
      end += GAP
          + Math.max(
              HEADS.get(i).length(),
              figures(results)
                  .mapToInt(f -> cells(f).get(column).length())
                  .max()
                  .orElse(0));
      ends[i] = end;
    }
    int title = columns - end;
    return columns < LEAST_COLUMNS || title < LEAST_TITLE
        ? blocks(results, prose)
        : rows(results, prose, ends, Math.min(title, longestTitle(results)));
  }

  /** The cells of a row end where the ends say, behind the title. */
  private static List<Line> rows(List<Result> results, Prose prose, int[] ends, int title) {
    List<Line> lines = new ArrayList<>();
    Line heads = prose.line();
    for (int i = 0; i < ends.length; i++) {
      heads.rightTo(title + ends[i], Ink.FAINT, HEADS.get(i));
    }
    lines.add(heads);
    for (Result result : results) {
      // A title has the room of both its rows.
      Iterator<String> name = Prose.wrap(result.scene().title(), title).iterator();
      for (Way way : Way.values()) {
        Line line = prose.line().add(name.hasNext() ? name.next() : "").to(title + GAP);
        line.add(Ink.of(way), way.label());
        List<String> cells = cells(result.of(way));
        for (int i = 0; i < ends.length; i++) {
          line.rightTo(title + ends[i], ink(i, result.of(way)), cells.get(i));
        }
        lines.add(line);
      }
    }
    return lines;
  }

  private static List<Line> blocks(List<Result> results, Prose prose) {
    List<Line> lines = new ArrayList<>();
    int label = GAP + HEADS.stream().mapToInt(String::length).max().orElse(0);
    int width = GAP
        + Stream.concat(
                Stream.of(Way.values()).map(Way::label),
                figures(results).flatMap(figures -> cells(figures).stream()))
            .mapToInt(String::length)
            .max()
            .orElse(0);
    for (Result result : results) {
      if (!lines.isEmpty()) {
        lines.add(prose.line());
      }
      lines.addAll(prose.paragraph(
          Ink.STRONG, 0, result.scene().number() + ". " + result.scene().title()));
      Line ways = prose.line();
      int end = label;
      for (Way way : Way.values()) {
        end += width;
        ways.rightTo(end, Ink.of(way), way.label());
      }
      lines.add(ways);
      for (int i = 0; i < HEADS.size(); i++) {
        Line line = prose.line().to(GAP).add(HEADS.get(i));
        end = label;
        for (Way way : Way.values()) {
          end += width;
          line.rightTo(end, ink(i, result.of(way)), cells(result.of(way)).get(i));
        }
        lines.add(line);
      }
    }
    return lines;
  }

  private static int longestTitle(List<Result> results) {
    return results.stream()
        .mapToInt(result -> result.scene().title().length())
        .max()
        .orElse(0);
  }

  private static Stream<Figures> figures(List<Result> results) {
    return results.stream().flatMap(result -> result.figures().values().stream());
  }

  private static List<String> cells(Figures figures) {
    return List.of(
        Units.count(figures.calls()),
        Units.count(figures.queries()),
        Units.latency(figures.p99()),
        Units.count(figures.errors()),
        Units.count(figures.stale()),
        Units.count(figures.old()));
  }

  private static Ink ink(int column, Figures figures) {
    return column == ERRORS ? Ink.ofErrors(figures.errors()) : Ink.PLAIN;
  }
}
