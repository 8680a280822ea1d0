package dev.corral.cli.demo;

import dev.corral.cli.demo.crowd.Crowd;
import dev.corral.cli.demo.crowd.CrowdProcess;
import dev.corral.cli.demo.crowd.Frontend;
import dev.corral.cli.demo.crowd.Launcher;
import dev.corral.cli.demo.database.Database;
import dev.corral.cli.demo.page.Backstage;
import dev.corral.cli.demo.scene.Audience;
import dev.corral.cli.demo.scene.Audience.Cast;
import dev.corral.cli.demo.scene.Audience.Result;
import dev.corral.cli.demo.scene.Event;
import dev.corral.cli.demo.scene.Figures;
import dev.corral.cli.demo.scene.Plan;
import dev.corral.cli.demo.scene.Scene;
import dev.corral.cli.demo.scene.Way;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;

/** Plays scenes, each both ways, before an audience. Used once. */
final class Show {
  /**
   * Where a server dies: both ways its keys go to the next one, from its first failure on. With
   * fail-fast, the default, they would be loaded by each process again and again until it is back:
   * in a run of 4 s Corral then had 62 errors, the naive way 70. What one pays for it is that
   * invalidations may be missed, and there are none here.
   */
  private static final String EJECTING = "?failureMode=eject&failures=1";

  private static final Duration LONGEST_REHEARSAL = Duration.ofMillis(500);

  /** Within such a time it is known here why a process of the crowd died, if Ctrl-C was why. */
  private static final Duration RUMOUR = Duration.ofMillis(300);

  private final Cast cast;
  private final Launcher launcher;
  private final Cache own;
  private final Cache cache;
  private final Backstage backstage;
  private final Audience audience;
  private final Crowd crowd = new Crowd();
  private final CountDownLatch over = new CountDownLatch(1);
  private final List<Result> results = new ArrayList<>();

  /**
   * A show before it begins.
   *
   * @param launcher starts the processes of the crowd
   * @param own where servers are killed
   * @param cache where all else is played: the same, or the user's
   * @param backstage is told what the crowd counts
   */
  Show(
      Cast cast,
      Launcher launcher,
      Cache own,
      Cache cache,
      Backstage backstage,
      Audience audience) {
    this.cast = cast;
    this.launcher = launcher;
    this.own = own;
    this.cache = cache;
    this.backstage = backstage;
    this.audience = audience;
  }

  /** Ends the show early. Any thread may say so, before it begins too. */
  void stop() {
    over.countDown();
    crowd.close(); // whatever it is that is waited for
  }

  /** Whether somebody has stopped it. */
  boolean isOver() {
    return over.getCount() == 0;
  }

  /** Returns when somebody stops it, though all may have been played by then. */
  void awaitStop() throws InterruptedException {
    over.await();
  }

  /** Returns when all scenes are over, or somebody has stopped it; nothing is left then. */
  void play(List<Scene> scenes) throws IOException, SQLException, InterruptedException {
    try (crowd) {
      perform(scenes);
    } catch (IOException | SQLException | RuntimeException e) {
      // In the middle of whatever it was: that it failed is what was wanted. Ctrl-C goes to all
      // processes at once, and that those of the crowd die of it may be known here first.
      if (!over.await(RUMOUR.toNanos(), TimeUnit.NANOSECONDS)) {
        throw e;
      }
    }
    audience.closes(List.copyOf(results), isOver());
  }

  private void perform(List<Scene> scenes) throws IOException, SQLException, InterruptedException {
    audience.opens(cast);
    audience.prepares("starting " + cast.processes() + " processes and a database");
    crowd.start(launcher, cast.processes());
    Scene rehearsal = rehearsal();
    List<Scene> all = new ArrayList<>(scenes);
    all.add(rehearsal);
    try (Database database = Database.open(cast.reads(), cast.queryTime())) {
      database.fill(most(all, Plan::users), most(all, Plan::pages));
      crowd.equip(new CrowdProcess.Equipment(
          database.access(), cast.connections(), cast.patience(), cast.callersEach(), cast.rest()));
      rehearse(rehearsal, stage(database, rehearsal));
      for (Scene scene : scenes) {
        play(scene, stage(database, scene));
      }
    }
  }

  private Run.Stage stage(Database database, Scene scene) {
    return new Run.Stage(database, crowd, killsServers(scene) ? own : cache, backstage, over);
  }

  private static int most(List<Scene> scenes, ToIntFunction<Plan> what) {
    return scenes.stream().map(Scene::plan).mapToInt(what).max().orElseThrow();
  }

  private static boolean killsServers(Scene scene) {
    return scene.events().stream().anyMatch(event -> event.kind() == Event.Kind.NODE_DIES);
  }

  private Scene rehearsal() {
    Duration quarter = cast.length().dividedBy(4);
    return new Scene(
        0,
        "rehearsal",
        "A rehearsal",
        "",
        quarter.compareTo(LONGEST_REHEARSAL) < 0 ? quarter : LONGEST_REHEARSAL,
        new Plan(4, 2, Duration.ofSeconds(2), Duration.ofSeconds(1), true, true),
        List.of(new Event(0.5, Event.Kind.USER_CHANGES, "")));
  }

  /** So that the first scene does not measure how a JVM warms up. */
  private void rehearse(Scene rehearsal, Run.Stage stage)
      throws IOException, SQLException, InterruptedException {
    audience.prepares("a short rehearsal");
    for (Way way : Way.values()) {
      run(rehearsal, way, stage, sample -> {});
    }
  }

  private void play(Scene scene, Run.Stage stage)
      throws IOException, SQLException, InterruptedException {
    if (isOver()) {
      return;
    }
    audience.begins(scene);
    Map<Way, Figures> figures = new EnumMap<>(Way.class);
    for (Way way : Way.values()) {
      audience.plays(scene, way);
      if (scene.plan().isWarm()) {
        audience.prepares("filling the cache");
      }
      Figures seen = run(scene, way, stage, audience::sees);
      if (isOver()) {
        return; // what was cut short is not to be compared with what was not
      }
      audience.played(scene, way, seen);
      figures.put(way, seen);
    }
    Result result = new Result(scene, Map.copyOf(figures));
    results.add(result);
    audience.ends(result);
  }

  private Figures run(Scene scene, Way way, Run.Stage stage, Run.Watcher watcher)
      throws IOException, SQLException, InterruptedException {
    Frontend.Place place = stage.cache().newPlace(killsServers(scene) ? EJECTING : "");
    try (Frontend office =
        Frontend.open(way, Cache.patiently(place), scene.plan(), stage.database()::read)) {
      try {
        return new Run(scene, way, stage, office).play(place, cast.sample(), watcher);
      } catch (IOException | SQLException | InterruptedException | RuntimeException e) {
        crowd.close(); // who still calls would put back what is tidied away
        throw e;
      } finally {
        stage.database().setFailing(false);
        stage.cache().tidy(office);
      }
    }
  }
}
