package dev.corral.cli.demo;

import dev.corral.cli.demo.scene.Audience;
import dev.corral.cli.demo.scene.Figures;
import dev.corral.cli.demo.scene.Sample;
import dev.corral.cli.demo.scene.Scene;
import dev.corral.cli.demo.scene.Way;
import dev.corral.cli.terminal.Terminal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A line for each run, and at the end one of JSON. */
final class PlainAudience implements Audience {
  private static final Figures NONE = new Figures(0, 0, Duration.ZERO, 0, 0, 0);

  private final Terminal terminal;
  private final boolean isHeadless;

  PlainAudience(Terminal terminal, boolean isHeadless) {
    this.terminal = terminal;
    this.isHeadless = isHeadless;
  }

  @Override
  public void opens(Cast cast) throws IOException {
    terminal.print("%d processes with %d callers each%n", cast.processes(), cast.callersEach());
  }

  @Override
  public void prepares(String what) throws IOException {
    terminal.print("%s%n", what);
  }

  @Override
  public void begins(Scene scene) throws IOException {
    terminal.print("%d. %s%n", scene.number(), scene.title());
  }

  @Override
  public void plays(Scene scene, Way way) {}

  @Override
  public void sees(Sample sample) {}

  @Override
  public void played(Scene scene, Way way, Figures figures) throws IOException {
    terminal.print("   %-6s  %s%n", way.label(), figures);
  }

  @Override
  public void ends(Result result) {}

  @Override
  public void closes(List<Result> results, boolean isStopped) throws IOException {
    if (!isHeadless) {
      return;
    }
    String scenes = results.stream()
        .map(result -> Terminal.format(
            "{\"number\":%d,\"name\":\"%s\",%s}",
            result.scene().number(),
            result.scene().name(),
            Stream.of(Way.values())
                .map(way -> json(way, result.figures().getOrDefault(way, NONE)))
                .collect(Collectors.joining(","))))
        .collect(Collectors.joining(","));
    terminal.print("{\"stopped\":%s,\"scenes\":[%s]}%n", isStopped, scenes);
  }

  private static String json(Way way, Figures figures) {
    return Terminal.format(
        "\"%s\":{\"calls\":%d,\"queries\":%d,\"p99Micros\":%d,\"errors\":%d,\"stale\":%d,\"old\":%d}",
        way.name().toLowerCase(Locale.ROOT),
        figures.calls(),
        figures.queries(),
        figures.p99().toNanos() / 1000,
        figures.errors(),
        figures.stale(),
        figures.old());
  }
}
