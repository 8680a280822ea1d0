package dev.corral.it.counter;

import dev.corral.Corral;
import dev.corral.counter.Counter;
import dev.corral.it.Memcached;
import dev.corral.it.Message;
import dev.corral.it.Nodes;
import dev.corral.it.Parent;
import dev.corral.it.Worker;
import dev.corral.it.counter.CounterLog.Event;
import dev.corral.key.Keys;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** Writes and removes comments, reads how many there are, and tells of it. */
final class CounterWorker implements Worker {
  @Override
  public void run(Parent parent, List<String> arguments) throws Exception {
    MemcachedStore store =
        MemcachedStore.open(ServerList.of(Server.parse(arguments.get(0))), options -> options);
    Nodes.awaitConnected(store);
    try (Corral corral = Corral.on(store)) {
      Counter<Long> counter = corral.counter(
          "comments", Keys.longs(), options -> options.loadTime(Duration.ofSeconds(2)));
      Counting ours = Counting.by(counter);
      Counting naive = Counting.naively(store);
      for (Optional<Message> next = parent.next(); next.isPresent(); next = parent.next()) {
        Message command = next.get();
        Counting counting = command.text(0).equals("naive") ? naive : ours;
        switch (command.kind()) {
          case "crowd" -> crowd(parent, counting, arguments.get(1), command);
          case "get" -> parent.report("get", numbers(counting, arguments.get(1), command));
          default -> throw new IllegalArgumentException(command.kind());
        }
      }
    }
  }

  /** How many comments each of the posts has. */
  private static Object[] numbers(Counting counting, String url, Message command) throws Exception {
    List<Object> numbers = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(url)) {
      Comments comments = new Comments(connection);
      for (long post = command.number(1); post < command.number(2); post++) {
        numbers.add(counting.get(post, comments));
      }
    }
    return numbers.toArray();
  }

  private static void crowd(Parent parent, Counting counting, String url, Message command)
      throws Exception {
    List<Writer> writers = new ArrayList<>();
    for (int i = 0; i < command.number(1); i++) {
      writers.add(new Writer(counting, DriverManager.getConnection(url)));
    }
    long end = parent.awaitGo() + Duration.ofMillis(command.number(2)).toNanos();
    List<Thread> threads = new ArrayList<>();
    for (Writer writer : writers) {
      threads.add(new Thread(() -> {
        try (writer) {
          writer.run(end, command.number(3), command.number(4));
          parent.report("log", writer.log.stream().map(Event::toText).toArray());
        } catch (Exception e) {
          throw new IllegalStateException(e); // ends the worker
        }
      }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    parent.report("crowd");
  }

  /** One of the threads. */
  private static final class Writer implements AutoCloseable {
    private final Counting counting;
    private final Connection connection;
    private final Comments comments;
    private final List<Event> unsettled = new ArrayList<>();
    final List<Event> log = new ArrayList<>();

    Writer(Counting counting, Connection connection) throws SQLException {
      this.counting = counting;
      this.connection = connection;
      this.comments = new Comments(connection);
    }

    /** From odd posts comments are removed too. */
    void run(long end, long firstPost, long beyond) throws SQLException {
      ThreadLocalRandom random = ThreadLocalRandom.current();
      while (System.nanoTime() - end < 0) {
        int kind = random.nextInt(10);
        long post = random.nextLong(firstPost, beyond);
        long begun = System.nanoTime();
        if (kind < 5) {
          long number = counting.get(post, comments);
          log.add(new Event(post, true, begun, System.nanoTime(), number));
        } else if (kind < 7 && post % 2 == 1) {
          updated(post, begun, counting.update(post, () -> comments.removeOne(post)));
        } else {
          updated(post, begun, counting.update(post, () -> comments.insert(post)));
        }
      }
      Memcached.awaitUntil("the servers to confirm", counting::isSettled);
      settle();
    }

    /** What a server has not confirmed may be seen later. */
    private void updated(long post, long begun, long delta) {
      unsettled.add(new Event(post, false, begun, Long.MAX_VALUE, delta));
      if (counting.isSettled()) {
        settle();
      }
    }

    private void settle() {
      long now = System.nanoTime();
      unsettled.forEach(
          event -> log.add(new Event(event.post(), false, event.begun(), now, event.number())));
      unsettled.clear();
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }
}
