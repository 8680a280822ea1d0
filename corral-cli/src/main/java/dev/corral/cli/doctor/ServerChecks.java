package dev.corral.cli.doctor;

import dev.corral.memcached.node.Capability;
import dev.corral.memcached.node.ServerVersion;
import dev.corral.ring.Server;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Whether servers are there, what they run, and for how long. */
final class ServerChecks {
  static final List<Check> ALL = List.of(
      new Check("reachability", ServerChecks::reachability),
      new Check("servers listed twice", ServerChecks::twins),
      Check.ofEach("versions", ServerChecks::version),
      new Check("versions that differ", ServerChecks::differentVersions),
      Check.ofEach("features", ServerChecks::features),
      Check.ofEach("CAS", ServerChecks::cas),
      Check.ofEach("leases", ServerChecks::leases),
      Check.ofEach("restarts", ServerChecks::restart),
      Check.ofEach("flushes", ServerChecks::flushes),
      Check.ofEach("hits", ServerChecks::hits),
      Check.ofEach("what servers tell", ServerChecks::silence));

  private static final Duration LONG_AGO = Duration.ofHours(1);
  private static final long ENOUGH_READS = 10_000;
  private static final double FEW_HITS = 0.5;

  private ServerChecks() {}

  private static Stream<Finding> reachability(Examination examination) {
    return examination.servers().stream()
        .filter(facts -> !facts.isExamined())
        .map(facts -> facts
            .version()
            .filter(version -> !version.isAtLeast(ServerVersion.LEAST))
            .map(version -> refused(facts, version))
            .orElseGet(() -> new Finding(
                Severity.FAULT,
                "unreachable",
                facts.server(),
                Objects.requireNonNull(facts.trouble()),
                Amounts.percent(examination.fairShare(facts.server()))
                    + " of the ring's weight is on it: those keys fail at once, or go to another"
                    + " server with failureMode=eject; each read of them goes to the origin",
                "see that it runs, has a connection left, and that nothing is in the way from this"
                    + " machine; if one does not trust the other, compare TLS and password in the"
                    + " URI with what it was started with; if it is gone for good, take it out of"
                    + " the list")));
  }

  private static Finding refused(Facts facts, ServerVersion version) {
    return new Finding(
        Severity.FAULT,
        "version-refused",
        facts.server(),
        "it runs memcached " + version,
        "Corral does not talk to it: its conditional deletes never succeed and its CAS numbers"
            + " can be wrong, so that no lease could be trusted",
        "run " + ServerVersion.ADVISED + " or later; " + ServerVersion.LEAST
            + " is the oldest that works");
  }

  private static Stream<Finding> twins(Examination examination) {
    return examination.examined().stream()
        .filter(facts -> !facts.twins().isEmpty())
        .map(facts -> new Finding(
            Severity.FAULT,
            "same-server",
            facts.server(),
            oneServer(facts) + " are one server: what is written to one is found at the other",
            "it has more than its share of the keys, and takes more than its share away when it"
                + " fails",
            "list each server once, by one name"));
  }

  /** In the same words from whichever of them it is seen. */
  private static String oneServer(Facts facts) {
    return Stream.concat(Stream.of(facts.server()), facts.twins().stream())
        .map(Server::toString)
        .sorted()
        .collect(Collectors.joining(" and "));
  }

  private static Optional<Finding> version(Facts facts) {
    return facts
        .version()
        .filter(version -> !version.isAtLeast(ServerVersion.ADVISED))
        .map(version -> new Finding(
            Severity.NOTE,
            "version-old",
            facts.server(),
            "it runs memcached " + version,
            "before " + ServerVersion.ADVISED + " an item's CAS changes when the server moves it in"
                + " its memory: now and then a lease is lost, which costs a load more",
            "run " + ServerVersion.ADVISED + " or later"));
  }

  private static Stream<Finding> differentVersions(Examination examination) {
    List<ServerVersion> versions = examination.examined().stream()
        .flatMap(facts -> facts.version().stream())
        .distinct()
        .sorted()
        .toList();
    if (versions.size() < 2) {
      return Stream.empty();
    }
    ServerVersion newest = versions.get(versions.size() - 1);
    List<Server> older = examination.examined().stream()
        .filter(facts -> facts.version().filter(newest::equals).isEmpty())
        .map(Facts::server)
        .toList();
    return Stream.of(new Finding(
        Severity.NOTE,
        "versions-differ",
        older,
        "there are " + versions.stream().map(Object::toString).collect(Collectors.joining(", ")),
        "what works for one key may not work for another, by where the ring puts it",
        "bring all to " + newest));
  }

