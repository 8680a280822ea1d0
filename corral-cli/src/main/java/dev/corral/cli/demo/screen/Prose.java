package dev.corral.cli.demo.screen;

import dev.corral.cli.demo.scene.Audience.Cast;
import dev.corral.cli.demo.scene.Audience.Result;
import dev.corral.cli.demo.scene.Figures;
import dev.corral.cli.demo.scene.Scene;
import dev.corral.cli.demo.scene.Way;
import dev.corral.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;

/** What the screens say in words, in lines that are no longer than theirs. */
final class Prose {
  private static final int INDENT = 3;
  private static final int INTRODUCED = 12;

  private final int columns;
  private final boolean hasColour;
  private final Signs signs;

  Prose(Terminal terminal, Signs signs) {
    this.columns = terminal.columns();
    this.hasColour = terminal.hasColour();
    this.signs = signs;
  }

  Line line() {
    return new Line(columns, hasColour);
  }

  List<Line> opening(Cast cast) {
    List<Line> lines = new ArrayList<>();
    lines.addAll(paragraph(
        Ink.STRONG,
        0,
        "One crowd, one slow database: first with the usual cache code, then with Corral."));
    lines.add(line());
    lines.addAll(introduction(
        "crowd",
        Terminal.format(
            "%d processes, %d callers each, who ask, rest %s or so, ask again",
            cast.processes(), cast.callersEach(), Units.length(cast.rest()))));
    lines.addAll(introduction("cache", cast.cache()));
    lines.addAll(introduction(
        "database",
        Terminal.format(
            "%d queries at a time, %s each; %d connections for each process, and an error for who"
                + " gets none in %s",
            cast.reads(),
            Units.length(cast.queryTime()),
            cast.connections(),
            Units.length(cast.patience()))));
    return lines;
  }

  private List<Line> introduction(String who, String what) {
    List<Line> lines = new ArrayList<>();
    for (String words : wrap(what, columns - INTRODUCED)) {
      lines.add(line()
          .add(Ink.FAINT, lines.isEmpty() ? "  " + who : "")
          .to(INTRODUCED)
          .add(words));
    }
    return lines;
  }

  List<Line> title(Scene scene) {
    List<Line> lines =
        new ArrayList<>(paragraph(Ink.STRONG, 0, scene.number() + ". " + scene.title()));
    lines.addAll(paragraph(Ink.PLAIN, INDENT, scene.story()));
    return lines;
  }

  /** What a run came to. */
  static String words(Figures figures) {
    return Terminal.format(
        "%s, %s, p99 %s, %s, %,d stale, %,d old",
        Units.count(figures.calls(), "call"),
        Units.count(figures.queries(), "query"),
        Units.latency(figures.p99()),
        Units.count(figures.errors(), "error"),
        figures.stale(),
        figures.old());
  }

  /** How much better it was with Corral, or worse. */
  List<Line> comparison(Result result) {
    Figures naive = result.of(Way.NAIVE);
    Figures corral = result.of(Way.CORRAL);
    StringBuilder words = new StringBuilder("queries ")
        .append(change(Units.count(naive.queries()), Units.count(corral.queries())))
        .append(factor(naive.queries(), corral.queries()))
        .append(", p99 ")
        .append(change(Units.latency(naive.p99()), Units.latency(corral.p99())))
        .append(", errors ")
        .append(change(Units.count(naive.errors()), Units.count(corral.errors())));
    if (naive.old() + corral.old() > 0) {
      words.append(", old ").append(change(Units.count(naive.old()), Units.count(corral.old())));
    }
    if (corral.stale() > 0) {
      words.append("; ").append(Units.count(corral.stale())).append(" stale");
    }
    return paragraph(Ink.STRONG, 0, words.toString());
  }

  private String change(String before, String after) {
    return before + " " + signs.arrow + " " + after;
  }

  /** As {@code (1/100)}, or {@code (2.5x)} where it was more. */
  private String factor(long before, long after) {
    if (before == after || before == 0 || after == 0) {
      return "";
    }
    double factor = Math.max(before, after) / (double) Math.min(before, after);
    String number = Terminal.format(factor < 9.95 ? "%.1f" : "%,.0f", factor).replace(".0", "");
    return after < before ? " (1/" + number + ")" : " (" + number + signs.times + ")";
  }

  /** All scenes in one table. */
  List<Line> closing(List<Result> results, boolean isStopped) {
    List<Line> lines = new ArrayList<>();
    if (isStopped) {
      lines.add(line());
      lines.add(line().add("stopped"));
    }
    if (!results.isEmpty()) {
      lines.add(line());
      lines.addAll(Table.of(results, this, columns));
      lines.add(line());
      lines.addAll(paragraph(
          Ink.FAINT,
          0,
          "queries: how many reached the database; p99: 99 of 100 calls took no longer;"));
      lines.addAll(paragraph(
          Ink.FAINT,
          0,
          "stale: calls given a value past its ttl; old: one from before an invalidation."));
    }
    return lines;
  }

  List<Line> paragraph(Ink ink, int indent, String words) {
    return wrap(words, columns - indent).stream()
        .map(part -> line().to(indent).add(ink, part))
        .toList();
  }

  /** Breaks a text between words. */
  static List<String> wrap(String text, int columns) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > columns) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
