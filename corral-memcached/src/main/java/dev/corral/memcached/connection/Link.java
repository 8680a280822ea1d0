package dev.corral.memcached.connection;

import dev.corral.key.Key;
import dev.corral.memcached.request.DeleteRequest;
import dev.corral.memcached.request.Request;
import dev.corral.ring.Server;
import dev.corral.store.Delete;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one connection to a server alive, and says at once when there is none. Which of a server's
 * links a key takes never changes, so that requests on one key keep their order.
 */
final class Link implements Owner {
  /* design
   *
   *            +--------- closed by the server while idle: unseen by callers --------+
   *            v                                                                     |
   *   (start) OPENING ---greeted---> UP --------------------------------------------->
   *            |                     |  any other end
   *            +--failed--+          v
   *                       +-----> DOWN --pause--> attempt --greeted, journal replayed--> UP
   *                                ^                 |
   *                                +-----failed------+
   *
   * OPENING and UP have a current connection that takes requests; those of OPENING wait in its queue
   * for the greeting, in their deadlines. DOWN has none, and refuses at once. There is one attempt at
   * a time, for it is part of the state.
   *
   * The pause before an attempt has full jitter and grows up to seconds, to spare a server that
   * stays away. But whoever wants the server while the next attempt is far off pulls it nearer, so
   * that under load a server is found again soon after it is back. Not so where client and server
   * don't trust each other: then the pause is long from the first time on, and nobody shortens it.
   *
   * Every change that a server misses while it is down, or may have missed because the connection
   * broke, is journalled where the settings say so; they are replayed as deletes before the link is
   * up again.
   */

  /** What ends sooner says something of the server. */
  private static final long STABLE = TimeUnit.MILLISECONDS.toNanos(500);
  /** The other thread has a few instructions to go, unless it was put to sleep among them. */
  private static final int SPINS = 100;

  private static final int MOST_WORDLESS = 5;

  private static final long FAR_OFF = TimeUnit.MILLISECONDS.toNanos(500);

  /** Far more than a server takes to delete an item. */
  private static final long TIME_PER_KEY = TimeUnit.MICROSECONDS.toNanos(50);

  /** That there is no connection, and why. */
  private record Down(Reason reason, long since, boolean isFinal) {}

  private final Server server;
  private final Settings settings;
  private final Counters counters;
  private final Transport transport;
  private final Loop loop;
  private final Backoff backoff;
  private final Journal journal;
  private final Faults faults;
  private final LinkReport report;
  private final CompletableFuture<@Nullable Void> tried = new CompletableFuture<>();
  private final CompletableFuture<@Nullable Void> stopped = new CompletableFuture<>();

  private volatile @Nullable Connection current;
  private volatile Down down = new Down(Reason.of("it was never up"), 0, false);
  private volatile boolean isEjected;
  private volatile long nextAttempt;
  private volatile @Nullable ServerFacts facts;

  // The event loop's own.
  private @Nullable Connection attempt;
  private @Nullable ScheduledFuture<?> timer;
  private int failures;
  private int attempts;
  /** How many in a row were ended by the server before it said anything. */
  private int wordless;

  /** Which of the server's addresses, counted on when one does not lead to it. */
  private int address;

  private int replayed;
  private Set<Key> replaying = Set.of();
  private long attemptStarted;
  private long upSince;
  private boolean isUp;
  private boolean isStopping;

  Link(Server server, Settings settings, Counters counters, Transport transport) {
    this.server = server;
    this.settings = settings;
    this.counters = counters;
    this.transport = transport;
    this.loop = transport.nextLoop();
    this.backoff =
        new Backoff(settings.reconnectLeast(), settings.reconnectMost(), settings.random());
    this.journal = new Journal(settings.journalKeys());
    this.faults = new Faults(server, settings.ticker());
    this.report = new LinkReport(server, settings);
    Connection first = newConnection();
    this.current = first;
    loop.events().execute(() -> connect(first));
  }

  private Connection newConnection() {
    return new Connection(server, settings, counters, this, loop);
  }

