package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cache.Cache;
import dev.corral.key.Key;
import dev.corral.namespace.Namespace;
import dev.corral.namespace.NamespaceOptions;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a read in namespaces asks of a server beside the value, and in how many flights. */
class NamespaceWireIT {
  private static final Table FIGURES = Table.of(
      "a read in namespaces, on the wire",
      "call",
      "evidence",
      "namespaces",
      "flights",
      "commands",
      "bytes asked",
      "bytes answered");

  private static final String READ_EVIDENCE = "mg corral-evidence T604800 f v";

  /** With the CAS, to change it, or because it is the first time. */
  private static final String HOLD_EVIDENCE = "mg corral-evidence T604800 c f t v";

  /** How namespaces are read. */
  private enum Mode {
    STRICT,
    RELAXED,
    OFF;

    NamespaceOptions options(NamespaceOptions base) {
      return switch (this) {
        case STRICT -> base;
        case RELAXED -> base.relaxed(Duration.ofMinutes(10));
        case OFF -> base.evidence(false);
      };
    }
  }

  private final Memcached server = Memcached.with();
  private final List<NamespaceNode> nodes = new ArrayList<>();
  private CacheWireTap tap;

  @BeforeEach
  void start() {
    server.start();
    tap = new CacheWireTap(server.address());
  }

  @AfterEach
  void end() {
    nodes.forEach(NamespaceNode::close);
    tap.close();
    server.close();
  }

  @AfterAll
  static void showFigures() {
    FIGURES.show();
  }

  private static Stream<Arguments> modesAndCounts() {
    return Arrays.stream(Mode.values())
        .flatMap(mode -> Stream.of(Arguments.of(mode, 1), Arguments.of(mode, 3)));
  }

  @Test
  void aPlainHitIsOneRequest() {
    Cache<String, String> cache = listened(Mode.STRICT).cache;
    cache.get("a", key -> "value");
    tap.clear();
    assertThat(cache.get("a", key -> "other")).isEqualTo("value");
    assertFlights(1, List.of("mg c:a N11 R11 c f t v"));
    add("a hit, in none", "-", 0);
  }

  @ParameterizedTest
  @MethodSource("modesAndCounts")
  void aHitInUntouchedNamespacesIsOneFlight(Mode mode, int count) {
    NamespaceNode node = listened(mode);
    load(node, count, "value");
    tap.clear();
    assertHit(node, count, "value");
    assertFlights(1, untouched(mode, count));
    add("a hit, untouched", mode, count);
  }

  @ParameterizedTest
  @MethodSource("modesAndCounts")
  void aHitInTouchedNamespacesIsOneFlight(Mode mode, int count) {
    NamespaceNode node = listened(mode);
    node.namespaces.invalidateAll(namespaces(node, count));
    load(node, count, "value");
    tap.clear();
    assertHit(node, count, "value");
    assertFlights(
        1,
        switch (mode) {
          case STRICT -> commands(READ_EVIDENCE, value(count), generations(count));
          case RELAXED -> commands(value(count));
          case OFF -> commands(value(count), generations(count));
        });
    add("a hit, touched", mode, count);
  }

  /** It does not know yet what has been touched, and asks for that in a second flight. */
  @ParameterizedTest
  @MethodSource("modesAndCounts")
  void theFirstReadOfAProcessLearnsTheEvidence(Mode mode, int count) {
    NamespaceNode other = unheard(mode);
    load(other, count, "value");
    assertHit(listened(mode), count, "value");
    boolean isOff = mode == Mode.OFF;
    assertFlights(
        isOff ? 2 : 1,
        isOff
            ? commands(HOLD_EVIDENCE, value(count), generations(count))
            : commands(HOLD_EVIDENCE, value(count)));
    add("a hit, untouched, a process's first", mode, count);
  }

  @ParameterizedTest
  @MethodSource("modesAndCounts")
  void theFirstReadOfAProcessInTouchedNamespacesIsTwoFlights(Mode mode, int count) {
    NamespaceNode other = unheard(mode);
    other.namespaces.invalidateAll(namespaces(other, count));
    load(other, count, "value");
    assertHit(listened(mode), count, "value");
    assertFlights(2, commands(HOLD_EVIDENCE, value(count), generations(count)));
    add("a hit, touched, a process's first", mode, count);
  }

  @ParameterizedTest
  @EnumSource
  void whatOthersInvalidateElsewhereCostsNothing(Mode mode) {
    NamespaceNode node = listened(mode);
    load(node, 3, "value");
    unheard(mode).namespace("other", 1).invalidate();
    tap.clear();
    assertHit(node, 3, "value");
    assertFlights(1, untouched(mode, 3));
    add("a hit, another one was invalidated", mode, 3);
  }

  /**
   * A generation that was not asked for is a flight; so is it to find that an assumption was wrong.
   */
  @ParameterizedTest
  @EnumSource
  void aNewlySetBitCostsOneFlightOnce(Mode mode) {
    NamespaceNode node = listened(mode);
    load(node, 3, "value");
    NamespaceNode other = unheard(mode);
    int[] flights = {1, 1};
    List<String> commands = commands(value(3), generations(3));
    if (mode != Mode.OFF) {
      flights = mode == Mode.STRICT ? new int[] {2, 1} : new int[] {3, 2};
      commands = commands(READ_EVIDENCE, value(3), generations(1));
    }
    for (int time = 0; time < 2; time++) {
      String value = "value after " + time;
      namespaces(other, 1).get(0).invalidate();
      load(other, 3, value);
      tap.clear();
      assertHit(node, 3, value);
      assertFlights(flights[time], commands);
      add(time == 0 ? "a hit, invalidated and loaded by another" : "the same once more", mode, 3);
    }
  }

