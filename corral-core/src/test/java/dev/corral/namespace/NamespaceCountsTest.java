package dev.corral.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.Corral;
import dev.corral.fault.UnavailableException;
import dev.corral.metric.NamespaceStats;
import dev.corral.namespace.NamespaceRig.Member;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What namespaces count. */
class NamespaceCountsTest {
  private final NamespaceRig rig = new NamespaceRig();
  private final Member process = rig.process();
  private final Namespace user = process.user(1);

  private NamespaceStats counted() {
    return process.meter.snapshot();
  }

  @Test
  void whatWasNeverTouchedIsReadWithoutALookUp() {
    process.view(true, user, process.user(2));
    process.view(true, user);

    assertThat(counted()).isEqualTo(new NamespaceStats(3, 0, 0, Map.of()));
  }

  @Test
  void whatWasTouchedIsLookedUp() {
    process.invalidate(user);
    process.view(true, user, process.user(2));

    assertThat(counted()).isEqualTo(new NamespaceStats(2, 1, 0, Map.of("user", 1L)));
  }

  @Test
  void aLookUpThatFindsNothingIsNeedlessAndTheNextOneFindsWhatItMade() {
    process.invalidate(user);
    rig.evict("a", user.key());

    process.view(true, user);
    assertThat(counted().lookUps()).isEqualTo(1);
    assertThat(counted().needless()).isEqualTo(1);

    process.view(true, user);
    assertThat(counted().lookUps()).isEqualTo(2);
    assertThat(counted().needless()).isEqualTo(1);
  }

  @Test
  void whatAProcessTrustsIsNotLookedUp() {
    Member relaxed = rig.process(options -> options.relaxed(Duration.ofSeconds(10)));
    relaxed.invalidate(relaxed.user(1));
    relaxed.view(false, relaxed.user(1));
    relaxed.view(false, relaxed.user(1));

    assertThat(relaxed.meter.snapshot()).isEqualTo(new NamespaceStats(2, 0, 0, Map.of("user", 1L)));
  }

  @Test
  void aReadThatIsDoneAgainSinceServersChangedIsOne() {
    Member moving = rig.processOn("a");
    moving.view(true, moving.user(1));
    moving.wire.change("a", "b");
    moving.view(true, moving.user(1));

    assertThat(moving.meter.snapshot().reads()).isEqualTo(2);
  }

  @Test
  void anInvalidationThatIsDoneAgainSinceServersChangedIsOne() {
    Member moving = rig.processOn("a");
    moving.view(true, moving.user(1));
    moving.wire.change("a", "b");
    moving.invalidate(moving.user(1), moving.user(2));

    assertThat(moving.meter.snapshot().invalidations()).isEqualTo(Map.of("user", 2L));
  }

  @Test
  void whatCouldNotBeInvalidatedIsNotCounted() {
    process.view(true, user);
    process.wire.down("a");

    assertThatThrownBy(() -> process.invalidate(user)).isInstanceOf(UnavailableException.class);
    assertThat(counted().invalidations()).isEmpty();
  }

  @Test
  void aCorralTellsWhatItsNamespacesHaveCounted() {
    try (Corral corral = Corral.open("memory:")) {
      Namespaces others = corral.namespaces(options -> options);
      corral.namespace("userId", 12543).invalidate();
      corral
          .namespaces()
          .invalidateAll(List.of(corral.namespace("userId", 1), corral.namespace("productId", 1)));
      others.namespace("userId", 12543).invalidate();
      corral.namespaces().key("userId", 12543);

      NamespaceStats stats = corral.stats().namespaces();

      assertThat(stats.invalidations()).isEqualTo(Map.of("userId", 3L, "productId", 1L));
      assertThat(stats.reads()).isEqualTo(1);
      assertThat(stats.lookUps()).isEqualTo(1);
      assertThat(stats.needless()).isZero();
    }
  }
}
