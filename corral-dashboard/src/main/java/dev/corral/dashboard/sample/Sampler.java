package dev.corral.dashboard.sample;

import dev.corral.dashboard.subject.Subject;
import dev.corral.dashboard.web.Question;
import dev.corral.memcached.MemcachedStore;
import dev.corral.metric.CorralStats;
import dev.corral.metric.NamespaceStats;
import dev.corral.store.BasicStore;
import dev.corral.store.MemoryStore;
import dev.corral.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at a subject each second, and tells what it sees: the topics {@code about}, {@code ring}
 * and {@code tick}. What the subject has of a story it passes on as {@code story}.
 *
 * <p>While somebody looks, it asks each server for its statistics and reads the evidence, each
 * second. The servers' statistics are left out of what is told of this process's own requests, but
 * for how long they took; the evidence is not.
 */
public final class Sampler implements AutoCloseable {
  /* design
   *
   *   0 ms           questions: to each server, and for the evidence
   *   750 ms         patience with them is over
   *   800 ms         tick: what was counted since the last, and whatever was answered
   *   1,000 ms       questions ...
   *
   * A tick waits for nothing. Questions are put on other threads, since even that may block; those
   * that have no answer by the tick are told as such, and no others are asked meanwhile. Whoever comes
   * first has the questions put at once: those that a tick finds too young it says nothing of. A server
   * that falls silent just after an answer is asked again a second later, and told as down 800 ms
   * after that: in time for two seconds. One whose connections end is told at the next tick.
   *
   * All but the answers happens on one thread, by which alone the subject is asked.
   */

  private static final Logger log = LoggerFactory.getLogger(Sampler.class);

  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final Duration TICK = Duration.ofMillis(800);

  private final Subject subject;
  private final BiConsumer<String, Object> tell;
  private final Pace pace;
  private final History history = new History();
  private final RingPicture ring = new RingPicture();
  private final NamespaceWatch namespaces;
  private final ServerWatch servers;

  private volatile int viewers;
  private volatile boolean closed;

  // Of the one thread.
  private boolean hasStory;
  private Map<String, Object> about = Map.of();
  private @Nullable CorralStats counted;
  private long ticked;
  private long due;
  private boolean hasFailed;

  /**
   * A sampler that has not begun.
   *
   * @param subject what to look at
   * @param tell takes a topic and what is to be known of it; each replaces the one before
   */
  public Sampler(Subject subject, BiConsumer<String, Object> tell) {
    this(subject, tell, Pace.own());
  }

  Sampler(Subject subject, BiConsumer<String, Object> tell, Pace pace) {
    this.subject = subject;
    this.tell = tell;
    this.pace = pace;
    this.namespaces = new NamespaceWatch(pace.ticker());
    this.servers = new ServerWatch(pace.ticker());
  }

  /** Begins: tells what there is at once, and looks each second from then on. */
  public void start() {
    hasStory = subject.tellsStory(told -> tell.accept("story", told));
    counted = subject.stats().orElse(null);
    ticked = pace.ticker().nanos();
    due = ticked;
    tellAbout(counted != null);
    tellRing();
    later(Duration.ZERO, this::askAll);
  }

  /**
   * How many pages look on has changed. Servers are asked only while there are any; the subject is
   * told too. Any thread may call it.
   *
   * @param now how many there are now
   */
  public void viewersAre(int now) {
    boolean isFirst = viewers == 0 && now > 0;
    viewers = now;
    subject.viewersAre(now);
    if (isFirst && !closed) {
      pace.timer().after(Duration.ZERO, () -> attempt(this::ask));
    }
  }

  /**
   * What the page may ask.
   *
   * @return by the path's last part: {@code history}, {@code key} and {@code preview}; any thread
   *     may ask
   */
  public Map<String, Question> questions() {
    return Map.of(
        "history", parameters -> history.told(), "key", ring::key, "preview", ring::preview);
  }

