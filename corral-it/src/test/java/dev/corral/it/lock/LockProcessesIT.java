package dev.corral.it.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.Jvm;
import dev.corral.it.Jvms;
import dev.corral.it.Memcached;
import dev.corral.it.Message;
import dev.corral.it.Nodes;
import dev.corral.it.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Processes that share a lock, and are killed, stopped for too long, or lose their server. */
class LockProcessesIT {
  private static final Duration TTL = Duration.ofSeconds(3);

  /** Killed ones' locks end with their ttl, a second later at most, and are tried for often. */
  private static final Duration TAKE_OVER = TTL.plusSeconds(1).plus(Nodes.PATIENCE);

  private static Jvms start(int count, Memcached server, Duration deadline) {
    return Jvms.start(
        count,
        LockWorker.class,
        server.server().address(),
        String.valueOf(deadline.toMillis()),
        String.valueOf(TTL.toMillis()));
  }

  @Test
  void noTwoHaveItThoughHoldersAreKilled() {
    try (Memcached server = Memcached.with().start();
        Jvms jvms = start(6, server, Nodes.PATIENCE)) {
      jvms.send("crowd", 3, 9_000);
      jvms.go();
      List<Message> entered = new ArrayList<>();
      killWhenItIsIn(jvms.get(0), entered);
      killWhenItIsIn(jvms.get(1), entered);
      jvms.await("done", Duration.ofSeconds(60));

      List<Span> spans = spans(jvms, entered);
      List<Duration> gaps = new ArrayList<>();
      for (int i = 1; i < spans.size(); i++) {
        gaps.add(Duration.ofNanos(spans.get(i).first - spans.get(i - 1).last));
      }
      List<Duration> overlaps = gaps.stream().filter(Duration::isNegative).toList();
      assertThat(overlaps).isEmpty();
      assertThat(spans.stream().map(Span::fence)).isSorted().doesNotHaveDuplicates();
      Duration longest = gaps.stream().max(Comparator.naturalOrder()).orElseThrow();
      assertThat(longest).isLessThan(TAKE_OVER);
      long late =
          jvms.all().stream().mapToLong(jvm -> jvm.reports("late").size()).sum();
      Table.of(
              "lock, 6 processes x 3 threads, ttl 3 s, 2 holders killed -9",
              "holds",
              "overlaps",
              "came too late to work",
              "longest gap")
          .row(spans.size(), overlaps.size(), late, longest)
          .show();
    }
  }

  /** Kills a process that has just told that it has the lock. */
  private static void killWhenItIsIn(Jvm victim, List<Message> entered) {
    entered.addAll(victim.reports("enter"));
    entered.add(victim.await("enter"));
    victim.kill();
  }

  @Test
  void aHolderThatStoodStillTooLongIsCaughtByItsFence() {
    try (Memcached server = Memcached.with().start();
        Jvms jvms = start(2, server, Nodes.PATIENCE)) {
      Jvm late = jvms.get(0);
      Jvm next = jvms.get(1);
      Guarded guarded = new Guarded();
      long fence = acquire(late);
      assertThat(guarded.accepts(fence)).isTrue();
      assertThat(next.ask("try").text(0)).isEqualTo("Held");

      late.pause();
      long stopped = System.nanoTime();
      long higher = acquire(next);
      Duration takenOver = Duration.ofNanos(System.nanoTime() - stopped);
      assertThat(guarded.accepts(higher)).isTrue();
      late.resume();

      boolean accepted = guarded.accepts(fence);
      assertThat(accepted).as("what the late holder still writes").isFalse();
      Message asked = late.ask("ask");
      assertThat(asked.number(0)).as("remaining").isZero();
      assertThat(asked.text(1)).as("renewed").isEqualTo("false");
      assertThat(asked.text(2)).as("released").isEqualTo("false");
      assertThat(next.ask("owner").text(0)).as("still the next one's").isEqualTo("true");
      Table.of(
              "lock, holder SIGSTOPped beyond its ttl of 3 s",
              "taken over after",
              "late write accepted")
          .row(takenOver, accepted)
          .show();
    }
  }

