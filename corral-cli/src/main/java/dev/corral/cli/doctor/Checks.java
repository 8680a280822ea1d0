package dev.corral.cli.doctor;

import dev.corral.ring.Server;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All checks. A new one is a method that says what it found, and a line here. */
final class Checks {
  static final List<Check> ALL = Stream.of(
          ServerChecks.ALL,
          MemoryChecks.ALL,
          ConnectionChecks.ALL,
          AccessChecks.ALL,
          RingChecks.ALL)
      .flatMap(List::stream)
      .toList();

  private Checks() {}

  /** What is wrong, the worst first. What is the same of several servers is one finding. */
  static List<Finding> judge(Examination examination) {
    Map<Finding, List<Server>> alike = new LinkedHashMap<>();
    ALL.stream()
        .flatMap(check -> check.look().apply(examination))
        .forEach(finding -> alike
            .computeIfAbsent(finding.with(List.of()), unused -> new ArrayList<>())
            .addAll(finding.servers()));
    return alike.entrySet().stream()
        .map(found -> found.getKey().with(found.getValue()))
        .sorted(Comparator.comparing(Finding::severity).reversed())
        .toList();
  }
}
