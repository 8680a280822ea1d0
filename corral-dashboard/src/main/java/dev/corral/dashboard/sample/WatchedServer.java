package dev.corral.dashboard.sample;

import dev.corral.fault.DeadlineExceededException;
import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.memcached.node.NodeStatus;
import dev.corral.metric.Latencies;
import dev.corral.time.Ticker;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One server: whether it is up, what it does, and what it tells of itself. What the probes asked is
 * not counted among its requests and errors; how long they took is.
 */
final class WatchedServer {
  /* design
   *
   * A server is down if it is not connected, or if it left the last probe without an answer. A probe
   * that failed otherwise was refused for want of a connection, or of room for one more request: of
   * both, the connection tells more, and by now. A server that was never looked at before has a moment
   * to connect, and is unknown until then.
   */

  private enum State {
    UP,
    DOWN,
    UNKNOWN;

    String word() {
      return switch (this) {
        case UP -> "up";
        case DOWN -> "down";
        case UNKNOWN -> "unknown";
      };
    }
  }

  private final Ticker ticker;
  private final Inquiry<ServerFigures> inquiry;

  /** Counted where the answers come. */
  private final LongAdder probes = new LongAdder();

  private final LongAdder failed = new LongAdder();
  private final LongAdder late = new LongAdder();

  private @Nullable State state;
  private long since;

  private Counts last;
  private Latencies trips = Latencies.none();

  /** The last but one thing it told of itself, and the last; null if there is none. */
  private @Nullable ServerFigures before;

  private @Nullable ServerFigures told;

  /** What callers other than the probes have asked so far. */
  private record Counts(long requests, long errors, long timeouts, Latencies trips) {}

  WatchedServer(NodeStatus first, Ticker ticker) {
    this.ticker = ticker;
    this.inquiry = new Inquiry<>(ticker);
    this.last = counts(first);
  }

  private Counts counts(NodeStatus status) {
    return new Counts(
        status.requests() - probes.sum(),
        status.errors() - failed.sum(),
        status.timeouts() - late.sum(),
        status.latencies());
  }

  /** Sends a probe, if the last one has been answered. */
  void ask(Supplier<CompletableFuture<Map<String, String>>> probe, Executor threads) {
    inquiry.ask(threads, () -> {
      probes.increment();
      CompletableFuture<Map<String, String>> stats = probe.get();
      Answers.when(stats, (ignored, fault) -> count(fault));
      return Answers.map(stats, figures -> new ServerFigures(figures, ticker.nanos()));
    });
  }

  private void count(@Nullable Throwable fault) {
    if (fault instanceof UnavailableException) {
      failed.increment();
    }
    if (fault instanceof DeadlineExceededException) {
      late.increment();
    }
  }

  /** Forgets what the server told, since nobody looks. */
  void rest() {
    inquiry.forget();
    told = null;
  }

  /**
   * What there is to tell of it. Ends the span that the next call begins with.
   *
   * @param status what the client knows
   * @param now the time of day, in milliseconds
   * @return the row, without the server's names
   */
  Map<String, @Nullable Object> row(NodeStatus status, Span span, long now) {
    State present = present(status);
    if (present != state) {
      state = present;
      since = now;
    }
    boolean heard = hear();
    Counts counts = counts(status);
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("state", present.word());
    row.put("why", present == State.DOWN ? why() : null);
    row.put("since", since);
    row.put("version", status.version().map(Object::toString).orElse(null));
    row.put("ejected", status.isEjected());
    row.put("inFlight", status.inFlight());
    row.put("requests", span.rate(Math.max(0, counts.requests - last.requests)));
    row.put("errors", span.rate(Math.max(0, counts.errors - last.errors)));
    row.put("timeouts", span.rate(Math.max(0, counts.timeouts - last.timeouts)));
    trips = counts.trips.since(last.trips);
    row.put("trips", Span.latencies(trips));
    row.put("stats", present == State.UP && heard && told != null ? told.since(before) : null);
    last = counts;
    return row;
  }

  private State present(NodeStatus status) {
    if (status.isConnected()) {
      return isSilent() ? State.DOWN : State.UP;
    }
    return state == null && inquiry.fault().isEmpty() ? State.UNKNOWN : State.DOWN;
  }

  private boolean isSilent() {
    return inquiry.isLate()
        || inquiry.fault().filter(DeadlineExceededException.class::isInstance).isPresent();
  }

  private String why() {
    return isSilent() ? Patience.OVER : inquiry.fault().map(Patience::why).orElse("no connection");
  }

  /** Whether the last probe was answered; its answer is kept, and the one before. */
  private boolean hear() {
    Optional<ServerFigures> answer = inquiry.answer();
    if (answer.isPresent() && !answer.get().equals(told)) {
      before = told;
      told = answer.get();
    }
    return answer.isPresent();
  }

  /** How long the requests took that ended in the last span. */
  Latencies trips() {
    return trips;
  }
}