  private static Optional<Finding> features(Facts facts) {
    return facts.version().flatMap(version -> {
      String missing = Arrays.stream(Capability.values())
          .filter(capability -> !capability.of(version))
          .map(capability -> capability.name().toLowerCase(Locale.ROOT).replace('_', ' ')
              + " (from " + capability.since() + ")")
          .collect(Collectors.joining(", "));
      return missing.isEmpty()
          ? Optional.empty()
          : Optional.of(new Finding(
              Severity.NOTE,
              "features-missing",
              facts.server(),
              "memcached " + version + " lacks: " + missing,
              "none of Corral's own patterns needs them; a program that asks"
                  + " NodeStatus.supports(…) is told no",
              "nothing, unless you use them"));
    });
  }

  private static Optional<Finding> cas(Facts facts) {
    return facts.keepsCas()
        ? Optional.empty()
        : Optional.of(new Finding(
            Severity.FAULT,
            "no-cas",
            facts.server(),
            "it runs with -C (cas_enabled no)",
            "there are no leases for its keys: caches fall back to locks at more round trips,"
                + " and gets and cas are refused",
            "start it without -C (--disable-cas)"));
  }

  private static Optional<Finding> leases(Facts facts) {
    return Optional.ofNullable(facts.leaseTrouble())
        .filter(trouble -> facts.keepsCas())
        .map(trouble -> new Finding(
            Severity.FAULT,
            "no-lease",
            facts.server(),
            "a lease was tried and did not work: " + trouble,
            "callers of its keys compute for themselves, or wait for nobody",
            "look for a proxy in between that does not pass the meta commands on, and connect to"
                + " memcached itself"));
  }

  private static Optional<Finding> restart(Facts facts) {
    Duration uptime = Duration.ofSeconds(facts.general().number("uptime").orElse(Long.MAX_VALUE));
    return uptime.compareTo(LONG_AGO) >= 0
        ? Optional.empty()
        : Optional.of(new Finding(
            Severity.NOTE,
            "restarted",
            facts.server(),
            "it started less than an hour ago",
            "it began empty, and what it counts since then says little yet",
            "nothing if you know why; else look into its log and the system's for the reason"));
  }

  /** One in a long life is history; one a day is a habit. */
  private static Optional<Finding> flushes(Facts facts) {
    long flushes = facts.general().count("cmd_flush");
    long days = Duration.ofSeconds(facts.general().count("uptime")).toDays();
    return flushes == 0
        ? Optional.empty()
        : Optional.of(new Finding(
            flushes >= Math.max(1, days) ? Severity.WARNING : Severity.NOTE,
            "flushed",
            facts.server(),
            "flush_all was called " + times(flushes) + " since its start",
            "each time all keys were lost at once, everybody's, and all their loads came at once",
            "flush over a while, by corral ns flush, or invalidate a namespace; -F"
                + " (--disable-flush-all) forbids flush_all"));
  }

  static String times(long number) {
    return number == 1 ? "once" : Amounts.count(number) + " times";
  }

  private static Optional<Finding> hits(Facts facts) {
    long hits = facts.general().count("get_hits");
    long reads = hits + facts.general().count("get_misses");
    return reads < ENOUGH_READS || hits >= FEW_HITS * reads
        ? Optional.empty()
        : Optional.of(new Finding(
            Severity.NOTE,
            "few-hits",
            facts.server(),
            "of " + Amounts.count(reads) + " reads " + Amounts.percent((double) hits / reads)
                + " found something",
            "most reads cost a round trip and go to the origin all the same",
            "look for ttls that are too short, for evictions, and for keys that are never asked"
                + " for twice; cacheAbsent remembers what is not there"));
  }

  private static Optional<Finding> silence(Facts facts) {
    boolean isEmbedded = facts.general().is("libevent", "0");
    return facts.general().isEmpty() || facts.settings().isEmpty() || isEmbedded
        ? Optional.of(new Finding(
            Severity.NOTE,
            "untold",
            facts.server(),
            isEmbedded
                ? "it is no memcached but an embedded server, which counts 0 of what it does not"
                    + " have"
                : "it does not answer stats or stats settings",
            "some checks see nothing here: no finding does not mean that all is well",
            isEmbedded
                ? "examine the real cluster before you rely on it"
                : "ask memcached itself, not a proxy"))
        : Optional.empty();
  }
}