  @Test
  void aRestartFreesItEarlyAndTheFenceStillTellsWhoIsLater() {
    try (Memcached server = Memcached.with().start();
        Jvms jvms = start(2, server, Nodes.PATIENCE)) {
      Jvm early = jvms.get(0);
      Jvm next = jvms.get(1);
      Guarded guarded = new Guarded();
      int refused = 0;
      for (int round = 0; round < 5; round++) {
        long fence = acquire(early);
        assertThat(guarded.accepts(fence)).isTrue();
        server.restart();
        long higher = acquire(next);
        assertThat(guarded.accepts(higher)).isTrue();
        assertThat(guarded.accepts(fence)).isFalse();
        refused++;
        Message asked = early.ask("ask");
        assertThat(asked.text(1)).as("renewed").isEqualTo("false");
        assertThat(asked.text(2)).as("released").isEqualTo("false");
        assertThat(next.ask("owner").text(0)).isEqualTo("true");
        assertThat(next.ask("ask").text(2)).as("released").isEqualTo("true");
      }
      Table.of("lock, server restarted under its holder", "restarts", "late writes refused")
          .row(5, refused)
          .show();
    }
  }

  @Test
  void heldAndUnavailableAreToldApartWithinTheDeadline() {
    Duration deadline = Duration.ofMillis(500);
    try (Memcached server = Memcached.with().start();
        Jvms holders = start(1, server, Nodes.PATIENCE);
        Jvms others = start(1, server, deadline)) {
      acquire(holders.get(0));
      Jvm other = others.get(0);
      assertThat(other.ask("try").text(0)).isEqualTo("Held");

      server.pause();
      long began = System.nanoTime();
      assertThat(other.ask("try").text(0)).isEqualTo("Unavailable");
      Duration standing = Duration.ofNanos(System.nanoTime() - began);
      server.resume();
      server.kill();
      began = System.nanoTime();
      assertThat(other.ask("try").text(0)).isEqualTo("Unavailable");
      Duration dead = Duration.ofNanos(System.nanoTime() - began);

      // A try is an add, and a look whose add it was: two requests.
      assertThat(standing).isLessThan(deadline.multipliedBy(2).plusSeconds(5));
      assertThat(dead).isLessThan(deadline.multipliedBy(2).plusSeconds(5));
      Table.of(
              "lock, deadline 500 ms: unavailable, told after",
              "server stands still",
              "server is dead")
          .row(standing, dead)
          .show();
    }
  }

  private static long acquire(Jvm jvm) {
    jvm.send("acquire", TAKE_OVER.toMillis());
    Message answer = jvm.await("acquire", TAKE_OVER.plus(Nodes.PATIENCE));
    assertThat(answer.text(0)).isEqualTo("acquired");
    return answer.number(1);
  }

  private static List<Span> spans(Jvms jvms, List<Message> entered) {
    Map<Long, Long> lasts = new HashMap<>();
    List<Span> spans = new ArrayList<>();
    for (Jvm jvm : jvms.all()) {
      jvm.reports("leave").forEach(leave -> lasts.put(leave.number(0), leave.number(1)));
    }
    jvms.all().forEach(jvm -> entered.addAll(jvm.reports("enter")));
    for (Message enter : entered) {
      long first = enter.number(1);
      spans.add(new Span(enter.number(0), first, lasts.getOrDefault(enter.number(0), first)));
    }
    spans.sort(Comparator.comparingLong(Span::first));
    return spans;
  }

  /** The time that one hold was used, from its first step to the beginning of its last. */
  private record Span(long fence, long first, long last) {}

  /** What a fence protects: it takes nothing from whoever is older than the last. */
  private static final class Guarded {
    private long highest;

    boolean accepts(long fence) {
      boolean accepted = fence >= highest;
      highest = Math.max(highest, fence);
      return accepted;
    }
  }
}