  /** The evidence is trusted, but the generations are not known yet. */
  @Test
  void aRelaxedProcessAsksForGenerationsInTheFlightOfTheValue() {
    NamespaceNode other = unheard(Mode.RELAXED);
    other.namespaces.invalidateAll(namespaces(other, 3));
    load(other, 3, "value");
    NamespaceNode node = listened(Mode.RELAXED);
    node.cache.in(node.namespace("other", 1)).get("a", key -> "elsewhere");
    tap.clear();
    assertHit(node, 3, "value");
    assertFlights(1, commands(value(3), generations(3)));
    add("a hit, touched, the evidence known", Mode.RELAXED, 3);
  }

  /** Nothing is thrown out before the stamp that it has is known to be wrong. */
  @ParameterizedTest
  @EnumSource(names = {"STRICT", "OFF"})
  void aMissAfterAnInvalidationByAnother(Mode mode) {
    NamespaceNode node = listened(mode);
    load(node, 1, "value");
    namespaces(unheard(mode), 1).get(0).invalidate();
    tap.clear();
    load(node, 1, "next");
    List<String> stamp = mode == Mode.STRICT
        ? commands(READ_EVIDENCE, "mg ___counter:n:0 T604800 f v")
        : commands("mg ___counter:n:0 T604800 f v");
    List<String> expected = new ArrayList<>();
    expected.addAll(commands(value(1))); // and its stamp, in two flights for a newly set bit
    expected.addAll(stamp);
    expected.addAll(stamp);
    expected.addAll(commands("md c:n=0:a I T11 C*", value(1)));
    expected.addAll(stamp);
    expected.add("ms c:n=0:a * F1 T71 C*");
    assertFlights(mode == Mode.STRICT ? 5 : 4, expected);
    add("a miss, invalidated by another", mode, 1);
  }

  @ParameterizedTest
  @EnumSource
  void anInvalidationIsTwoSmallWrites(Mode mode) {
    NamespaceNode node = listened(mode);
    load(node, 1, "value");
    tap.clear();
    namespaces(node, 1).get(0).invalidate();
    String generation = "ms ___counter:n:0 22 T604800";
    if (mode == Mode.OFF) {
      assertFlights(1, commands(generation));
    } else {
      assertFlights(3, commands(generation, HOLD_EVIDENCE, "ms corral-evidence 105 T604800 C*"));
    }
    add("invalidate", mode, 1);
  }

  /** A process all of whose requests are noted from here on. */
  private NamespaceNode listened(Mode mode) {
    NamespaceNode node = open(tap.server(), mode);
    node.store.get(Key.of("first")).join(); // behind all that a connection begins with
    tap.clear();
    return node;
  }

  private NamespaceNode unheard(Mode mode) {
    return open(server.server(), mode);
  }

  private NamespaceNode open(Server at, Mode mode) {
    NamespaceNode node = NamespaceNode.on(ServerList.of(at), mode::options);
    nodes.add(node);
    return node;
  }

  private static List<Namespace> namespaces(NamespaceNode node, int count) {
    return IntStream.range(0, count).mapToObj(i -> node.namespace("n", i)).toList();
  }

  private static Cache<String, String> cache(NamespaceNode node, int count) {
    return node.cache.in(namespaces(node, count).toArray(Namespace[]::new));
  }

  private static void load(NamespaceNode node, int count, String value) {
    assertThat(cache(node, count).get("a", key -> value)).isEqualTo(value);
  }

  private static void assertHit(NamespaceNode node, int count, String value) {
    assertThat(cache(node, count).get("a", key -> "not " + value)).isEqualTo(value);
  }

  /** What is asked in namespaces that nobody has touched. */
  private static List<String> untouched(Mode mode, int count) {
    return switch (mode) {
      case STRICT -> commands(READ_EVIDENCE, value(count));
      case RELAXED -> commands(value(count));
      case OFF -> commands(value(count), generations(count));
    };
  }

  private static String value(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> ":n=" + i)
        .reduce("mg c", String::concat)
        .concat(":a N11 R11 c f t v");
  }

  private static String[] generations(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "mg ___counter:n:" + i + " T604800 f v")
        .toArray(String[]::new);
  }

  private static List<String> commands(String... all) {
    return List.of(all);
  }

  private static List<String> commands(String value, String[] more) {
    return Stream.concat(Stream.of(value), Arrays.stream(more)).toList();
  }

  private static List<String> commands(String evidence, String value, String[] more) {
    return Stream.concat(Stream.of(evidence, value), Arrays.stream(more)).toList();
  }

  /** The commands, with a star for a CAS, and for the size of a value. */
  private List<String> said() {
    return tap.commands().stream()
        .map(command -> command.replaceFirst(" C\\d+$", " C*"))
        .map(command -> command.replaceFirst("^(ms c:[^ ]+) \\d+", "$1 *"))
        .toList();
  }

  /** Within a flight, they may have any order. */
  private void assertFlights(int flights, List<String> commands) {
    assertThat(said()).containsExactlyInAnyOrderElementsOf(commands);
    assertThat(tap.flights()).isEqualTo(flights);
  }

  private void add(String call, Object evidence, int namespaces) {
    FIGURES.row(
        call,
        evidence.toString().toLowerCase(Locale.ROOT),
        namespaces,
        tap.flights(),
        said().size(),
        tap.bytesAsked(),
        tap.bytesAnswered());
  }
}
