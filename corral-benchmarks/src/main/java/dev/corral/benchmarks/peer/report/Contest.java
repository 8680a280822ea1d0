package dev.corral.benchmarks.peer.report;

import static java.util.Comparator.comparingDouble;

import dev.corral.benchmarks.peer.subject.Subject;
import dev.corral.benchmarks.peer.subject.Subject.Side;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A scenario, and how everyone did in it.
 *
 * @param scenario such as W1/100B/t1
 * @param entries the fastest first
 */
record Contest(String scenario, List<Entry> entries) {
  private static final Comparator<Entry> BY_SPEED =
      comparingDouble(entry -> entry.median(Sample::perSecond));
  private static final Comparator<Entry> BY_CPU =
      comparingDouble(entry -> entry.median(Sample::cpuMicrosEach));

  static Contest of(String scenario, List<Run> runs) {
    List<Entry> entries = runs.stream()
        .flatMap(run -> run.samples().stream())
        .filter(sample -> sample.scenario().equals(scenario))
        .map(Sample::subject)
        .distinct()
        .map(subject -> entry(scenario, subject, runs))
        .sorted(BY_SPEED.reversed())
        .toList();
    return new Contest(scenario, entries);
  }

  private static Entry entry(String scenario, Subject subject, List<Run> runs) {
    List<List<Sample>> samples = new ArrayList<>();
    int rounds = 0;
    for (Run run : runs) {
      List<Sample> own = run.samples().stream()
          .filter(sample -> sample.scenario().equals(scenario) && sample.subject() == subject)
          .toList();
      samples.add(own);
      rounds += own.isEmpty() ? 0 : run.rounds(); // it may have been left out
    }
    return new Entry(subject, samples, rounds);
  }

  List<Entry> ours() {
    return entries.stream()
        .filter(entry -> entry.subject().side() == Side.CORRAL)
        .toList();
  }

  Optional<Entry> of(Subject subject) {
    return entries.stream().filter(entry -> entry.subject() == subject).findFirst();
  }

  /** The peer with the highest median of throughput, called by threads of the same kind. */
  Optional<Entry> fastestPeer(Entry ours) {
    return peers(ours).max(BY_SPEED);
  }

  /** The peer with the lowest median of CPU time for an operation, called likewise. */
  Optional<Entry> thriftiestPeer(Entry ours) {
    return peers(ours).min(BY_CPU);
  }

  private Stream<Entry> peers(Entry ours) {
    return entries.stream()
        .filter(entry -> entry.subject().side() == Side.PEER
            && entry.subject().threads() == ours.subject().threads());
  }

  /** The fastest bare socket without a client, if one was measured; clients can be faster. */
  Optional<Entry> fastestRaw() {
    return entries.stream().filter(entry -> entry.subject().side() == Side.RAW).findFirst();
  }
}