  // Callers' side: any thread.

  /**
   * Takes a request, and fails it at once if the server is down.
   *
   * @return false if the server is to be used no more, and the request is still to be sent
   *     elsewhere
   */
  boolean submit(Request<?> request) {
    for (int spins = 0; ; spins++) {
      Connection connection = current;
      if (connection == null) {
        Down reason = down;
        if (reason.isFinal()) {
          return false;
        }
        if (refuse(request, reason)) {
          return true;
        }
      } else if (connection.submit(request)) {
        return true;
      }
      // It has ended, or begun, just now: what follows it is about to be published.
      if (spins < SPINS) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(1);
      }
    }
  }

  /** Whether the request was refused; false if the link is up again. */
  private boolean refuse(Request<?> request, Down reason) {
    Key key = request.key();
    if (key != null && request.isChange() && !missed(key)) {
      return false;
    }
    counters.failed(request);
    request.settle(faults.down(request, reason.since(), reason.reason()), settings.executor());
    hasten();
    return true;
  }

  /** Somebody wants the server: if it is not to be looked for soon, it is now. */
  void hasten() {
    long now = settings.ticker().nanos();
    if (nextAttempt - now > FAR_OFF && !down.reason().isDistrust()) {
      nextAttempt = now + FAR_OFF;
      loop.execute(() -> retryAfter(settings.random().nextLong(FAR_OFF)));
    }
  }

  /** Remembers that the server missed a change to a key. Tells whether the link is down. */
  boolean missed(Key key) {
    return settings.journalKeys() == 0 ? current == null : journal.add(key);
  }

  /** Completes when the first attempt to connect has come to its end, good or bad. */
  CompletableFuture<@Nullable Void> tried() {
    return tried;
  }

  /** Whether requests for it should go elsewhere. */
  boolean isEjected() {
    return isEjected;
  }

  boolean isConnected() {
    return current != null && facts != null;
  }

  /** What the server told last; null if it never did. */
  @Nullable
  ServerFacts facts() {
    return facts;
  }

  int inFlight() {
    Connection connection = current;
    return connection == null ? 0 : connection.inFlight();
  }

  Journal journal() {
    return journal;
  }

  /** Ends the link for good, when what is in flight is answered or after a while. */
  CompletableFuture<@Nullable Void> stop(String reason) {
    loop.events().execute(() -> {
      if (isStopping) {
        return;
      }
      isStopping = true;
      tried.complete(null);
      down = new Down(Reason.of(reason), settings.ticker().nanos(), true);
      cancelTimer();
      Connection open = current == null ? attempt : current;
      if (open == null) {
        stopped.complete(null);
      } else {
        open.closeWhenDrained(reason, settings.drainTimeout());
      }
    });
    return stopped;
  }

  // Connecting: the event loop.

  private void connect(Connection connection) {
    attemptStarted = settings.ticker().nanos();
    startTimer(
        () -> connection.close("no greeting within " + Faults.millis(settings.connectTimeout())),
        settings.connectTimeout());
    transport.connect(server, settings, address, loop, connection);
  }

  private void retryAfter(long nanos) {
    if (!isStopping && current == null && attempt == null) {
      nextAttempt = settings.ticker().nanos() + nanos;
      startTimer(this::retry, nanos);
    }
  }

  private void retry() {
    if (!isStopping) {
      attempts++;
      Connection next = newConnection();
      attempt = next;
      connect(next);
    }
  }

  private void startTimer(Runnable task, long nanos) {
    cancelTimer();
    timer = loop.events().schedule(task, nanos, TimeUnit.NANOSECONDS);
  }

  private void cancelTimer() {
    if (timer != null) {
      timer.cancel(false);
    }
  }

  @Override
  public void greeted(Connection connection, ServerFacts told) {
    facts = told;
    if (connection == current) {
      up(told);
    } else {
      replay(connection, told);
    }
  }

  /** Deletes what the server missed; then the link is up. */
  private void replay(Connection connection, ServerFacts told) {
    List<Key> missed = journal.takeOrShut();
    if (missed.isEmpty()) {
      current = connection;
      attempt = null;
      up(told);
      return;
    }
    long time = settings.connectTimeout() + missed.size() * TIME_PER_KEY;
    startTimer(
        () -> connection.close("it did not take " + missed.size() + " journalled keys in time"),
        time);
    // Should the connection end first, what is left goes back into the journal.
    Set<Key> left = new LinkedHashSet<>(missed);
    replaying = left;
    List<DeleteRequest<?>> deletes = new ArrayList<>();
    for (Key key : missed) {
      deletes.add(new DeleteRequest<>(Delete.of(key), outcome -> {
        replayed++;
        left.remove(key);
        if (left.isEmpty()) {
          loop.events().execute(() -> replayed(connection, told));
        }
        return outcome;
      }));
    }
    connection.sendOwn(deletes, time);
  }

  private void replayed(Connection connection, ServerFacts told) {
    if (attempt == connection) {
      replay(connection, told); // for what was missed meanwhile
    }
  }

  private void up(ServerFacts told) {
    cancelTimer();
    tried.complete(null);
    isUp = true;
    upSince = settings.ticker().nanos();
    boolean wasEjected = isEjected;
    isEjected = false; // before anybody is told: callers wait for it
    report.connected(told, upSince - attemptStarted);
    if (attempts > 0) {
      counters.reconnects.increment();
    }
    if (wasEjected) {
      report.readmitted(replayed);
    }
    replayed = 0;
    report.lost(journal.lost());
  }

  @Override
  public void undelivered(Key key) {
    if (settings.journalKeys() > 0) {
      journal.open();
      journal.add(key);
    }
  }

  @Override
  public void closed(Connection connection, Ending told) {
    Ending ending = told.because(judged(told.reason()));
    if (isStopping) {
      current = null;
      attempt = null;
      fail(connection, ending);
      stopped.complete(null);
    } else if (ending.isIdle() && isStable()) {
      Connection next = newConnection();
      next.takeOver(ending.unsent());
      failures = 0;
      attempts++;
      isUp = false;
      current = next;
      connect(next);
    } else {
      boolean wasUp = isUp && connection == current;
      failures = isStable() && ending.hasServed() ? 1 : failures + 1;
      address += wasUp ? 0 : 1;
      down(ending.reason());
      fail(connection, ending);
      failed(wasUp, ending);
    }
  }

  /**
   * A server that went away without a word time after time, and never said one, expects another
   * client: TLS, or a certificate. One that ever did may be down behind a proxy.
   */
  private Reason judged(Reason reason) {
    wordless = reason.isWordless() ? wordless + 1 : 0;
    return facts == null && wordless >= MOST_WORDLESS ? Reason.distrust(reason.words()) : reason;
  }

  /** Whether the connection has held for a while, so that its end says nothing of the next one. */
  private boolean isStable() {
    return isUp && settings.ticker().nanos() - upSince > STABLE;
  }

  private void down(Reason reason) {
    isUp = false;
    journal.open();
    replaying.forEach(journal::add);
    replaying = Set.of();
    down = new Down(reason, current == null ? down.since() : settings.ticker().nanos(), false);
    current = null;
    attempt = null;
  }

  private void fail(Connection connection, Ending ending) {
    for (Request<?> request : ending.unsent()) {
      Key key = request.key();
      if (key != null && request.isChange()) {
        undelivered(key);
      }
      connection.fail(request, ending.reason());
    }
  }

  private void failed(boolean wasUp, Ending ending) {
    tried.complete(null);
    long pause = ending.reason().isDistrust() ? backoff.longest() : backoff.delay(failures);
    retryAfter(pause);
    if (wasUp) {
      report.disconnected(ending);
    } else {
      report.connectFailed(failures, ending.reason().words(), pause);
    }
    if (settings.failures() > 0 && failures >= settings.failures() && !isEjected) {
      isEjected = true;
      report.ejected(failures);
    }
  }
}
