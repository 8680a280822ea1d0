package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.ring.Dialect;
import dev.corral.ring.Membership;
import dev.corral.ring.ServerList;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Servers that the bookkeeping is on come and go, its own home among them. The values are on a
 * server of their own: so what is loaded is loaded for the bookkeeping's sake, and an old value is
 * always there to be found.
 */
class NamespaceRingIT {
  private static final boolean IS_LONG = Boolean.getBoolean("corral.long");
  private static final Duration PERIOD = Duration.ofSeconds(IS_LONG ? 20 : 2);
  private static final int VALUES = 300;
  private static final int TOUCHED = 20;
  private static final Key EVIDENCE = Key.of("corral-evidence");

  @RegisterExtension
  static final Memcached STORE = Memcached.with();

  private static final Table FIGURES = Table.of(
      VALUES + " values, " + TOUCHED + " of them touched, when the servers change; flushed over "
          + PERIOD.toSeconds() + " s",
      "change",
      "loads at once",
      "of touched",
      "loads in all",
      "most of a value");

  private final List<Memcached> servers =
      Stream.generate(Memcached::with).limit(3).toList();
  private final int[] loads = new int[VALUES];
  private final AtomicInteger version = new AtomicInteger();

  @BeforeEach
  void startAll() {
    servers.forEach(Memcached::start);
    try (SocketStore direct = new SocketStore(STORE.address())) {
      IntStream.range(0, VALUES)
          .forEach(i -> direct.delete(Key.of("c", "n=" + i, "k")).join());
    }
  }

  @AfterEach
  void stopAll() {
    servers.forEach(Memcached::close);
  }

  @AfterAll
  static void showFigures() {
    FIGURES.show();
  }

  @Test
  void whatWasTouchedMovesAtOnceAndTheRestRollsWhenTheHomeOfTheEvidenceLeaves() {
    Membership membership = membership(servers);
    Memcached home = home(membership);
    change("the evidence's home leaves", membership, butFor(home));
  }

  @Test
  void whatWasTouchedMovesAtOnceAndTheRestRollsWhenAnotherServerJoins() {
    Membership all = membership(servers);
    Memcached other =
        servers.stream().filter(one -> one != home(all)).findFirst().orElseThrow();
    Membership membership = new Membership(list(butFor(other)), Dialect.LIBKETAMA);
    change("another server joins", membership, servers);
  }

  private void change(String name, Membership membership, List<Memcached> after) {
    try (NamespaceRingNode first = node(membership);
        NamespaceRingNode second = node(membership)) {
      readAll(first);
      IntStream.range(0, TOUCHED).forEach(i -> second.namespace(i).invalidate());
      readAll(second);
      assertThat(Arrays.stream(loads).sum()).isEqualTo(VALUES + TOUCHED);
      Arrays.fill(loads, 0);

      long began = System.nanoTime();
      membership.replace(list(after));
      readAll(first);
      int atOnce = Arrays.stream(loads).sum();
      double passed = (System.nanoTime() - began) / (double) PERIOD.toNanos();
      int touched = Arrays.stream(loads).limit(TOUCHED).sum();
      while (System.nanoTime() - began < PERIOD.toNanos()) {
        readAll(first);
        readAll(second);
      }
      readAll(first);
      readAll(second);
      int most = Arrays.stream(loads).max().orElseThrow();
      FIGURES.row(name, atOnce, touched, Arrays.stream(loads).sum(), most);

      assertThat(touched).isEqualTo(TOUCHED);
      assertThat(atOnce - TOUCHED)
          .as("untouched ones that moved when a part of %s had passed", passed)
          .isLessThanOrEqualTo((int) (VALUES * (passed + 0.1)));
      assertThat(loads).containsOnly(1);
    }
  }

  @Test
  void whatIsInvalidatedElsewhereIsNotFoundAgainWhenTheServersChangeBack() {
    Membership membership = membership(servers);
    ServerList before = membership.ring().servers();
    List<Memcached> fewer = butFor(home(membership));
    try (NamespaceRingNode first = node(membership);
        NamespaceRingNode second = node(membership)) {
      for (int round = 0; round < 3; round++) {
        NamespaceRingNode writer = round % 2 == 0 ? first : second;
        NamespaceRingNode reader = round % 2 == 0 ? second : first;
        read(reader, 0);
        membership.replace(list(fewer));
        invalidate(writer, 0);
        membership.replace(before);
        assertThat(read(reader, 0)).isEqualTo(version.get());
        invalidate(writer, 0);
        assertThat(read(reader, 0)).isEqualTo(version.get());
      }
    }
  }

