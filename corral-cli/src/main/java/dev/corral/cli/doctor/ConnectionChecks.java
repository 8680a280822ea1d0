package dev.corral.cli.doctor;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Whether servers are reached fast, by all who want to. */
final class ConnectionChecks {
  static final List<Check> ALL = List.of(
      Check.ofEach("connections", ConnectionChecks::connections),
      Check.ofEach("refused connections", ConnectionChecks::refusals),
      Check.ofEach("idle connections", ConnectionChecks::idle),
      Check.ofEach("threads", ConnectionChecks::threads),
      Check.ofEach("latency against the deadline", ConnectionChecks::late),
      new Check("latency among servers", ConnectionChecks::slow));

  private static final double MANY = 0.8;
  private static final double NEARLY_ALL = 0.95;
  private static final long MOST_THREADS = 64; // beyond, memcached itself warns
  private static final int DEADLINE_PART = 3;
  private static final int MORE_THAN_A_HICCUP = 3; // of this machine, or of this JVM
  private static final int TIMES_SLOWER = 5;
  private static final Duration LEAST_SLOWNESS = Duration.ofMillis(2);

  private ConnectionChecks() {}

  private static Optional<Finding> connections(Facts facts) {
    return facts
        .connectionShare()
        .filter(share -> share >= MANY)
        .map(share -> new Finding(
            share >= NEARLY_ALL ? Severity.FAULT : Severity.WARNING,
            "connections",
            facts.server(),
            Amounts.count(facts.general().count("curr_connections")) + " of "
                + Amounts.count(facts.connectionLimit().orElse(0))
                + " connections are open (" + Amounts.percent(share) + ")",
            "whoever connects beyond is turned away: the next deployment or a client that"
                + " reconnects finds the server down",
            "raise -c (and the system's limit of open files), or open fewer: Corral needs one for"
                + " each process (connectionsPerNode)"));
  }

  private static Optional<Finding> refusals(Facts facts) {
    long refused = facts.general().count("rejected_connections")
        + facts.general().count("listen_disabled_num");
    boolean waits = facts.settings().is("maxconns_fast", "no");
    if (refused == 0) {
      return waits ? Optional.of(silentLimit(facts)) : Optional.empty();
    }
    return Optional.of(new Finding(
        Severity.WARNING,
        "connections-refused",
        facts.server(),
        "connections were refused " + ServerChecks.times(refused) + " since its start, at its limit"
            + " of " + Amounts.count(facts.connectionLimit().orElse(0)),
        "some processes were without this server for a while, and their keys went to the origin",
        "raise -c, and find out who opens so many"
            + (waits ? "; with -o maxconns_fast they are told instead of left to wait" : "")));
  }

  private static Finding silentLimit(Facts facts) {
    return new Finding(
        Severity.NOTE,
        "connections-wait",
        facts.server(),
        "maxconns_fast is off",
        "at its limit of connections it does not say so: who connects waits for connectTimeout",
        "start it with -o maxconns_fast, the default since 1.4.33");
  }

  private static Optional<Finding> idle(Facts facts) {
    OptionalLong seconds = facts.settings().number("idle_timeout");
    return seconds.orElse(0) == 0
        ? Optional.empty()
        : Optional.of(new Finding(
            Severity.NOTE,
            "idle-timeout",
            facts.server(),
            "it ends connections that were idle for " + Amounts.count(seconds.getAsLong()) + " s",
            "Corral keeps its own alive by a no-op; other clients may fail on their first request"
                + " after a quiet time",
            "nothing for Corral; else -o idle_timeout=0"));
  }

  private static Optional<Finding> threads(Facts facts) {
    OptionalLong threads = facts.settings().number("num_threads");
    boolean isOdd =
        threads.isPresent() && (threads.getAsLong() == 1 || threads.getAsLong() > MOST_THREADS);
    return isOdd
        ? Optional.of(new Finding(
            Severity.NOTE,
            "threads",
            facts.server(),
            "it serves with " + threads.getAsLong()
                + (threads.getAsLong() == 1 ? " thread" : " threads"),
            threads.getAsLong() == 1
                ? "one slow or large request holds up all others"
                : "threads beyond the machine's cores wait for one another",
            "-t 4 is the default and enough for most; as many as it has cores at most"))
        : Optional.empty();
  }

  private static Optional<Finding> late(Examination examination, Facts facts) {
    Duration bound = examination.deadline().dividedBy(DEADLINE_PART);
    return facts
        .roundTrips()
        .filter(trips -> isLate(trips, bound))
        .map(trips -> new Finding(
            trips.p50().compareTo(bound) > 0 ? Severity.FAULT : Severity.WARNING,
            "near-deadline",
            facts.server(),
            trips.longerThan(bound) + " of " + trips.times().size()
                + " round trips took more than a"
                + " third of the deadline, which is " + Amounts.time(examination.deadline())
                + "; half took " + Amounts.time(trips.p50()) + " or more, one in a hundred "
                + Amounts.time(trips.p99()),
            "requests will miss their deadline whenever there is a little more to do, and each that"
                + " does goes to the origin",
            "run this where the application runs; look at the network, at swapping and at the load of"
                + " the server's machine, and only then raise deadline in the URI"));
  }

  private static boolean isLate(RoundTrips trips, Duration bound) {
    long late = trips.longerThan(bound);
    return trips.p50().compareTo(bound) > 0
        || (late >= MORE_THAN_A_HICCUP && late * 100 >= trips.times().size());
  }

  private static Stream<Finding> slow(Examination examination) {
    return examination.examined().stream().flatMap(facts -> {
      Optional<Duration> own = facts.roundTrips().map(RoundTrips::p50);
      Optional<Duration> others = usual(examination, facts);
      boolean isSlow = own.isPresent()
          && others.isPresent()
          && own.get().compareTo(others.get().multipliedBy(TIMES_SLOWER)) >= 0
          && own.get().minus(others.get()).compareTo(LEAST_SLOWNESS) >= 0;
      return isSlow ? Stream.of(slow(facts, own.get(), others.get())) : Stream.empty();
    });
  }

  /** The median of the others' medians. */
  private static Optional<Duration> usual(Examination examination, Facts facts) {
    List<Duration> medians = examination.examined().stream()
        .filter(other -> !other.server().equals(facts.server()))
        .flatMap(other -> other.roundTrips().stream())
        .map(RoundTrips::p50)
        .toList();
    return medians.isEmpty() ? Optional.empty() : Optional.of(new RoundTrips(medians).p50());
  }

  private static Finding slow(Facts facts, Duration own, Duration others) {
    return new Finding(
        Severity.WARNING,
        "slow",
        facts.server(),
        "half of its answers took " + Amounts.time(own) + " or more, those of the others "
            + Amounts.time(others),
        "a read of many keys is as slow as the slowest server that has one of them",
        "see whether it is further away, swaps, or shares its machine; corral stats shows what it"
            + " is asked");
  }
}
