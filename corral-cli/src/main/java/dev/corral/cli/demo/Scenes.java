package dev.corral.cli.demo;

import dev.corral.cli.demo.scene.Event;
import dev.corral.cli.demo.scene.Event.Kind;
import dev.corral.cli.demo.scene.Plan;
import dev.corral.cli.demo.scene.Scene;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** The scenes of the demo. */
final class Scenes {
  static final int COUNT = 6;

  /** Longer than any scene, and short for what might be left behind in somebody's cluster. */
  private static final Duration LONG = Duration.ofMinutes(15);

  /** Time enough to load a user's pages anew, one after the other. */
  private static final Duration BETWEEN_CHANGES = Duration.ofMillis(500);

  /**
   * No ttl is shorter: by servers that count whole seconds a value then lives for one to two. From
   * the first to the last quarter of the shortest run it expires, however their clocks stand.
   */
  private static final Duration SHORTEST_TTL = Duration.ofSeconds(2);

  private static final Duration SHORTEST_WITH_EXPIRY = Duration.ofSeconds(3);

  private static final double QUARTER = 0.25;
  private static final double HALF = 0.5;
  private static final double THREE_QUARTERS = 0.75;

  private final Duration length;
  private final boolean isOwnCache;

  private Scenes(Duration length, boolean isOwnCache) {
    this.length = length;
    this.isOwnCache = isOwnCache;
  }

  /**
   * All of them.
   *
   * @param length how long each takes each way; those where values expire take 3 s at least
   * @param isOwnCache whether the cache is the demo's own, so that all in it may be flushed
   */
  static List<Scene> of(Duration length, boolean isOwnCache) {
    Scenes scenes = new Scenes(length, isOwnCache);
    return List.of(
        scenes.expiry(),
        scenes.start(),
        scenes.namespace(),
        scenes.flush(),
        scenes.server(),
        scenes.loader());
  }

  private Scene expiry() {
    Duration time = longer(length, SHORTEST_WITH_EXPIRY);
    Duration ttl = ttl(time.dividedBy(4));
    return new Scene(
        1,
        "expiry",
        "A hot key expires",
        "All want one page. It is cached, and expires every " + text(ttl) + ".",
        time,
        new Plan(1, 1, ttl, LONG, true, false),
        List.of());
  }

  private Scene start() {
    Plan plan = new Plan(4, 4, LONG, LONG, false, false);
    return new Scene(
        2,
        "start",
        "A cold start",
        "Nothing is cached of the " + values(plan) + " pages that all want. At half time a deploy"
            + " changes the version in all keys: again nothing is.",
        length,
        plan,
        List.of(new Event(HALF, Kind.DEPLOY, "a deploy")));
  }

  private Scene namespace() {
    double between = (double) BETWEEN_CHANGES.toNanos() / length.toNanos();
    int changes = (int) Math.min(7, Math.max(1, Math.round(1 / between) - 1));
    Plan plan = new Plan(8, 12, LONG, LONG, true, true);
    return new Scene(
        3,
        "namespace",
        "A user's namespace is invalidated",
        plan.users() + " users with " + plan.pages() + " pages each, all cached. Now and then one"
            + " user's rows change, and all that is cached of him is invalidated.",
        length,
        plan,
        IntStream.rangeClosed(1, changes)
            .mapToObj(
                i -> new Event((double) i / (changes + 1), Kind.USER_CHANGES, "a user changes"))
            .toList());
  }

  /** So many values that to load them all takes half of the time that a rolling flush has. */
  private Scene flush() {
    int users = (int) Math.max(3, Math.min(120, length.toMillis() * 6 / 1000));
    Plan plan = new Plan(users, 2, LONG, LONG, true, true);
    String naive = isOwnCache
        ? "naive by flush_all"
        : "naive by new keys (no flush_all: the cluster is yours)";
    return new Scene(
        4,
        "flush",
        "A rolling flush against flush_all",
        values(plan) + " pages, all cached, must go: " + naive + ", with Corral by a rolling flush"
            + " over " + text(length.dividedBy(2)) + ".",
        length,
        plan,
        List.of(new Event(QUARTER, Kind.FLUSH, "all is flushed")));
  }

  private Scene server() {
    Plan plan = new Plan(10, 6, LONG, LONG, true, false);
    return new Scene(
        5,
        "server",
        "A cache server is killed and comes back",
        values(plan) + " pages, all cached, on three servers"
            + (isOwnCache ? "" : " of the demo's own, not on yours")
            + ". One dies: its keys go to the next. Then it comes back, empty.",
        length,
        plan,
        List.of(
            new Event(QUARTER, Kind.NODE_DIES, "a server dies"),
            new Event(THREE_QUARTERS, Kind.NODE_RETURNS, "it comes back")));
  }

  private Scene loader() {
    Duration time = longer(length, SHORTEST_WITH_EXPIRY);
    Duration ttl = ttl(time.dividedBy(8));
    Plan plan = new Plan(2, 4, ttl, LONG, true, false);
    return new Scene(
        6,
        "loader",
        "The loader fails for a while",
        values(plan) + " pages, which expire every " + text(ttl) + ". From a quarter of the time to"
            + " three quarters every query fails.",
        time,
        plan,
        List.of(
            new Event(QUARTER, Kind.DATABASE_FAILS, "the database fails"),
            new Event(THREE_QUARTERS, Kind.DATABASE_RECOVERS, "it is back")));
  }

  /** In whole seconds, as servers count them. */
  private static Duration ttl(Duration wanted) {
    return longer(Duration.ofSeconds(wanted.plusMillis(999).toSeconds()), SHORTEST_TTL);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private static int values(Plan plan) {
    return plan.users() * plan.pages();
  }

  /** As {@code 2 s}, or {@code 250 ms}. */
  static String text(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? duration.toSeconds() + " s"
        : duration.toMillis() + " ms";
  }
}
