package dev.corral.it;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Watches the demo as a stranger does: by the script in the project's root. */
@Timeout(300)
class DemoIT {
  private static final Path SCRIPT = Path.of("..", "corral").toAbsolutePath().normalize();
  private static final int PROCESSES = 4;

  /** Where there is always a value: elsewhere a busy machine may be too slow for some. */
  private static final Set<String> SERVED_STALE = Set.of("expiry", "loader");

  private static final String FIGURES =
      "\\{\"calls\":(\\d+),\"queries\":(\\d+),\"p99Micros\":(\\d+),"
          + "\"errors\":(\\d+),\"stale\":(\\d+),\"old\":(\\d+)}";
  private static final Pattern SCENE = Pattern.compile("\\{\"number\":(\\d),\"name\":\"([a-z-]+)\","
      + "\"naive\":" + FIGURES + ",\"corral\":" + FIGURES + "}");

  private static final Pattern TOLD_SCENE =
      Pattern.compile("\\{\"number\":(\\d),\"title\":\"[^\"]*\",\"naive\":TOLD,\"corral\":TOLD}"
          .replace(
              "TOLD",
              "\\{\"calls\":(\\d+),\"queries\":(\\d+),\"p99\":([0-9.]+),"
                  + "\"errors\":(\\d+),\"stale\":(\\d+),\"old\":(\\d+)}"));

  private final List<Process> started = new ArrayList<>();

  /** What a run came to. */
  private record Figures(
      long calls, long queries, Duration p99, long errors, long stale, long old) {
    static Figures of(Matcher scene, int group) {
      return new Figures(
          number(scene, group),
          number(scene, group + 1),
          Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(number(scene, group + 2))),
          number(scene, group + 3),
          number(scene, group + 4),
          number(scene, group + 5));
    }

    /** As a page is told it: times are in milliseconds there. */
    static Figures told(Matcher scene, int group) {
      return new Figures(
          number(scene, group),
          number(scene, group + 1),
          Duration.ofNanos(Math.round(Double.parseDouble(scene.group(group + 2)) * 1e6)),
          number(scene, group + 3),
          number(scene, group + 4),
          number(scene, group + 5));
    }

