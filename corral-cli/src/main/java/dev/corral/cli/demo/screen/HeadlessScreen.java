package dev.corral.cli.demo.screen;

import dev.corral.cli.demo.scene.Audience;
import dev.corral.cli.demo.scene.Figures;
import dev.corral.cli.demo.scene.Sample;
import dev.corral.cli.demo.scene.Scene;
import dev.corral.cli.demo.scene.Way;
import dev.corral.cli.option.Version;
import dev.corral.cli.terminal.Terminal;
import dev.corral.dashboard.web.Json;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
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
    Map<String, @Nullable Object> summary = new LinkedHashMap<>();
    summary.put("version", Version.number());
    summary.put("seconds", cast == null ? null : cast.length().toMillis() / 1000.0);
    summary.put("store", cast == null ? null : cast.store());
    summary.put("stopped", isStopped);
    summary.put("scenes", results.stream().map(HeadlessScreen::summary).toList());
    terminal.print("%s%n", Json.of(summary));
  }

  private static Map<String, Object> summary(Result result) {
    Map<String, Object> scene = new LinkedHashMap<>();
    scene.put("number", result.scene().number());
    scene.put("name", result.scene().name());
    for (Way way : Way.values()) {
      scene.put(way.name().toLowerCase(Locale.ROOT), summary(result.of(way)));
    }
    return scene;
  }

  private static Map<String, Object> summary(Figures figures) {
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("calls", figures.calls());
    run.put("queries", figures.queries());
    run.put("p99Micros", TimeUnit.NANOSECONDS.toMicros(figures.p99().toNanos()));
    run.put("errors", figures.errors());
    run.put("stale", figures.stale());
    run.put("old", figures.old());
    return run;
  }
}
