package dev.corral.cli.demo;

import dev.corral.cli.demo.crowd.Assignment;
import dev.corral.cli.demo.crowd.Crowd;
import dev.corral.cli.demo.crowd.Frontend;
import dev.corral.cli.demo.crowd.Report;
import dev.corral.cli.demo.database.Database;
import dev.corral.cli.demo.page.Backstage;
import dev.corral.cli.demo.scene.Event;
import dev.corral.cli.demo.scene.Figures;
import dev.corral.cli.demo.scene.Plan;
import dev.corral.cli.demo.scene.Sample;
import dev.corral.cli.demo.scene.Scene;
import dev.corral.cli.demo.scene.Way;
import dev.corral.metric.CorralStats;
import dev.corral.metric.Latencies;
import dev.corral.metric.LatencyHistogram;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A scene, played one way. Used once, by one thread. */
final class Run {
  private final Scene scene;
  private final Way way;
  private final Stage stage;
  private final Frontend office;

  private final Deque<Event> coming;
  private Latencies latencies = Latencies.none();
  private CorralStats countedInOffice = CorralStats.NONE;
  private long errors;
  private long stale;
  private long old;
  private int version;
  private int changes;

  /**
   * Where it is played.
   *
   * @param database the database, filled
   * @param crowd the crowd, equipped
   * @param cache the cache
   * @param backstage is told what was counted
   * @param over ends a run early when it is counted down
   */
  record Stage(
      Database database, Crowd crowd, Cache cache, Backstage backstage, CountDownLatch over) {}

  /** Is told how it goes, part by part. */
  @FunctionalInterface
  interface Watcher {
    void sees(Sample sample) throws IOException;
  }

  /**
   * Before it begins.
   *
   * @param office what is done to all that is cached, is done here
   */
  Run(Scene scene, Way way, Stage stage, Frontend office) {
    this.scene = scene;
    this.way = way;
    this.stage = stage;
    this.office = office;
    this.coming = new ArrayDeque<>(scene.events());
  }

  /**
   * Plays it, and returns when all callers have left.
   *
   * @param sample how long each part is that the watcher is told of
   */
  Figures play(Frontend.Place place, Duration sample, Watcher watcher)
      throws IOException, SQLException, InterruptedException {
    Crowd crowd = stage.crowd();
    stage.backstage().plays(place.prefix());
    crowd.open(new Assignment(way, place, scene.plan()));
    if (scene.plan().isWarm()) {
      warm(scene.plan());
    }
    long queriesBefore = stage.database().queries();
    crowd.begin();
    watch(sample, watcher);
    take(crowd.end());
    return new Figures(
        latencies.count(),
        stage.database().queries() - queriesBefore,
        latencies.percentile(99),
        errors,
        stale,
        old);
  }

  private void warm(Plan plan) throws SQLException {
    for (int user = 0; user < plan.users(); user++) {
      for (int page = 0; page < plan.pages(); page++) {
        office.put(user, page, stage.database().read(user, page));
      }
    }
  }

  private void watch(Duration sample, Watcher watcher)
      throws IOException, SQLException, InterruptedException {
    long start = System.nanoTime();
    long parts = Math.max(1, scene.length().dividedBy(sample));
    long queriesBefore = stage.database().queries();
    for (long part = 1; part <= parts; part++) {
      Duration end = scene.length().multipliedBy(part).dividedBy(parts);
      List<Event> happened = new ArrayList<>();
      while (!coming.isEmpty() && timeOf(coming.getFirst()).compareTo(end) < 0) {
        Event event = coming.removeFirst();
        if (isOverBefore(start, timeOf(event))) {
          return;
        }
        happen(event);
        happened.add(event);
      }
      if (isOverBefore(start, end)) {
        return;
      }
      long queries = stage.database().queries();
      Report report = stage.crowd().report();
      Latencies calls = take(report);
      watcher.sees(new Sample(
          end,
          calls.count(),
          queries - queriesBefore,
          stage.database().running(),
          report.errors(),
          calls.percentile(99),
          happened));
      queriesBefore = queries;
    }
  }

  private Duration timeOf(Event event) {
    return Duration.ofNanos((long) (scene.length().toNanos() * event.at()));
  }

  private boolean isOverBefore(long start, Duration moment) throws InterruptedException {
    return stage.over().await(start + moment.toNanos() - System.nanoTime(), TimeUnit.NANOSECONDS);
  }

  /** Adds a report to what is known. */
  private Latencies take(Report report) {
    LatencyHistogram histogram = new LatencyHistogram();
    report.micros().forEach(micros -> histogram.record(TimeUnit.MICROSECONDS.toNanos(micros)));
    Latencies calls = histogram.snapshot();
    latencies = latencies.plus(calls);
    errors += report.errors();
    stale += report.stale();
    old += report.old();
    CorralStats counted = office.stats();
    stage.backstage().counts(report.counted().plus(counted.since(countedInOffice)));
    countedInOffice = counted;
    return calls;
  }

  private void happen(Event event) throws IOException, SQLException {
    switch (event.kind()) {
      case DATABASE_FAILS -> stage.database().setFailing(true);
      case DATABASE_RECOVERS -> stage.database().setFailing(false);
      case NODE_DIES -> stage.cache().kill();
      case NODE_RETURNS -> stage.cache().restart();
      case USER_CHANGES -> change(changes++ % scene.plan().users());
      case DEPLOY -> deploy();
      case FLUSH -> {
        if (way == Way.CORRAL || stage.cache().isOwn()) {
          office.flush(scene.length().dividedBy(2));
        } else {
          deploy(); // whose else is in there is not ours to flush
        }
      }
    }
  }

  private void change(int user) throws IOException, SQLException {
    long now = stage.database().change(user);
    office.invalidate(user);
    stage.crowd().learn(user, now);
  }

  private void deploy() throws IOException {
    version++;
    office.deploy(version);
    stage.crowd().deploy(version);
  }
}
