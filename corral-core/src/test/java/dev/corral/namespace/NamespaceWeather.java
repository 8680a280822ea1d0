package dev.corral.namespace;

import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * What is drawn for a {@link NamespaceHistory}: how it goes with servers and clocks, the options.
 */
final class NamespaceWeather {
  private final Random random;
  final int processes;
  final int namespaces;
  final boolean evidence;
  private final int bytes;
  private final double leastQuality;
  private final Duration rollingPeriod;
  private final long mostSkewMillis;
  private final double relaxed; // the share of processes

  final double thinkMillis;
  final double changeMillis;
  final double losses; // per message
  final double troubleMillis; // 0: none
  final double ringMillis; // 0: never
  final double lagMillis; // until a process knows of other servers
  final boolean downs; // servers may be out of reach
  final boolean restarts; // processes may be started anew, and forget; then nothing is out of reach

  NamespaceWeather(Random random) {
    this.random = random;
    processes = pick(2, 3, 4);
    namespaces = pick(2, 4, 6);
    evidence = random.nextInt(10) > 0;
    bytes = pick(1, 1, 2, 4, 80);
    leastQuality = pick(0.5, 0.5, 0.8, 0.0);
    rollingPeriod = Duration.ofMillis(pick(1, 300, 1000, 3000, 20_000, 60_000));
    mostSkewMillis = pick(0, 500, 30_000, 120_000);
    relaxed = pick(0.0, 0.0, 0.3);
    thinkMillis = pick(40.0, 100.0);
    changeMillis = pick(60.0, 200.0, 600.0);
    losses = pick(0.0, 0.0, 0.0, 0.01);
    troubleMillis = pick(0.0, 100.0, 400.0);
    ringMillis = pick(0.0, 0.0, 200.0, 500.0, 1500.0);
    lagMillis = pick(0.0, 20.0, 300.0);
    restarts = losses == 0 && pick(false, false, true);
    downs = !restarts && pick(false, true);
  }

  NamespaceOptions options(NamespaceOptions options) {
    return options
        .evidence(evidence)
        .evidenceBytes(bytes)
        .resetWhenMuddled(leastQuality)
        .rollingPeriod(rollingPeriod);
  }

  @SafeVarargs
  private <T> T pick(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  Duration skew() {
    return Duration.ofMillis(
        mostSkewMillis == 0 ? 0 : random.nextLong(2 * mostSkewMillis) - mostSkewMillis);
  }

  Duration maxAge() {
    return Duration.ofMillis(random.nextDouble() < relaxed ? pick(50, 300, 1000) : 0);
  }

  double laziness() {
    return pick(1.0, 1.0, 1.0, 10.0);
  }

  Duration loadTime() {
    return part(Duration.ofMillis(random.nextInt(5) == 0 ? 100 : 5));
  }

  Duration part(Duration time) {
    return Duration.ofNanos((long) (time.toNanos() * random.nextDouble()));
  }

  /** A time between things that happen by chance, so often on average. */
  Duration between(double millis) {
    return Duration.ofNanos((long) (-millis * 1e6 * Math.log(1 - random.nextDouble())));
  }
}
