package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cache.Cache;
import dev.corral.fault.UnavailableException;
import dev.corral.it.NamespaceOutage.Absence;
import dev.corral.it.NamespaceOutage.Mode;
import dev.corral.key.Key;
import dev.corral.namespace.Namespace;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of reads and invalidations while a server with bookkeeping is away. */
class NamespaceOutageIT {
  private static final Key EVIDENCE = NamespaceNode.EVIDENCE;
  private static final Table FIGURES = Table.of(
      "the evidence's server is away, with a deadline of " + NamespaceOutage.DEADLINE.toMillis()
          + " ms",
      "client",
      "server",
      "a read that loads",
      "an invalidation that fails");

  private int loads;

  @BeforeAll
  static void warmUp() {
    Nodes.warmUp();
  }

  @AfterAll
  static void showFigures() {
    FIGURES.show();
  }

  private String load(String key) {
    return "load " + ++loads;
  }

  @ParameterizedTest
  @CsvSource({
    "FAIL_FAST, STOPPED",
    "FAIL_FAST, KILLED",
    "EJECT, STOPPED",
    "EJECT, KILLED",
    "GUTTER, STOPPED",
    "GUTTER, KILLED"
  })
  void withoutTheEvidenceValuesAreLoadedAndNotStored(Mode mode, Absence absence) {
    try (NamespaceOutage scene = new NamespaceOutage(mode)) {
      Memcached home = scene.home(EVIDENCE);
      Namespace user = scene.namespace(one -> !scene.isHome(home, NamespaceOutage.generation(one))
          && !scene.isHome(home, NamespaceOutage.value(one)));
      Key value = NamespaceOutage.value(user);
      Key generation = NamespaceOutage.generation(user);
      user.invalidate();
      Cache<String, String> cache = scene.node.cache.in(user);
      Cache<String, String> others = scene.other.cache.in(scene.same(user));
      assertThat(others.get("a", key -> "old")).isEqualTo("old");
      assertThat(cache.get("a", this::load)).isEqualTo("old");
      long stored = scene.cas(value);

      scene.leave(home, absence);

      Duration read = Duration.ZERO;
      Duration failure = Duration.ZERO;
      for (int i = 1; i <= 3; i++) {
        Asked<?> invalidation = scene.invalidation(user);
        long began = System.nanoTime();
        assertThat(cache.get("a", this::load)).isEqualTo("load " + i);
        read = longer(read, Duration.ofNanos(System.nanoTime() - began));
        assertThat(invalidation.fault()).isInstanceOf(UnavailableException.class);
        failure = longer(failure, invalidation.took());
      }
      FIGURES.row(
          mode.name().toLowerCase(Locale.ROOT),
          absence.name().toLowerCase(Locale.ROOT),
          read,
          failure);
      assertThat(longer(read, failure))
          .isLessThanOrEqualTo(NamespaceOutage.DEADLINE.plus(Asked.MARGIN));
      assertThat(scene.cas(value)).as("the state of what is stored").isEqualTo(stored);
      scene.assertNotKept(EVIDENCE, home);
      scene.assertNotKept(generation, home, scene.home(generation));

      scene.comeBack(home, absence);

      if (absence == Absence.KILLED) {
        assertThat(others.get("a", key -> "new")).isEqualTo("new");
      }
      Memcached.awaitUntil("an invalidation", () -> !scene.invalidation(user).hasFailed());
      assertThat(others.get("a", key -> "newest")).isEqualTo("newest");
      assertThat(cache.get("a", this::load)).isEqualTo("newest");
    }
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** The others are invalidated all the same. */
  @ParameterizedTest
  @EnumSource
  void withoutAGenerationsServerItsNamespaceCannotBeInvalidated(Mode mode) {
    try (NamespaceOutage scene = new NamespaceOutage(mode)) {
      Namespace lost = scene.namespace(
          one -> !scene.isHome(scene.home(EVIDENCE), NamespaceOutage.generation(one)));
      Memcached home = scene.home(NamespaceOutage.generation(lost));
      Namespace kept = scene.namespace(one -> !scene.isHome(home, NamespaceOutage.generation(one))
          && !scene.isHome(home, NamespaceOutage.value(one)));
      scene.node.namespaces.invalidateAll(List.of(lost, kept));
      Cache<String, String> othersKept = scene.other.cache.in(scene.same(kept));
      assertThat(othersKept.get("a", key -> "old")).isEqualTo("old");

      scene.leave(home, Absence.STOPPED);

      Asked<?> invalidation = scene.invalidation(lost, kept);
      assertThat(invalidation.endsWithin(NamespaceOutage.DEADLINE).fault())
          .isInstanceOf(UnavailableException.class)
          .hasMessageStartingWith("could not be invalidated: [" + lost + "]; ");
      assertThat(othersKept.get("a", key -> "new")).isEqualTo("new");
      assertThat(scene.node.cache.in(lost).get("a", this::load)).isEqualTo("load 1");
      assertThat(scene.node.cache.in(lost).get("a", this::load)).isEqualTo("load 2");
      scene.assertNotKept(NamespaceOutage.generation(lost), home);

      scene.comeBack(home, Absence.STOPPED);

      Memcached.awaitUntil("an invalidation", () -> !scene.invalidation(lost).hasFailed());
      assertThat(scene.other.cache.in(scene.same(lost)).get("a", key -> "new")).isEqualTo("new");
    }
  }

  /** Values may go to another server meanwhile: stamps protect from those that come back. */
  @ParameterizedTest
  @EnumSource(names = {"EJECT", "GUTTER"})
  void anOldValueThatComesBackWithItsServerIsNotServed(Mode mode) {
    try (NamespaceOutage scene = new NamespaceOutage(mode)) {
      Namespace user = scene.namespace(one -> {
        Memcached home = scene.home(NamespaceOutage.value(one));
        return !scene.isHome(home, EVIDENCE)
            && !scene.isHome(home, NamespaceOutage.generation(one));
      });
      Memcached home = scene.home(NamespaceOutage.value(user));
      Cache<String, String> cache = scene.node.cache.in(user);
      assertThat(cache.get("a", key -> "old")).isEqualTo("old");

      scene.leave(home, Absence.STOPPED);

      Memcached.awaitUntil("an invalidation", () -> !scene.invalidation(user).hasFailed());
      Memcached.awaitUntil("a value to be elsewhere", () -> {
        assertThat(cache.get("a", key -> "meanwhile")).isEqualTo("meanwhile");
        return cache.peek("a").isFound();
      });

      scene.comeBack(home, Absence.STOPPED);

      assertThat(scene.other.cache.in(scene.same(user)).get("a", key -> "new")).isEqualTo("new");
    }
  }
}
