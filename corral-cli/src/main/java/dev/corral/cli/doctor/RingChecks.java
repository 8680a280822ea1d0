package dev.corral.cli.doctor;

import dev.corral.ring.Dialect;
import dev.corral.ring.Server;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether the servers make a cluster: by what they share of the keys, and of the time. */
final class RingChecks {
  static final List<Check> ALL = List.of(
      new Check("servers on the ring", RingChecks::loneliness),
      new Check("weights", RingChecks::weights),
      new Check("shares of the keys", RingChecks::shares),
      new Check("clocks", RingChecks::clocks));

  private static final double UNFAIR = 1.5;
  /** Of fewer expected on a server, chance alone makes half as many more. */
  private static final int ENOUGH_KEYS = 100;

  private static final Duration TOLERANCE = Duration.ofSeconds(2);

  private RingChecks() {}

  private static Stream<Finding> loneliness(Examination examination) {
    List<Server> servers = examination.ring().servers().servers();
    return servers.size() > 1
        ? Stream.empty()
        : Stream.of(new Finding(
            Severity.NOTE,
            "one-server",
            servers,
            "the ring has one server",
            "when it fails or restarts, the whole cache is gone at once",
            "for what the origin cannot bear alone, take several smaller ones"));
  }

  private static Stream<Finding> weights(Examination examination) {
    List<Server> servers = examination.ring().servers().servers();
    boolean differ = servers.stream().mapToInt(Server::weight).distinct().count() > 1;
    return differ && examination.ring().dialect() == Dialect.SPYMEMCACHED
        ? Stream.of(new Finding(
            Severity.WARNING,
            "weights-ignored",
            servers,
            "the servers differ in weight, which dialect=spymemcached knows nothing of",
            "all get the same share of the keys, the small ones too",
            "take another dialect, in all programs at once, or servers of one size"))
        : Stream.empty();
  }

  private static Stream<Finding> shares(Examination examination) {
    return examination.ring().servers().servers().stream()
        .flatMap(server -> share(examination, server).stream());
  }

  private static Optional<Finding> share(Examination examination, Server server) {
    double fair = examination.fairShare(server);
    if (examination.ring().points(server) == 0) {
      return Optional.of(new Finding(
          Severity.FAULT,
          "no-keys",
          server,
          "beside the others its weight of " + server.weight() + " is too small for any point on"
              + " the ring",
          "no key ever goes there",
          "give it more weight, or take it out"));
    }
    double keys = examination.keys().getOrDefault(server, 0L);
    double own = keys / Math.max(1, examination.sampledKeys());
    boolean isUnfair = own >= fair * UNFAIR || own * UNFAIR <= fair;
    return isUnfair && fair * examination.sampledKeys() >= ENOUGH_KEYS
        ? Optional.of(new Finding(
            Severity.WARNING,
            "ring-share",
            server,
            "of " + Amounts.count(examination.sampledKeys()) + " keys it has "
                + Amounts.percent(own) + ", by its weight it should have " + Amounts.percent(fair),
            own > fair
                ? "it is the first to be full, and the busiest"
                : "others are full and busy in its place",
            "look at dialect and weights in the URI, which must be those of all programs that share"
                + " the servers; a name of its own in the server file puts it elsewhere on the"
                + " ring"))
        : Optional.empty();
  }

  private static Stream<Finding> clocks(Examination examination) {
    List<Facts> off = examination.examined().stream()
        .filter(facts -> facts.clock().filter(clock -> clock.isOffBy(TOLERANCE)).isPresent())
        .toList();
    long told = examination.examined().stream()
        .filter(facts -> facts.clock().isPresent())
        .count();
    // If all are, and all alike, it is rather our own.
    boolean isOurs = told > 1 && off.size() == told && agree(off);
    return off.stream().map(facts -> clock(facts, isOurs));
  }

  private static boolean agree(List<Facts> all) {
    ClockReading first = all.get(0).clock().orElseThrow();
    return all.stream().map(facts -> facts.clock().orElseThrow()).noneMatch(clock -> {
      Duration apart = clock.ahead().minus(first.ahead());
      return new ClockReading(apart, clock.doubt().plus(first.doubt())).isOffBy(TOLERANCE);
    });
  }

  private static Finding clock(Facts facts, boolean isOurs) {
    ClockReading clock = facts.clock().orElseThrow();
    return new Finding(
        Severity.WARNING,
        "clock",
        facts.server(),
        "its clock is " + Amounts.time(clock.ahead().abs())
            + (clock.ahead().isNegative() ? " behind" : " ahead") + " (give or take "
            + Amounts.time(clock.doubt()) + ")"
            + (isOurs ? ", as is that of all servers: it may be this machine's that is wrong" : ""),
        "a ttl above 30 days is sent as a date, and ends so much "
            + (clock.ahead().isNegative() ? "later" : "earlier")
            + "; shorter ones are counted and right",
        isOurs
            ? "set this machine's clock by NTP, and look again"
            : "run NTP there, then restart memcached: it follows no clock that is set after its"
                + " start");
  }
}
