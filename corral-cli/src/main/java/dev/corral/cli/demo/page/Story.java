package dev.corral.cli.demo.page;

import dev.corral.cli.demo.scene.Audience;
import dev.corral.cli.demo.scene.Event;
import dev.corral.cli.demo.scene.Figures;
import dev.corral.cli.demo.scene.Sample;
import dev.corral.cli.demo.scene.Scene;
import dev.corral.cli.demo.scene.Way;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells pages the story of the show so far, from its beginning, each time that it goes on: who
 * comes late has missed nothing.
 */
final class Story implements Audience {
  private static final double MICROS_OF_A_MILLI = 1e3;
  private static final double MICROS_OF_A_SECOND = 1e6;

  private final List<Map<String, Object>> scenes;
  private final Consumer<Object> teller;
  private final Map<Way, Run> runs = new EnumMap<>(Way.class);
  private final List<Map<String, Object>> results = new ArrayList<>();
  private @Nullable Map<String, Object> cast;
  private @Nullable Scene scene;
  private @Nullable Way way;
  private String phase = "preparing";
  private String note = "";

  /** What is known of a scene that is played one way. */
  private static final class Run {
    private final List<Map<String, Object>> samples = new ArrayList<>();
    private @Nullable Map<String, Object> figures;

    Map<String, @Nullable Object> told() {
      Map<String, @Nullable Object> told = new LinkedHashMap<>();
      told.put("samples", List.copyOf(samples));
      told.put("figures", figures);
      return told;
    }
  }

  /** Of these scenes, told to this one. */
  Story(List<Scene> scenes, Consumer<Object> teller) {
    this.scenes = scenes.stream().map(Story::name).toList();
    this.teller = teller;
  }

  @Override
  public void opens(Cast all) {
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("processes", all.processes());
    told.put("callersEach", all.callersEach());
    told.put("reads", all.reads());
    told.put("queryMillis", all.queryTime().toMillis());
    told.put("patienceMillis", all.patience().toMillis());
    told.put("cache", all.cache());
    told.put("sample", seconds(all.sample()));
    cast = told;
    tell();
  }

  @Override
  public void prepares(String what) {
    note = what;
    tell();
  }

  @Override
  public void begins(Scene next) {
    phase = "playing";
    note = "";
    scene = next;
    for (Way each : Way.values()) {
      runs.put(each, new Run());
    }
    tell();
  }

  @Override
  public void plays(Scene same, Way next) {
    way = next;
    tell();
  }

  @Override
  public void sees(Sample sample) {
    note = "";
    Run run = runs.get(way);
    if (run != null) {
      run.samples.add(told(sample));
    }
    tell();
  }

  @Override
  public void played(Scene same, Way last, Figures figures) {
    Run run = runs.get(last);
    if (run != null) {
      run.figures = told(figures);
    }
    way = null;
    tell();
  }

  @Override
  public void ends(Result result) {
    Map<String, Object> told = name(result.scene());
    for (Way each : Way.values()) {
      told.put(name(each), told(result.of(each)));
    }
    results.add(told);
    tell();
  }

  @Override
  public void closes(List<Result> all, boolean isStopped) {
    phase = isStopped ? "stopped" : "over";
    note = "";
    way = null;
    tell();
  }

  private void tell() {
    Map<String, @Nullable Object> story = new LinkedHashMap<>();
    story.put("phase", phase);
    story.put("note", note);
    story.put("cast", cast);
    story.put("scenes", scenes);
    story.put("scene", scene == null ? null : told(scene));
    story.put("results", List.copyOf(results));
    teller.accept(story);
  }

  private Map<String, @Nullable Object> told(Scene played) {
    Map<String, @Nullable Object> told = new LinkedHashMap<>(name(played));
    told.put("story", played.story());
    told.put("seconds", seconds(played.length()));
    told.put("way", way == null ? null : name(way));
    runs.forEach((each, run) -> told.put(name(each), run.told()));
    return told;
  }

  private static Map<String, Object> name(Scene named) {
    Map<String, Object> name = new LinkedHashMap<>();
    name.put("number", named.number());
    name.put("title", named.title());
    return name;
  }

  private static String name(Way named) {
    return named.name().toLowerCase(Locale.ROOT);
  }

  private static Map<String, Object> told(Sample sample) {
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("at", seconds(sample.end()));
    told.put("calls", sample.calls());
    told.put("queries", sample.queries());
    told.put("running", sample.running());
    told.put("errors", sample.errors());
    told.put("p99", millis(sample.p99()));
    told.put("events", sample.events().stream().map(Event::note).toList());
    return told;
  }

  private static Map<String, Object> told(Figures figures) {
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("calls", figures.calls());
    told.put("queries", figures.queries());
    told.put("p99", millis(figures.p99()));
    told.put("errors", figures.errors());
    told.put("stale", figures.stale());
    told.put("old", figures.old());
    return told;
  }

  private static double millis(Duration time) {
    return micros(time) / MICROS_OF_A_MILLI;
  }

  private static double seconds(Duration time) {
    return micros(time) / MICROS_OF_A_SECOND;
  }

  private static long micros(Duration time) {
    return TimeUnit.NANOSECONDS.toMicros(time.toNanos());
  }
}
