package dev.corral.it.replica;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.Jvm;
import dev.corral.it.Jvms;
import dev.corral.it.Memcached;
import dev.corral.it.Message;
import dev.corral.it.Table;
import dev.corral.it.replica.ReplicaWorker.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Processes read and put hot items while each server in turn is killed, emptied and stopped. */
class ReplicaIT {
  private static final int PROCESSES = 3;
  private static final int SERVERS = 4;
  private static final int ROUNDS = Boolean.getBoolean("corral.long") ? 10 : 1;
  private static final int READS_OF_A_PHASE = 60;
  private static final Duration MARGIN = Duration.ofSeconds(5);

  @Test
  void readsGoOnAndNoStaleCopyIsServed() {
    List<Memcached> servers =
        Stream.generate(() -> Memcached.with().start()).limit(SERVERS).toList();
    String[] arguments = Stream.concat(
            Stream.of(String.valueOf(PROCESSES)),
            servers.stream().map(one -> one.server().address()))
        .toArray(String[]::new);
    try (Jvms jvms = Jvms.start(PROCESSES, ReplicaWorker.class, arguments)) {
      jvms.go();
      for (int i = 0; i < ROUNDS; i++) {
        servers.forEach(server -> trouble(server, jvms));
      }
      Figures figures = new Figures();
      jvms.send(ReplicaWorker.STOP);
      List<Event> events = new ArrayList<>();
      jvms.all().forEach(jvm -> hear(jvm, figures, events));
      jvms.stop();

      figures.show(events.stream().filter(Event::isPut).count());
      check(events);
      assertThat(figures.failedReads).isZero();
      assertThat(figures.misses).isLessThan(figures.hits / 10);
      assertThat(figures.repairs).isPositive();
      assertThat(Duration.ofNanos(figures.worst)).isLessThan(ReplicaWorker.DEADLINE.plus(MARGIN));
    } finally {
      servers.forEach(Memcached::close);
    }
  }

  /** Lets a server die and come back empty, and stand still and come back as it was. */
  private static void trouble(Memcached server, Jvms jvms) {
    server.kill();
    awaitReads(jvms);
    server.start();
    awaitReads(jvms);
    server.pause();
    awaitReads(jvms);
    server.resume();
    awaitReads(jvms);
  }

  /** Reads go on: each process is served so many more. */
  private static void awaitReads(Jvms jvms) {
    List<Message> before = jvms.ask(ReplicaWorker.HITS);
    Memcached.awaitUntil("further reads", () -> {
      List<Message> now = jvms.ask(ReplicaWorker.HITS);
      for (int i = 0; i < now.size(); i++) {
        if (now.get(i).number(0) - before.get(i).number(0) < READS_OF_A_PHASE) {
          return false;
        }
      }
      return true;
    });
  }

  private static void hear(Jvm jvm, Figures figures, List<Event> events) {
    Message end = jvm.await(ReplicaWorker.STOP);
    figures.add(end);
    for (long i = 0; i < end.number(0); i++) {
      Arrays.stream(jvm.await(ReplicaWorker.EVENTS).text(0).split(";", -1))
          .map(Event::parse)
          .forEach(events::add);
    }
  }

  /** No read gives less than was put, or read, before it began. */
  private static void check(List<Event> events) {
    for (int key = 0; key < PROCESSES; key++) {
      int one = key;
      List<Event> of = events.stream().filter(event -> event.key() == one).toList();
      List<Event> byEnd =
          of.stream().sorted(Comparator.comparingLong(Event::end)).toList();
      List<Event> reads = of.stream()
          .filter(event -> !event.isPut())
          .sorted(Comparator.comparingLong(Event::begin))
          .toList();
      assertThat(reads).isNotEmpty();
      long least = 0;
      int ended = 0;
      for (Event read : reads) {
        while (ended < byEnd.size() && byEnd.get(ended).end() < read.begin()) {
          least = Math.max(least, byEnd.get(ended++).number());
        }
        assertThat(read.number()).as("%s", read).isGreaterThanOrEqualTo(least);
      }
    }
  }

  /** The sums of what the processes tell. */
  private static final class Figures {
    private long failedPuts;
    private long failedReads;
    private long worst;
    private long hits;
    private long misses;
    private long further;
    private long repairs;

    void add(Message end) {
      failedPuts += end.number(1);
      failedReads += end.number(2);
      worst = Math.max(worst, end.number(3));
      hits += end.number(4);
      misses += end.number(5);
      further += end.number(6);
      repairs += end.number(7);
    }

    void show(long puts) {
      Table.of(
              SERVERS + " servers, each killed, emptied and stopped; 2 copies, " + PROCESSES
                  + " processes, a deadline of " + ReplicaWorker.DEADLINE.toMillis() + " ms",
              "reads served",
              "misses",
              "asked further",
              "repairs",
              "worst read",
              "puts",
              "failed puts")
          .row(hits, misses, further, repairs, Duration.ofNanos(worst), puts, failedPuts)
          .show();
    }
  }
}
