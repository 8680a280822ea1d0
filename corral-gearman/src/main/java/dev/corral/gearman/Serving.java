package dev.corral.gearman;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.queue.Job;
import dev.corral.queue.Work;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/** The doing of one function's jobs, for all servers. All but the work on the loop's thread. */
/* design
 *
 * It has so many hands for all servers together. A station, which is one server's, asks its server for
 * a job only with a hand that it was given, and gives it back when there is none. So no server hands
 * out a job here that could not begin at once.
 *
 * A job that is handed out while an equal one runs joins that one: it was handed in again when its
 * server was lost, or at another server. Its result goes to all who handed it out and are still there.
 */
final class Serving {
  /** The most bytes about a failure. Whoever may receive less than that as a result receives it. */
  private static final int MOST_WORDS = 1 << 10;

  private final Loop loop;
  private final String function;
  private final Work work;
  private final Executor workers;
  private final int maxJobBytes;
  private final List<Station> stations = new ArrayList<>();
  private final Map<Job, List<Station.Order>> running = new HashMap<>();
  private int free;
  private int turn;
  private boolean closed;

  Serving(
      Loop loop,
      ServerList servers,
      GearmanOptions options,
      Executor workers,
      String function,
      int atOnce,
      Work work) {
    this.loop = loop;
    this.function = function;
    this.work = work;
    this.workers = workers;
    this.maxJobBytes = options.maxJobBytes();
    this.free = atOnce;
    for (Server server : servers.servers()) {
      stations.add(new Station(loop, server, options, this));
    }
  }

  String function() {
    return function;
  }

  boolean isClosed() {
    return closed;
  }

  /** Whether nobody is served any more, and no job runs of which a server is to be told. */
  boolean isOver() {
    return closed && stations.stream().allMatch(Station::isClosed);
  }

  void open() {
    stations.forEach(Station::open);
  }

  /** Lets stations whose servers may have jobs ask for them, in turn, as long as hands are free. */
  void spread() {
    for (int i = 0; i < stations.size() && free > 0 && !closed; i++) {
      turn = (turn + 1) % stations.size();
      if (stations.get(turn).wants()) {
        free--;
        stations.get(turn).ask();
      }
    }
  }

  /** A station needs its hand no more. */
  void giveBack() {
    free++;
    spread();
  }

  /** A station was handed a job, for which it has a hand. */
  void run(Job job, Station.Order order) {
    List<Station.Order> orders = running.get(job);
    if (orders != null) {
      orders.add(order);
      giveBack();
      return;
    }
    running.put(job, new ArrayList<>(List.of(order)));
    try {
      workers.execute(() -> runHere(job));
    } catch (RuntimeException | Error e) { // full, closed, or unable to make a thread
      end(job, failure("the worker takes no more jobs: " + e));
      giveBack();
    }
    spread();
  }

  private void runHere(Job job) {
    Outcome outcome;
    try {
      outcome = outcome(work.run(job));
    } catch (Throwable e) { // whatever it is, those who wait shall be told
      outcome = failure(e.toString());
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
    }
    Outcome end = outcome;
    loop.post(() -> {
      end(job, end);
      giveBack();
    });
  }

  private Outcome outcome(byte[] result) {
    if (result == null) {
      return failure("it returned null");
    }
    return result.length <= maxJobBytes
        ? orders -> orders.forEach(order -> order.complete(result))
        : failure("it returned " + result.length + " bytes, and " + maxJobBytes
            + " are the most allowed");
  }

  /** What is told if there is no result. */
  static Outcome failure(String message) {
    byte[] all = message.getBytes(UTF_8);
    byte[] bytes = Arrays.copyOf(all, Math.min(all.length, MOST_WORDS));
    return orders -> orders.forEach(order -> order.fail(bytes));
  }

  private void end(Job job, Outcome outcome) {
    List<Station.Order> orders = running.remove(job);
    if (orders != null) {
      outcome.tell(orders);
    }
  }

  /** Takes no more jobs. Servers are told of those that run. */
  void close() {
    closed = true;
    stations.forEach(Station::closeIfIdle);
  }

  /** Ends all at once: the servers give the jobs that run here to others. */
  void abandon() {
    closed = true;
    stations.forEach(Station::close);
  }

  /** How a job ended. */
  @FunctionalInterface
  interface Outcome {
    void tell(List<Station.Order> orders);
  }
}
