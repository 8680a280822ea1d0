package dev.corral.it.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.Jvms;
import dev.corral.it.Memcached;
import dev.corral.it.Message;
import dev.corral.it.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Eight processes that all want one key's permits, as fast as they can. */
class LimiterIT {
  @RegisterExtension
  static final Memcached MEMCACHED = Memcached.with();

  private static final int JVMS = 8;
  private static final int ROUNDS = Boolean.getBoolean("corral.long") ? 10 : 1;
  private static final Duration TIME = Duration.ofSeconds(3).multipliedBy(ROUNDS);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int LIMIT = 100;
  private static final Table FIGURES = Table.of(
      "rate limiters, 8 JVMs x " + LimiterWorker.THREADS + " threads, one key, " + TIME.toSeconds()
          + " s, " + LIMIT + " permits per second",
      "way",
      "calls",
      "allowed",
      "most in 1 s",
      "over the limit %",
      "crowded out",
      "calls per s");

  private static Jvms jvms;

  @BeforeAll
  static void startAll() {
    jvms = Jvms.start(JVMS, LimiterWorker.class, MEMCACHED.server().address());
  }

  @AfterAll
  static void endAll() {
    try {
      jvms.stop();
    } finally {
      jvms.close();
    }
    FIGURES.show();
  }

  /** A permit, and in which time it was given. */
  private record Permit(long began, long ended, long remaining) {}

  /**
   * No two permits of a window leave as many behind. So each number that can remain was told once
   * in a window's life, and no number more often than that of the first permit.
   */
  @Test
  void aFixedWindowNeverAllowsMoreThanItsLimitWhileItsItemLives() {
    List<Permit> permits = hammer("fixed window", "fixed", SECOND, LIMIT);

    Map<Long, Long> told = permits.stream()
        .collect(Collectors.groupingBy(Permit::remaining, TreeMap::new, Collectors.counting()));
    long lives =
        permits.stream().filter(permit -> permit.remaining() == LIMIT - 1).count();
    assertThat(lives).isBetween(2L, TIME.toSeconds() + 1);
    assertThat(told.keySet()).allMatch(remaining -> remaining >= 0 && remaining < LIMIT);
    assertThat(told.values()).allMatch(count -> count <= lives);
    // All but the last have lived while all were asking.
    assertThat((long) permits.size()).isBetween((lives - 1) * LIMIT, lives * LIMIT);
  }

  @Test
  void aSlidingWindowAllowsLessThanTwiceItsLimitInAnyTimeOfItsLength() {
    List<Permit> permits = hammer("sliding window", "sliding", SECOND, LIMIT);

    assertThat(most(permits, SECOND)).isLessThan(2 * LIMIT);
    assertThat(permits).hasSizeGreaterThanOrEqualTo(LIMIT);
  }

  @Test
  void aTokenBucketAllowsNoMoreThanItsBurstAndWhatHasComeBack() {
    long burst = 20;
    List<Permit> permits = hammer("token bucket, burst 20", "bucket", SECOND, LIMIT, burst);

    Duration interval = SECOND.dividedBy(LIMIT);
    for (int to = 0; to < permits.size(); to++) {
      long began = Long.MAX_VALUE;
      for (int from = to; from >= 0; from--) {
        began = Math.min(began, permits.get(from).began());
        long due = burst + (permits.get(to).ended() - began) / interval.toNanos();
        assertThat(to - from + 1L).isLessThanOrEqualTo(due + 1); // clocks are set now and then
      }
    }
    assertThat(permits).hasSizeGreaterThanOrEqualTo(LIMIT);
  }

  /** Has all ask for a while, and tells of the permits that they were given, in that order. */
  private static List<Permit> hammer(String way, String kind, Duration window, long... numbers) {
    List<Object> fields = new ArrayList<>(List.of(TIME.toMillis(), window.toMillis()));
    for (long number : numbers) {
      fields.add(number);
    }
    jvms.send(kind, fields.toArray());
    jvms.go();
    List<Message> told = jvms.await("hammered", TIME.plusSeconds(20));
    List<Permit> permits = new ArrayList<>();
    for (Message each : told) {
      assertThat(each.number(1)).as("calls without an answer").isZero();
      for (int i = 3; i < each.fields().size(); i += 3) {
        permits.add(new Permit(each.number(i), each.number(i + 1), each.number(i + 2)));
      }
    }
    permits.sort(Comparator.comparingLong(Permit::ended));
    long calls = told.stream().mapToLong(each -> each.number(0)).sum();
    long most = most(permits, SECOND);
    FIGURES.row(
        way,
        calls,
        permits.size(),
        most,
        100.0 * (most - LIMIT) / LIMIT,
        told.stream().mapToLong(each -> each.number(2)).sum(),
        calls / TIME.toSeconds());
    return permits;
  }

  /** How many were given in any such time at most. */
  private static int most(List<Permit> permits, Duration time) {
    int most = 0;
    int from = 0;
    for (int to = 0; to < permits.size(); to++) {
      while (permits.get(to).ended() - permits.get(from).ended() >= time.toNanos()) {
        from++;
      }
      most = Math.max(most, to - from + 1);
    }
    return most;
  }
}