    private static long number(Matcher scene, int group) {
      return Long.parseLong(scene.group(group));
    }
  }

  @AfterEach
  void end() {
    for (Process demo : started) {
      demo.descendants().forEach(ProcessHandle::destroyForcibly);
      demo.destroyForcibly();
    }
  }

  @Test
  void inEachSceneCorralSparesTheDatabaseAndItsCallers() throws Exception {
    Process demo = start("--headless", "--seconds", "2");
    List<String> shown = demo.inputReader(UTF_8).lines().toList();
    assertThat(errorsOf(demo)).isEmpty();
    assertThat(demo.waitFor()).isZero();

    String summary = shown.get(shown.size() - 1);
    assertThat(summary).startsWith("{").endsWith("]}").contains("\"stopped\":false");
    Table table =
        Table.of("demo", "scene", "way", "calls", "queries", "p99", "errors", "stale", "old");
    Matcher scene = SCENE.matcher(summary);
    int scenes = 0;
    while (scene.find()) {
      String name = scene.group(2);
      Figures naive = row(table, name, "naive", Figures.of(scene, 3));
      Figures corral = row(table, name, "Corral", Figures.of(scene, 9));
      assertThat(corral.queries()).as("%s: queries", name).isLessThan(naive.queries());
      assertThat(corral.errors()).as("%s: errors", name).isLessThanOrEqualTo(naive.errors());
      assertThat(corral.old()).as("%s: old", name).isZero();
      if (SERVED_STALE.contains(name)) {
        assertThat(corral.errors()).as("%s: errors", name).isZero();
      }
      scenes++;
    }
    table.show();
    assertThat(scenes).isEqualTo(6);
  }

  private static Figures row(Table table, String name, String way, Figures figures) {
    table.row(
        name,
        way,
        figures.calls(),
        figures.queries(),
        figures.p99(),
        figures.errors(),
        figures.stale(),
        figures.old());
    return figures;
  }

  /**
   * By the signal that ends it as Ctrl-C does, but is never ignored, as that is in background; to
   * all of its processes, as a terminal sends it.
   */
  @Test
  void whoHasSeenEnoughStopsItAndNothingIsLeft() throws Exception {
    Process demo = start("--headless", "--seconds", "600", "--scene", "1");
    try (BufferedReader reader = demo.inputReader(UTF_8)) {
      awaitLine(reader, "1. ");
      List<ProcessHandle> crowd = crowdOf(demo);
      Set<Integer> ports = listening(demo.pid());
      assertThat(ports).as("three cache servers and a database").hasSize(4);
      crowd.forEach(ProcessHandle::destroy);
      demo.toHandle().destroy(); // the process itself would close the stream that is read here

      assertThat(lastOf(reader)).contains("\"stopped\":true");
      assertEndedWell(demo);
      assertGone(crowd);
      assertThat(ports).noneMatch(DemoIT::isOpen);
    }
  }

  @Test
  void itCanBeStoppedWhileItStarts() throws Exception {
    Process demo = start("--headless");
    try (BufferedReader reader = demo.inputReader(UTF_8)) {
      awaitLine(reader, "");
      demo.toHandle().destroy();

      assertThat(lastOf(reader)).contains("\"stopped\":true").contains("\"scenes\":[]");
      assertEndedWell(demo);
      assertThat(demo.descendants()).isEmpty();
    }
  }

  @Test
  void noProcessOutlivesADemoThatIsKilled() throws Exception {
    Process demo = start("--headless", "--seconds", "600", "--scene", "1");
    try (BufferedReader reader = demo.inputReader(UTF_8)) {
      awaitLine(reader, "1. ");
      List<ProcessHandle> crowd = crowdOf(demo);
      demo.toHandle().destroyForcibly();

      assertGone(crowd);
    }
  }

  @Test
  void aProcessOfTheCrowdThatDiesIsAnErrorThatSaysSo() throws Exception {
    Process demo = start("--headless", "--seconds", "20", "--scene", "2");
    awaitLine(demo.inputReader(UTF_8), "2. ");
    crowdOf(demo).get(0).destroyForcibly();

    assertThat(errorsOf(demo)).isEqualTo("corral: a process of the crowd has ended\n");
    assertThat(demo.waitFor()).isEqualTo(1);
  }

  @Test
  void aReaderThatGoesAwayIsNoError() throws Exception {
    Process demo = start("--seconds", "600");
    demo.getInputStream().close();

    assertEndedWell(demo);
  }

  @Test
  void onTheUsersOwnClusterItTouchesNothingOfOthers() throws Exception {
    try (Memcached one = Memcached.with().start();
        Memcached other = Memcached.with().start()) {
      List<Memcached> cluster = List.of(one, other);
      for (Memcached server : cluster) {
        assertThat(ask(server, "set somebodys 0 0 5\r\nvalue")).startsWith("STORED");
      }
      Process demo = start(
          "--headless",
          "--seconds",
          "1",
          "--scene",
          "2,3,4",
          "--store",
          "memcached://" + one.server() + "," + other.server());
      assertThat(lastOf(demo.inputReader(UTF_8))).contains("\"number\":4");
      assertEndedWell(demo);

      for (Memcached server : cluster) {
        assertThat(ask(server, "get somebodys")).contains("value");
        assertThat(server.stats()).containsEntry("cmd_flush", "0");
        assertThat(dump(server))
            .filteredOn(line -> !line.startsWith("key=somebodys "))
            .allSatisfy(
                line -> assertThat(line).startsWith("key=corral-demo-").doesNotContain(" exp=-1 "));
      }
    }
  }

  @Test
  void aPageIsToldTheStoryWhileItIsPlayedAndShowsTheServerThatDies() throws Exception {
    Process demo = start("--dashboard=0", "--scene", "2,5", "--seconds", "3", "--headless");
    try (BufferedReader reader = demo.inputReader(UTF_8)) {
      Matcher watch = Pattern.compile("Watch at (http://127\\.0\\.0\\.1:\\d+/) .*")
          .matcher(String.valueOf(reader.readLine()));
      assertThat(watch.matches()).isTrue();
      URI page = URI.create(watch.group(1));
      Told told = watch(page);
      assertThat(told.phases).containsExactly("preparing", "playing", "over");
      assertThat(told.ways).containsExactly("naive", "corral", "naive", "corral");
      assertThat(told.health).containsSubsequence("up", "down", "up");
      assertThat(told.hasCounted).as("what the crowd has counted").isTrue();

      String summary =
          reader.lines().filter(line -> line.startsWith("{")).findFirst().orElse("");
      assertThat(told.results()).isEqualTo(results(summary)).containsOnlyKeys("2", "5");
      Set<Integer> ports = listening(demo.pid());
      assertThat(ports).as("three cache servers and the page").hasSize(4).contains(page.getPort());
      assertThat(demo.descendants()).as("the crowd").isEmpty();
      demo.toHandle().destroy();

      assertEndedWell(demo);
      assertThat(ports).noneMatch(DemoIT::isOpen);
    }
  }

  /** What a page was told, each time that it changed. */
  private static final class Told {
    private final List<String> phases = new ArrayList<>();
    private final List<String> ways = new ArrayList<>();

    /** Of all servers together, in the scene where one is killed. */
    private final List<String> health = new ArrayList<>();

    private boolean hasCounted;
    private String story = "";

    void hear(String topic, String data) {
      if (topic.equals("story")) {
        story = data;
        add(phases, "\"phase\":\"(\\w+)\"", data);
        add(ways, "\"way\":\"(\\w+)\"", data);
      }
      if (topic.equals("tick")) {
        if (story.contains("\"scene\":{\"number\":5,")) {
          String state = data.contains("\"state\":\"down\"") ? "down" : "up";
          add(health, "\"state\":\"(" + state + ")\"", data);
        }
        hasCounted |=
            Pattern.compile("\"name\":\"page-0\",\"hit\":[1-9]").matcher(data).find();
      }
    }

    private static void add(List<String> heard, String pattern, String data) {
      Matcher matcher = Pattern.compile(pattern).matcher(data);
      if (matcher.find()
          && (heard.isEmpty() || !heard.get(heard.size() - 1).equals(matcher.group(1)))) {
        heard.add(matcher.group(1));
      }
    }

    boolean isOver() {
      return phases.contains("over")
          && !health.isEmpty()
          && health.get(health.size() - 1).equals("up");
    }

    Map<String, List<Figures>> results() {
      Map<String, List<Figures>> results = new TreeMap<>();
      Matcher scene = TOLD_SCENE.matcher(story);
      while (scene.find()) {
        results.put(scene.group(1), List.of(Figures.told(scene, 2), Figures.told(scene, 8)));
      }
      return results;
    }
  }

  private static Map<String, List<Figures>> results(String summary) {
    Map<String, List<Figures>> results = new TreeMap<>();
    Matcher scene = SCENE.matcher(summary);
    while (scene.find()) {
      results.put(scene.group(1), List.of(Figures.of(scene, 3), Figures.of(scene, 9)));
    }
    return results;
  }

  /** Looks on until all is over. */
  private static Told watch(URI page) throws IOException, InterruptedException {
    Told told = new Told();
    HttpRequest request = HttpRequest.newBuilder(page.resolve("events")).build();
    try (Stream<String> lines = HttpClient.newHttpClient()
        .send(request, HttpResponse.BodyHandlers.ofLines())
        .body()) {
      String topic = "";
      Iterator<String> coming = lines.iterator();
      while (!told.isOver() && coming.hasNext()) {
        String line = coming.next();
        if (line.startsWith("event: ")) {
          topic = line.substring("event: ".length());
        } else if (line.startsWith("data: ")) {
          told.hear(topic, line.substring("data: ".length()));
        }
      }
    }
    return told;
  }

  private static String ask(Memcached server, String command) throws IOException {
    try (Socket connection = server.connect()) {
      connection.getOutputStream().write((command + "\r\nquit\r\n").getBytes(US_ASCII));
      return new String(connection.getInputStream().readAllBytes(), US_ASCII);
    }
  }

  /** A line for each item. After it the server reads no more of what was sent along with it. */
  private static List<String> dump(Memcached server) throws IOException {
    try (Socket connection = server.connect();
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(connection.getInputStream(), US_ASCII))) {
      connection.getOutputStream().write("lru_crawler metadump all\r\n".getBytes(US_ASCII));
      return reader.lines().takeWhile(line -> !line.equals("END")).toList();
    }
  }

  private static List<ProcessHandle> crowdOf(Process demo) {
    List<ProcessHandle> crowd = demo.descendants().toList();
    assertThat(crowd).hasSize(PROCESSES);
    return crowd;
  }

  private static void assertGone(List<ProcessHandle> processes) {
    for (ProcessHandle process : processes) {
      Memcached.awaitUntil(
          "the end of process " + process.pid(), () -> Processes.isGone(process.pid()));
    }
  }

  private static void assertEndedWell(Process demo) throws IOException, InterruptedException {
    assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(errorsOf(demo)).isEmpty();
    assertThat(demo.exitValue()).isZero();
  }

  private static void awaitLine(BufferedReader reader, String beginning) throws IOException {
    String line = reader.readLine();
    while (line != null && !line.startsWith(beginning)) {
      line = reader.readLine();
    }
    assertThat(line).isNotNull();
  }

  private static String lastOf(BufferedReader reader) {
    return reader.lines().reduce("", (before, last) -> last);
  }

  /** The ports on which a process listens, as Linux has it. */
  private static Set<Integer> listening(long pid) throws IOException {
    Set<String> sockets = new HashSet<>();
    try (Stream<Path> files = Files.list(Path.of("/proc", String.valueOf(pid), "fd"))) {
      files.forEach(file -> sockets.add(target(file)));
    }
    Set<Integer> ports = new HashSet<>();
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      for (String line : Files.readAllLines(Path.of(table))) {
        String[] columns = line.strip().split("\\s+", -1);
        if (columns[3].equals("0A") && sockets.contains("socket:[" + columns[9] + "]")) {
          ports.add(Integer.parseInt(columns[1].substring(columns[1].indexOf(':') + 1), 16));
        }
      }
    }
    return ports;
  }

  private static String target(Path file) {
    try {
      return Files.readSymbolicLink(file).toString();
    } catch (IOException e) {
      return ""; // closed meanwhile
    }
  }

  private static boolean isOpen(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(Memcached.loopback(port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static String errorsOf(Process process) {
    try {
      return new String(process.getErrorStream().readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process start(String... options) throws IOException {
    List<String> command = new ArrayList<>(List.of(SCRIPT.toString(), "demo"));
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command);
    // A JVM that is given options this way says so on its error stream.
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    Process demo = builder.start();
    started.add(demo);
    return demo;
  }
}
