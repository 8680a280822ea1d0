package dev.corral.benchmarks.peer.report;

import static java.util.Comparator.comparingDouble;
import static java.util.stream.Collectors.joining;

import dev.corral.benchmarks.peer.subject.Subject;
import dev.corral.benchmarks.table.Figures;
import dev.corral.benchmarks.table.Table;
import dev.corral.cli.bench.Spread;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Tables of one or more runs, in Markdown. First Corral beside the best peer and a bare socket, as
 * medians of ratios that are paired within a round, with their least and greatest; the best peer is
 * the one with the best median in that scenario, of throughput or of CPU time. Then all figures of
 * everyone, with their throughput beside that of the fastest bare socket. Of several runs each
 * one's median is shown beside that of all. Who lost samples is shown with how many are left.
 */
public final class Report {
  /** A client may ask once for two gets of one key, but not much is saved by that. */
  private static final double LEAST_CONFIRMED = 0.95;

  /** None of them does more than it is asked for. */
  private static final double MOST_CONFIRMED = 1.01;

  private final List<Run> runs;
  private final List<Contest> contests;

  /**
   * A report on runs.
   *
   * @param runs one at least
   */
  public Report(List<Run> runs) {
    this.runs = List.copyOf(runs);
    this.contests = samples()
        .map(Sample::scenario)
        .distinct()
        .map(scenario -> Contest.of(scenario, runs))
        .toList();
  }

  private Stream<Sample> samples() {
    return runs.stream().flatMap(run -> run.samples().stream());
  }

  /** All of it. */
  public String markdown() {
    return Stream.of(
            runs.stream().map(run -> "- " + run.title() + "\n").collect(joining()),
            contests.stream().allMatch(contest -> contest.ours().isEmpty()) ? "" : ratios(),
            contests.stream().map(this::contest).collect(joining("\n")),
            noise(),
            doubts())
        .filter(part -> !part.isEmpty())
        .collect(joining("\n"));
  }

  private String ratios() {
    String spread = "median" + (runs.size() > 1 ? " [of each run]" : "") + " (least..greatest)";
    Table table = new Table(
        "scenario",
        "subject",
        "fastest peer",
        "ops/s, × that peer",
        "ops/s, × " + Subject.RAW_MG,
        "thriftiest peer",
        "CPU/op, × that peer",
        "B/op");
    for (Contest contest : contests) {
      for (Entry ours : contest.ours()) {
        Optional<Entry> fastest = contest.fastestPeer(ours);
        Optional<Entry> thriftiest = contest.thriftiestPeer(ours);
        table.row(
            contest.scenario(),
            ours.name(),
            name(fastest),
            ratio(ours, fastest, Sample::perSecond),
            ratio(ours, contest.of(Subject.RAW_MG), Sample::perSecond),
            name(thriftiest),
            ratio(ours, thriftiest, Sample::cpuMicrosEach),
            ours.figures(Sample::bytesEach).medians("%,.0f"));
      }
    }
    return "## Corral beside the best peer\n\nRatios within a round: " + spread + ".\n\n" + table;
  }

  private static String name(Optional<Entry> entry) {
    return entry.map(Entry::name).orElse("");
  }

  private static String ratio(Entry ours, Optional<Entry> other, ToDoubleFunction<Sample> figure) {
    return other
        .map(entry -> ours.over(entry, figure))
        .filter(ratios -> !ratios.isEmpty())
        .map(ratios -> ratios.withSpread("%.2f"))
        .orElse("");
  }

  private String contest(Contest contest) {
    Table table = new Table(
        "subject",
        "ops/s",
        "× raw",
        "client µs/op",
        "server µs/op",
        "B/op",
        "p50 µs",
        "p99 µs",
        "busiest threads");
    double raw =
        contest.fastestRaw().map(entry -> entry.median(Sample::perSecond)).orElse(Double.NaN);
    for (Entry entry : contest.entries()) {
      Figures speed = entry.figures(Sample::perSecond);
      table.row(
          entry.name(),
          speed.withSpread("%,.0f"),
          Figures.of(speed.median() / raw).medians("%.2f"),
          entry.figures(Sample::cpuMicrosEach).medians("%.2f"),
          entry.figures(Sample::serverMicrosEach).medians("%.2f"),
          entry.figures(Sample::bytesEach).medians("%,.0f"),
          entry.figures(sample -> sample.client().p50Micros()).medians("%.1f"),
          entry.figures(sample -> sample.client().p99Micros()).medians("%.1f"),
          typical(entry).client().busiest());
    }
    return "## " + contest.scenario() + "\n\n" + table;
  }

  /** The sample that is nearest to the median. */
  private static Sample typical(Entry entry) {
    double median = entry.median(Sample::perSecond);
    return entry.runs().stream()
        .flatMap(List::stream)
        .min(comparingDouble(sample -> Math.abs(sample.perSecond() - median)))
        .orElseThrow();
  }

  private String noise() {
    return String.format(
        Locale.ROOT,
        "Of the machine, others used %s, and the hypervisor took %s.%n",
        shares(sample -> sample.outside().foreignCpu()),
        shares(sample -> sample.outside().stolenCpu()));
  }

  private String shares(ToDoubleFunction<Sample> share) {
    Spread spread = Spread.of(samples().mapToDouble(share).toArray());
    return String.format(
        Locale.ROOT,
        "%.1f%% (median; at most %.1f%%)",
        100 * spread.median(),
        100 * spread.greatest());
  }

  private String doubts() {
    return samples()
        .filter(sample -> sample.outside().confirmed() < LEAST_CONFIRMED
            || sample.outside().confirmed() > MOST_CONFIRMED)
        .map(sample -> String.format(
            Locale.ROOT,
            "DOUBTFUL: of the operations of %s in %s, round %d, the servers counted %.1f%%.%n",
            sample.subject(),
            sample.scenario(),
            sample.round(),
            100 * sample.outside().confirmed()))
        .collect(joining());
  }
}