  @Test
  void aNewProcessThatKnowsTheNewServersOnlyAgreesWithTheOthers() {
    Membership membership = membership(servers);
    List<Memcached> fewer = butFor(home(membership));
    try (NamespaceRingNode old = node(membership);
        NamespaceRingNode young = node(new Membership(list(fewer), Dialect.LIBKETAMA))) {
      read(old, 0);
      membership.replace(list(fewer));
      read(young, 0);
      invalidate(old, 0);
      assertThat(read(young, 0)).isEqualTo(version.get());
      invalidate(young, 0);
      assertThat(read(old, 0)).isEqualTo(version.get());
      int before = loads[0];
      read(young, 0);
      read(old, 0);
      assertThat(loads[0]).as("loads of what all agree on").isEqualTo(before);
    }
  }

  /** It has not seen what the others have, and must not believe what was left behind. */
  @Test
  void aNewProcessIsNotGivenWhatWasInvalidatedWhileTheServersWereOthers() {
    Membership membership = membership(servers);
    ServerList before = membership.ring().servers();
    List<Memcached> fewer = butFor(home(membership));
    try (NamespaceRingNode old = node(membership)) {
      read(old, 0);
      membership.replace(list(fewer));
      try (NamespaceRingNode young = node(new Membership(list(fewer), Dialect.LIBKETAMA))) {
        young.namespace(1).generation(); // which begins the new epoch
      }
      invalidate(old, 0);
      membership.replace(before);
      try (NamespaceRingNode young = node(new Membership(before, Dialect.LIBKETAMA))) {
        assertThat(read(young, 0)).isEqualTo(version.get());
      }
    }
  }

  @Test
  void aHomeThatIsGoneForGoodTakesNothingAlong() {
    Membership membership = membership(servers);
    Memcached home = home(membership);
    try (NamespaceRingNode first = node(membership);
        NamespaceRingNode second = node(membership)) {
      read(first, 0);
      invalidate(first, 1);
      home.kill();
      version.incrementAndGet();
      assertThatThrownBy(() -> first.namespace(0).invalidate())
          .isInstanceOf(UnavailableException.class);
      // Nobody can tell whether what is there is right, nor with what stamp to store another.
      int before = loads[0];
      assertThat(read(second, 0)).isEqualTo(version.get());
      assertThat(read(second, 0)).isEqualTo(version.get());
      assertThat(loads[0]).isEqualTo(before + 2);

      membership.replace(list(butFor(home)));
      assertThat(read(first, 0)).isEqualTo(version.get());
      invalidate(second, 0);
      assertThat(read(first, 0)).isEqualTo(version.get());
      int after = loads[0];
      assertThat(read(second, 0)).isEqualTo(version.get());
      assertThat(loads[0]).isEqualTo(after);
      home.start(); // for whoever stops it
    }
  }

  @Test
  void aHomeThatCouldNotBeAskedIsNotBelievedWhenItIsBack() {
    Membership membership = membership(servers);
    ServerList before = membership.ring().servers();
    Memcached home = home(membership);
    try (NamespaceRingNode first = impatient(membership);
        NamespaceRingNode second = impatient(membership)) {
      read(first, 0);
      home.pause();
      membership.replace(list(butFor(home)));
      invalidate(second, 0);
      home.resume();
      membership.replace(before);
      // It is the one who has seen a newer epoch that does not believe the one that was left there.
      assertThat(read(second, 0)).isEqualTo(version.get());
      assertThat(read(first, 0)).isEqualTo(version.get());
    }
  }

  private Membership membership(List<Memcached> some) {
    return new Membership(list(some), Dialect.LIBKETAMA);
  }

  private static ServerList list(List<Memcached> some) {
    return Nodes.list(some.toArray(Memcached[]::new));
  }

  private List<Memcached> butFor(Memcached left) {
    return servers.stream().filter(one -> one != left).toList();
  }

  private Memcached home(Membership membership) {
    return servers.stream()
        .filter(one -> one.server().isAt(membership.ring().locate(EVIDENCE)))
        .findFirst()
        .orElseThrow();
  }

  private static NamespaceRingNode node(Membership membership) {
    return NamespaceRingNode.withValuesOn(STORE, membership, Nodes.PATIENCE, PERIOD);
  }

  private static NamespaceRingNode impatient(Membership membership) {
    return NamespaceRingNode.withValuesOn(STORE, membership, Duration.ofMillis(500), PERIOD);
  }

  private void readAll(NamespaceRingNode node) {
    IntStream.range(0, VALUES).forEach(i -> read(node, i));
  }

  /** The version that a process is given of a value; one that it loads is the latest. */
  private int read(NamespaceRingNode node, int number) {
    String value = node.cache.in(node.namespace(number)).get("k", key -> {
      loads[number]++;
      return String.valueOf(version.get());
    });
    return Integer.parseInt(String.valueOf(value));
  }

  private void invalidate(NamespaceRingNode node, int number) {
    version.incrementAndGet();
    node.namespace(number).invalidate();
  }
}
