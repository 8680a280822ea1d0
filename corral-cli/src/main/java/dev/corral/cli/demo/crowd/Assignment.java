package dev.corral.cli.demo.crowd;

import dev.corral.cli.demo.scene.Plan;
import dev.corral.cli.demo.scene.Way;
import java.time.Duration;

/**
 * What a process of the crowd is to do in a run.
 *
 * @param way how it uses the cache
 * @param place where that is
 * @param plan what it asks for
 */
public record Assignment(Way way, Frontend.Place place, Plan plan) {
  private static final int PARTS = 8;

  /** What {@link #line} came from. */
  static Assignment parse(String line) {
    String[] parts = line.split(" ", PARTS);
    Plan plan = new Plan(
        Integer.parseInt(parts[1]),
        Integer.parseInt(parts[2]),
        Duration.parse(parts[3]),
        Duration.parse(parts[4]),
        true, // who comes does not care
        Boolean.parseBoolean(parts[5]));
    return new Assignment(Way.valueOf(parts[0]), new Frontend.Place(parts[7], parts[6]), plan);
  }

  /** The URI comes last: it may have blanks in it. */
  String line() {
    return String.join(
        " ",
        way.name(),
        String.valueOf(plan.users()),
        String.valueOf(plan.pages()),
        plan.ttl().toString(),
        plan.staleFor().toString(),
        String.valueOf(plan.isNamespaced()),
        place.prefix(),
        place.uri());
  }
}
