package dev.corral.cli.demo.screen;

import dev.corral.cli.demo.scene.Audience;
import dev.corral.cli.demo.scene.Figures;
import dev.corral.cli.demo.scene.Sample;
import dev.corral.cli.demo.scene.Scene;
import dev.corral.cli.demo.scene.Way;
import dev.corral.cli.option.Version;
import dev.corral.cli.terminal.Terminal;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A line for each step, and at the end one object of JSON, in one line. */
final class HeadlessScreen implements Audience {
  private final Terminal terminal;
  private @Nullable Cast cast;
  private boolean isInScene;

  HeadlessScreen(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void opens(Cast all) throws IOException {
    cast = all;
    terminal.print(
        "%d processes, %d callers each; cache: %s%n",
        all.processes(), all.callersEach(), all.cache());
  }

  @Override
  public void prepares(String what) throws IOException {
    if (!isInScene) {
      terminal.print("%s%n", what);
    }
  }

  @Override
  public void begins(Scene scene) throws IOException {
    isInScene = true;
    terminal.print("%d. %s%n", scene.number(), scene.title());
  }

  @Override
  public void plays(Scene scene, Way way) {
    // told of when it is over
  }

  @Override
  public void sees(Sample sample) {
    // the whole is what counts
  }

  @Override
  public void played(Scene scene, Way way, Figures figures) throws IOException {
    terminal.print("   %-6s  %s%n", way.label(), Prose.words(figures));
  }

  @Override
  public void ends(Result result) {
    isInScene = false;
  }

  @Override
  public void closes(List<Result> results, boolean isStopped) throws IOException {
    // All its strings are words of ours: there is nothing to escape.
    terminal.print(
        "{\"version\":\"%s\",\"seconds\":%s,\"store\":%s,\"stopped\":%s,\"scenes\":[%s]}%n",
        Version.number(),
        cast == null ? "null" : Units.seconds(cast.length()),
        cast == null ? "null" : "\"" + cast.store() + "\"",
        isStopped,
        results.stream().map(HeadlessScreen::json).collect(Collectors.joining(",")));
  }

  private static String json(Result result) {
    String ways = Stream.of(Way.values())
        .map(way -> json(way, result.of(way)))
        .collect(Collectors.joining(","));
    return Terminal.format(
        "{\"number\":%d,\"name\":\"%s\",%s}",
        result.scene().number(), result.scene().name(), ways);
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
