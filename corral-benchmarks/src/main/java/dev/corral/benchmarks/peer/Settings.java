package dev.corral.benchmarks.peer;

import dev.corral.benchmarks.peer.subject.Subject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * What is compared, and how.
 *
 * @param rounds how often each subject runs each scenario
 * @param time how long a sample takes
 * @param warmUp how long each subject runs each workload before
 * @param patience how long to wait in all for others to leave the machine alone
 * @param nice how nice servers and clients are to others
 * @param java the program that runs the clients
 * @param jvmFlags its flags
 * @param memcached the server's program
 * @param logs the folder for what clients have to say
 * @param commit what is measured, or empty
 */
record Settings(
    List<Subject> subjects,
    List<Scenario> scenarios,
    int rounds,
    Duration time,
    Duration warmUp,
    Duration patience,
    int nice,
    String java,
    List<String> jvmFlags,
    String memcached,
    Path logs,
    String commit) {

  /** Whether none of these subjects runs any of the scenarios. */
  boolean isNobodys(List<Subject> those) {
    return those.stream()
        .noneMatch(
            subject -> scenarios.stream().anyMatch(scenario -> subject.runs(scenario.workload())));
  }

  /** What comes before a command to have it run as nicely as wanted. */
  List<String> nicely() {
    return nice == 0 ? List.of() : List.of("nice", "-n", String.valueOf(nice));
  }

  /** For a title. */
  String summary() {
    return String.format(
        Locale.ROOT,
        "%s%d rounds of %d ms, warm-up %d ms per workload; %s",
        commit.isEmpty() ? "" : "commit " + commit + "; ",
        rounds,
        time.toMillis(),
        warmUp.toMillis(),
        String.join(" ", jvmFlags));
  }
}