  /** Looks no more, and stops its threads. The subject stays as it is. */
  @Override
  public void close() {
    closed = true;
    pace.end().run();
  }

  private void later(Duration offset, Runnable step) {
    long left = due + offset.toNanos() - pace.ticker().nanos();
    pace.timer().after(Duration.ofNanos(left), () -> {
      if (!closed) {
        step.run();
      }
    });
  }

  private void askAll() {
    attempt(this::ask);
    later(TICK, this::lookAll);
  }

  private void lookAll() {
    attempt(this::look);
    // A machine that has slept does not catch up.
    due = Math.max(due + PERIOD.toNanos(), pace.ticker().nanos());
    later(Duration.ZERO, this::askAll);
  }

  private void attempt(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) { // a page that stands still tells nobody why
      if (!hasFailed && !closed) {
        log.warn("the dashboard can't see all there is; this is said once", e);
        hasFailed = true;
      }
    }
  }

  private void ask() {
    if (viewers == 0) {
      servers.rest();
      namespaces.rest();
      return;
    }
    if (subject.store() instanceof MemcachedStore store) {
      servers.ask(store, pace.askers());
    }
    namespaces.ask(subject.namespaces(), pace.askers());
  }

  private void look() {
    CorralStats before = counted;
    CorralStats stats = subject.stats().orElse(null);
    counted = stats;
    tellAbout(stats != null);
    tellRing();
    long nanos = pace.ticker().nanos();
    Span span = new Span(Math.max(1, nanos - ticked) / 1e9);
    ticked = nanos;
    // Where nothing was counted before, nobody knows since when this was.
    CorralStats since = stats == null ? null : stats.since(before == null ? stats : before);
    Tick tick = tick(stats, since, span);
    history.add(tick);
    tell.accept("tick", tick.told());
  }

  private void tellAbout(boolean counts) {
    BasicStore store = subject.store();
    Map<String, Object> now = new LinkedHashMap<>();
    now.put("title", subject.title());
    now.put("version", Version.number());
    now.put(
        "store",
        store instanceof MemcachedStore
            ? "memcached"
            : store instanceof MemoryStore ? "memory" : "other");
    now.put("counts", counts);
    now.put("story", hasStory);
    now.put("tickMillis", PERIOD.toMillis());
    now.put("historySeconds", History.MOST * PERIOD.toSeconds());
    if (!now.equals(about)) {
      about = now;
      tell.accept("about", now);
    }
  }

  private void tellRing() {
    if (subject.store() instanceof MemcachedStore store) {
      ring.draw(store.membership().ring()).ifPresent(picture -> tell.accept("ring", picture));
    }
  }

  private Tick tick(@Nullable CorralStats stats, @Nullable CorralStats since, Span span) {
    Instant now = pace.clock().instant();
    List<Map<String, @Nullable Object>> rows = subject.store() instanceof MemcachedStore store
        ? servers.rows(store, span, now.toEpochMilli())
        : List.of();
    return new Tick(
        now.toEpochMilli(),
        Span.rounded(span.seconds()),
        stats == null || since == null ? null : CacheRows.of(stats, since, span),
        rows,
        Span.latencies(servers.trips()),
        namespaces(stats, since, span, now));
  }

  private @Nullable Map<String, @Nullable Object> namespaces(
      @Nullable CorralStats stats, @Nullable CorralStats since, Span span, Instant now) {
    // A basic store has no CAS, and so can have none.
    boolean mayBeCounted = stats != null && subject.store() instanceof Store;
    if (!mayBeCounted && subject.namespaces().isEmpty()) {
      return null;
    }
    Map<String, @Nullable Object> row = namespaces.evidence(now);
    NamespaceStats inAll = stats == null ? NamespaceStats.NONE : stats.namespaces();
    NamespaceStats lately = since == null ? NamespaceStats.NONE : since.namespaces();
    row.putAll(NamespaceWatch.counts(inAll, lately, span));
    return row;
  }
}
