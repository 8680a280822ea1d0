package dev.corral.cli.demo.screen;

import dev.corral.cli.demo.scene.Audience;
import dev.corral.cli.demo.scene.Audience.Cast;
import dev.corral.cli.demo.scene.Audience.Result;
import dev.corral.cli.demo.scene.Event;
import dev.corral.cli.demo.scene.Figures;
import dev.corral.cli.demo.scene.Plan;
import dev.corral.cli.demo.scene.Sample;
import dev.corral.cli.demo.scene.Scene;
import dev.corral.cli.demo.scene.Way;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Two scenes whose figures are made up, and the same each time. */
public final class MadeUpShow {
  public static final Cast CAST = new Cast(
      4,
      16,
      Duration.ofMillis(25),
      "embedded",
      "3 nodes, embedded in this process",
      2,
      4,
      Duration.ofMillis(80),
      Duration.ofSeconds(1),
      Duration.ofMillis(100),
      Duration.ofSeconds(4));

  public static final Scene EXPIRY = scene(
      1,
      "expiry",
      "A hot key expires",
      "All want one page. Its value is cached, and expires every second.");
  public static final Scene NODE = scene(
      5,
      "node",
      "A cache server is killed and comes back",
      "One of three cache servers dies, with a third of all values, and comes back empty.",
      new Event(0.25, Event.Kind.NODE_DIES, "node 2 dies"),
      new Event(0.75, Event.Kind.NODE_RETURNS, "node 2 returns"));

  public static final Result EXPIRED = new Result(
      EXPIRY,
      Map.of(
          Way.NAIVE, new Figures(6_509, 1_204, Duration.ofMillis(1_003), 88, 0, 0),
          Way.CORRAL, new Figures(8_383, 12, Duration.ofNanos(3_160_000), 0, 1_625, 0)));
  public static final Result NODE_DIED = new Result(
      NODE,
      Map.of(
          Way.NAIVE, new Figures(7_020, 420, Duration.ofMillis(503), 208, 0, 14),
          Way.CORRAL, new Figures(8_100, 40, Duration.ofNanos(170_000), 0, 0, 0)));

  private MadeUpShow() {}

  private static Scene scene(int number, String name, String title, String story, Event... events) {
    Plan plan = new Plan(1, 1, Duration.ofSeconds(1), Duration.ofSeconds(4), true, false);
    return new Scene(number, name, title, story, CAST.length(), plan, List.of(events));
  }

  public static void play(Audience audience) throws IOException {
    audience.prepares("starting 4 processes");
    audience.opens(CAST);
    audience.prepares("rehearsing");
    List<Result> results = List.of(EXPIRED, NODE_DIED);
    for (Result result : results) {
      play(audience, result);
    }
    audience.closes(results, false);
  }

  public static void play(Audience audience, Result result) throws IOException {
    audience.begins(result.scene());
    for (Way way : Way.values()) {
      audience.prepares("filling the cache");
      audience.plays(result.scene(), way);
      for (Sample sample : samples(result, way)) {
        audience.sees(sample);
      }
      audience.played(result.scene(), way, result.of(way));
    }
    audience.ends(result);
  }

  /** Forty of them: a herd after each second, that takes as long as its errors are many. */
  public static List<Sample> samples(Result result, Way way) {
    List<Sample> samples = new ArrayList<>();
    int parts = (int) result.scene().length().dividedBy(CAST.sample());
    Figures figures = result.of(way);
    for (int i = 0; i < parts; i++) {
      Duration end = CAST.sample().multipliedBy(i + 1);
      int since = i % 10;
      boolean isHerd = i >= 10 && since < 4;
      long queries = isHerd ? figures.queries() / 12 * (4 - since) / 4 : 0;
      double before = i / (double) parts;
      samples.add(new Sample(
          end,
          figures.calls() / parts,
          queries,
          queries / 3,
          isHerd && since > 1 ? figures.errors() / 6 : 0,
          isHerd ? figures.p99().multipliedBy(since + 1).dividedBy(4) : Duration.ofMillis(1),
          result.scene().events().stream()
              .filter(event -> event.at() >= before && event.at() < before + 1.0 / parts)
              .toList()));
    }
    return samples;
  }
}
