package dev.corral.cli.demo;

import dev.corral.cli.demo.crowd.Launcher;
import dev.corral.cli.demo.page.Backstage;
import dev.corral.cli.demo.page.DemoPage;
import dev.corral.cli.demo.scene.Audience;
import dev.corral.cli.demo.scene.Audience.Cast;
import dev.corral.cli.demo.scene.Audiences;
import dev.corral.cli.demo.scene.Scene;
import dev.corral.cli.demo.screen.Screens;
import dev.corral.cli.option.Patience;
import dev.corral.cli.option.Version;
import dev.corral.cli.terminal.CtrlC;
import dev.corral.cli.terminal.Terminal;
import dev.corral.memcached.MemcachedStore;
import dev.corral.memcached.node.NodeStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code corral demo}: what a crowd does to a small database, without Corral and with it. */
@Command(
    name = "demo",
    header = "Shows what a crowd does to a small database, without Corral and with it.",
    description = {
      "",
      "Plays six scenes, each twice: with the usual cache code, then with Corral. The crowd is in"
          + " processes of its own, the database is a real one with a slow disk, the cache is three"
          + " servers in this process; every figure is measured. Nothing is left behind.",
      ""
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    footer = {
      "",
      "The scenes:",
      "  1  a hot key expires",
      "  2  a cold start",
      "  3  a user's namespace is invalidated",
      "  4  a rolling flush against flush_all",
      "  5  a cache server is killed and comes back",
      "  6  the loader fails for a while",
      "",
      "Examples:",
      "  corral demo --scene 1,3 --seconds 10",
      "  corral demo --dashboard",
      "  corral demo --store memcached://cache1:11211,cache2:11211",
      "  corral demo --headless | tail -1"
    })
public final class DemoCommand implements Callable<Integer> {
  private static final int NODES = 3;
  private static final double SHORTEST = 0.5;
  private static final int LONGEST = 600;
  private static final int MILLIS = 1000;

  /** So many make a good chart, and more often than this nobody looks. */
  private static final int SAMPLES = 40;

  private static final Duration SHORTEST_SAMPLE = Duration.ofMillis(50);

  @Option(
      names = "--scene",
      paramLabel = "N",
      split = ",",
      description = "Only this scene, or these: see below. May be repeated.")
  private List<Integer> numbers = List.of();

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "4",
      description =
          "How long each of a scene's two runs takes; 4 by default, 0.5 to 600. In scenes 1"
              + " and 6 it is 3 at least, for values to expire.")
  private double seconds;

  @Option(
      names = "--store",
      paramLabel = "URI",
      description = "Your own cluster, such as memcached://HOST:PORT,HOST:PORT. All keys begin with"
          + " corral-demo- and chance, nothing is flushed, and what can't be deleted at the end"
          + " expires within minutes, counters within a week. CORRAL_STORE does not count here: the demo is no load for a"
          + " cluster that others need.")
  private @Nullable String store;

  @Option(
      names = "--headless",
      description = "No charts: a line for each run, and a summary for machines as the last.")
  private boolean isHeadless;

  @Option(
      names = "--dashboard",
      paramLabel = "PORT",
      arity = "0..1",
      fallbackValue = "7070",
      description = "Also as a page for a browser on this machine, at port 7070, or this one; 0 is"
          + " any that is free. The demo begins when the page is open, and the page stays until"
          + " Ctrl-C.")
  private @Nullable Integer port;

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final Terminal terminal;
  private final Launcher launcher;

  public DemoCommand(Terminal terminal) {
    this(terminal, Launcher::inNewJvm);
  }

  DemoCommand(Terminal terminal, Launcher launcher) {
    this.terminal = terminal;
    this.launcher = launcher;
  }

  @Override
  public Integer call() throws Exception {
    List<Scene> scenes = scenes();
    requireScheme();
    if (store != null) {
      requireReachable(store);
    }
    try (Cache own = Cache.start(NODES)) {
      Cache cache = store == null ? own : Cache.at(store);
      if (port == null) {
        play(scenes, own, cache);
      } else {
        playOnPage(port, scenes, own, cache);
      }
    }
    return ExitCode.OK;
  }

  private void play(List<Scene> scenes, Cache own, Cache cache) throws Exception {
    Show show = new Show(cast(), launcher, own, cache, new Backstage(), screen());
    CtrlC ctrlC = CtrlC.calls(show::stop);
    try {
      show.play(scenes);
      say(show, "The same in a browser: corral demo --dashboard");
    } finally {
      ctrlC.forget();
    }
  }

  private void playOnPage(int at, List<Scene> scenes, Cache own, Cache cache) throws Exception {
    CountDownLatch begin = new CountDownLatch(1);
    Backstage backstage = new Backstage();
    try (DemoPage page = DemoPage.open(at, cache.uri(), scenes, backstage, begin::countDown)) {
      Audience all = Audiences.of(screen(), page.viewers());
      Show show = new Show(cast(), launcher, own, cache, backstage, all);
      CtrlC ctrlC = CtrlC.calls(() -> {
        show.stop();
        begin.countDown();
      });
      try {
        terminal.print("Watch at %s - the demo begins when the page is open%n", page.uri());
        begin.await();
        show.play(scenes);
        say(show, "The page stays until Ctrl-C.");
        show.awaitStop();
      } finally {
        ctrlC.forget();
      }
    }
  }

  private Audience screen() {
    return Screens.on(terminal, isHeadless);
  }

  /** The last word, where machines don't wait for theirs and nobody has had enough. */
  private void say(Show show, String what) throws IOException {
    if (!isHeadless && !show.isOver()) {
      terminal.print("%n%s%n", what);
    }
  }

  private List<Scene> scenes() {
    if (!(seconds >= SHORTEST && seconds <= LONGEST)) {
      throw bad("--seconds must be " + SHORTEST + " to " + LONGEST + ", but is " + seconds);
    }
    for (int number : numbers) {
      if (number < 1 || number > Scenes.COUNT) {
        throw bad("--scene must be 1 to " + Scenes.COUNT + ", but is " + number);
      }
    }
    List<Scene> all = Scenes.of(length(), store == null);
    return numbers.isEmpty()
        ? all
        : new TreeSet<>(numbers).stream().map(number -> all.get(number - 1)).toList();
  }

  private Duration length() {
    return Duration.ofMillis((long) (seconds * MILLIS));
  }

  private Cast cast() {
    Duration sample = length().dividedBy(SAMPLES);
    return new Cast(
        4,
        32,
        Duration.ofMillis(50),
        store == null ? "embedded" : scheme(store),
        store == null ? "3 servers in this process" : "your cluster",
        2,
        4,
        Duration.ofMillis(80),
        Duration.ofSeconds(1),
        sample.compareTo(SHORTEST_SAMPLE) < 0 ? SHORTEST_SAMPLE : sample,
        length());
  }

  /** Other stores are no place where processes meet. */
  private void requireScheme() {
    if (store != null && !List.of("memcached", "memcacheds").contains(scheme(store))) {
      throw bad("--store must be memcached://... or memcacheds://..., but is " + store);
    }
  }

  private static void requireReachable(String uri) throws IOException {
    try (MemcachedStore opened = MemcachedStore.open(Patience.in(uri, "3s"))) {
      String missing = opened.nodes().stream()
          .filter(node -> !node.isConnected())
          .map(NodeStatus::server)
          .map(String::valueOf)
          .collect(Collectors.joining(", "));
      if (!missing.isEmpty()) {
        throw new IOException("the store can't be reached: no connection to " + missing);
      }
    }
  }

  private static String scheme(String uri) {
    return uri.substring(0, Math.max(0, uri.indexOf(':'))).toLowerCase(Locale.ROOT);
  }

  private ParameterException bad(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
