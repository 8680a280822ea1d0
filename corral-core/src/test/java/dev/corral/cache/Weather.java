package dev.corral.cache;

import java.time.Duration;
import java.util.Random;

/** What is drawn for a history: how it goes with loads, processes and servers, and the options. */
final class Weather {
  private final Random random;
  final CacheOptions<String, String> options;
  final boolean scoped;

  // Per load:
  double failing;
  double killing;
  double pausing;
  double longLoads;

  double losses; // per message
  double thinkMillis;
  double writeMillis = 1500;
  double troubleMillis; // 0: none

  Weather(Random random) {
    this.random = random;
    this.scoped = random.nextInt(10) < 6;
    this.options = drawOptions().validated();
    thinkMillis = pick(50.0, 100.0, 200.0, 1000.0);
    switch (random.nextInt(6)) {
      case 0 -> {} // calm
      case 1 -> {
        longLoads = 0.5;
        writeMillis = 4000;
      }
      case 2 -> {
        killing = 0.3;
        longLoads = 0.2;
        thinkMillis = 100;
        writeMillis = 10_000;
      }
      default -> {
        failing = 0.1;
        killing = 0.05;
        pausing = 0.1;
        longLoads = 0.1;
        losses = pick(0.0, 0.0, 0.01, 0.05);
        troubleMillis = 2500;
        writeMillis = pick(80.0, 400.0, 1500.0);
      }
    }
  }

  private CacheOptions<String, String> drawOptions() {
    CacheOptions<String, String> drawn = new CacheOptions<>();
    int ttl = random.nextInt(4);
    drawn = ttl == 0 ? drawn.noExpiry() : drawn.ttl(Duration.ofSeconds(ttl));
    int computeTime = pick(1, 2);
    int hard = computeTime * pick(3, 10);
    return drawn
        .computeTime(Duration.ofSeconds(computeTime))
        .hardLoadTimeout(Duration.ofSeconds(hard))
        .staleFor(Duration.ofSeconds(pick(1, 2, 4)))
        .refreshAhead(Duration.ofSeconds(pick(0, 0, 2)))
        .refresh(pick(Refresh.BACKGROUND, Refresh.BACKGROUND, Refresh.INLINE))
        .retryAfter(Duration.ofMillis(pick(0, 1000)))
        .wait(Duration.ofMillis(random.nextInt(5) == 0 ? pick(300, 0) : hard * 1000L))
        .fallback(random.nextInt(4) == 0 ? Fallback.fail() : Fallback.load())
        .jitter(pick(0.0, 0.0, 0.5))
        .maxLoads(pick(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, 1));
  }

  @SafeVarargs
  private <T> T pick(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  /** Whether nothing happens that could justify a second load. */
  boolean isCalm() {
    return failing + killing + pausing + longLoads == 0
        && options.patience().equals(options.hardLoadTimeout());
  }

  /** How long a load takes. */
  Duration loadTime() {
    return millis(
        random.nextDouble() < longLoads
            ? options.computeTime().toMillis() * 2.5
            : 30 + 370 * random.nextDouble());
  }

  Duration pause() {
    return millis(options.computeTime().toMillis() * (0.5 + 2.5 * random.nextDouble()));
  }

  /** Some part of a time. */
  Duration partOf(Duration time) {
    return Duration.ofNanos((long) (time.toNanos() * random.nextDouble()));
  }

  /** A time between things that happen by chance, so often on average. */
  Duration between(double millis) {
    return millis(-millis * Math.log(1 - random.nextDouble()));
  }

  private static Duration millis(double millis) {
    return Duration.ofNanos((long) (millis * 1e6));
  }
}
