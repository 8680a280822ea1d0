package dev.corral.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.cache.Cache;
import dev.corral.codec.Codec;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.namespace.NamespaceRig.Member;
import dev.corral.store.Delete;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * What holds in every order of events. A value is known by its stamp here: it is served to whoever
 * accepts that.
 */
class NamespaceRulesTest {
  private static final Key EVIDENCE = NamespaceRig.EVIDENCE;
  private static final Duration PERIOD = Duration.ofMinutes(3);

  /** Two processes with all on one server, and what each has seen of it. */
  private static final class Scene {
    final NamespaceRig rig = new NamespaceRig();
    final Member one;
    final Member other;
    final Member third;
    final Namespace user;
    final Namespace product;

    Scene(String... servers) {
      one = rig.processOn(servers);
      other = rig.processOn(servers);
      third = rig.processOn(servers);
      user = one.user(1);
      product = one.user(2);
      all().forEach(member -> member.generation(user));
    }

    List<Member> all() {
      return List.of(one, other, third);
    }

    /** The stamp of what is loaded now. */
    long stamp(Namespace... namespaces) {
      return one.view(true, namespaces).stamp().value();
    }

    boolean anybodyAccepts(long stamp, Namespace... namespaces) {
      return all().stream()
          .anyMatch(member -> member.view(true, namespaces).stamp().accepts(stamp));
    }

    boolean allAccept(long stamp, Namespace... namespaces) {
      return all().stream()
          .allMatch(member -> member.view(true, namespaces).stamp().accepts(stamp));
    }

    CompletableFuture<?> invalidates(Member member, Namespace namespace) {
      return member.invalidations.invalidate(List.of(namespace));
    }

    CompletableFuture<?> reads(Member member, Namespace... namespaces) {
      return member.reader.view(List.of(namespaces), true);
    }

    CompletableFuture<?> loses(Key key) {
      return third.wire.execute(Delete.of(key));
    }
  }

  @Test
  void whoeverReadsAfterAnInvalidationRefusesWhatWasBeforeHoweverItMetOtherReads() {
    int orders = Orders.each(order -> {
      Scene scene = new Scene("a");
      long before = scene.stamp(scene.user, scene.product);
      order.atOnce(
          scene.rig,
          scene.all(),
          () -> scene.invalidates(scene.one, scene.user),
          () -> scene.reads(scene.other, scene.user, scene.product));
      assertThat(scene.anybodyAccepts(before, scene.user, scene.product)).isFalse();
    });
    assertThat(orders).isGreaterThan(1);
  }

  @Test
  void noneOfTwoInvalidationsAtOnceIsLost() {
    Orders.each(order -> {
      Scene scene = new Scene("a");
      long user = scene.stamp(scene.user);
      long product = scene.stamp(scene.product);
      order.atOnce(
          scene.rig,
          scene.all(),
          () -> scene.invalidates(scene.one, scene.user),
          () -> scene.invalidates(scene.other, scene.product));
      assertThat(scene.anybodyAccepts(user, scene.user)).isFalse();
      assertThat(scene.anybodyAccepts(product, scene.product)).isFalse();
    });
  }

  @Test
  void losingAnyItemAtAnyMomentOfAnInvalidationIsAMiss() {
    for (Key lost : List.of(EVIDENCE, new Scene("a").user.key())) {
      Orders.each(order -> {
        Scene scene = new Scene("a");
        long untouched = scene.stamp(scene.user);
        scene.one.invalidate(scene.user);
        long touched = scene.stamp(scene.user);
        order.atOnce(
            scene.rig,
            scene.all(),
            () -> scene.invalidates(scene.one, scene.user),
            () -> scene.reads(scene.other, scene.user),
            () -> scene.loses(lost));
        assertThat(scene.anybodyAccepts(untouched, scene.user)).isFalse();
        assertThat(scene.anybodyAccepts(touched, scene.user)).isFalse();
      });
    }
  }

  @Test
  void losingItemsInAnyOrderBringsNothingBack() {
    Scene first = new Scene("a");
    List<Key> items = List.of(EVIDENCE, first.user.key(), first.product.key());
    for (int a = 0; a < items.size(); a++) {
      for (int b = 0; b < items.size(); b++) {
        for (int c = 0; c < items.size(); c++) {
          Scene scene = new Scene("a");
          Set<Long> dead = new HashSet<>();
          for (Key lost : List.of(items.get(a), items.get(b), items.get(c))) {
            dead.add(scene.stamp(scene.user, scene.product));
            scene.other.invalidate(scene.user);
            dead.add(scene.stamp(scene.user, scene.product));
            scene.one.invalidate(scene.user, scene.product);
            scene.rig.evict("a", lost);
            long loaded = scene.stamp(scene.user, scene.product);
            assertThat(dead)
                .noneMatch(stamp -> scene.anybodyAccepts(stamp, scene.user, scene.product));
            assertThat(scene.allAccept(loaded, scene.user, scene.product)).isTrue();
          }
        }
      }
    }
  }

  @Test
  void allWhoMakeALostGenerationAnewAtOnceAgree() {
    int orders = Orders.each(order -> {
      Scene scene = new Scene("a");
      scene.one.invalidate(scene.user);
      long before = scene.stamp(scene.user);
      scene.rig.evict("a", scene.user.key());
      List<CompletableFuture<?>> views = new ArrayList<>();
      order.atOnce(
          scene.rig,
          scene.all(),
          () -> add(views, scene.reads(scene.one, scene.user)),
          () -> add(views, scene.reads(scene.other, scene.user)));
      assertThat(views.stream().map(view -> ((View) view.join()).generation(0)).distinct())
          .hasSize(1);
      assertThat(scene.anybodyAccepts(before, scene.user)).isFalse();
    });
    assertThat(orders).isGreaterThan(10);
  }

  private static CompletableFuture<?> add(
      List<CompletableFuture<?>> all, CompletableFuture<?> one) {
    all.add(one);
    return one;
  }

  @Test
  void anInvalidationHoldsThroughAFlushThatBeginsInTheMiddleOfIt() {
    Orders.each(order -> {
      Scene scene = new Scene("a");
      long before = scene.stamp(scene.user);
      order.atOnce(
          scene.rig,
          scene.all(),
          () -> scene.invalidates(scene.one, scene.user),
          () -> scene.other.flush.begin(PERIOD));
      for (int i = 0; i <= 4; i++) {
        assertThat(scene.anybodyAccepts(before, scene.user)).isFalse();
        scene.rig.pass(PERIOD.dividedBy(4));
      }
    });
  }

  @Test
  void duringAFlushAnInvalidationHoldsBeforeAndAfterTheNamespaceMoves() {
    for (int i = 0; i < 8; i++) {
      Scene scene = new Scene("a");
      Roll unused = scene.one.flush.begin(PERIOD).join();
      scene.rig.pass(PERIOD.dividedBy(8).multipliedBy(i));
      long before = scene.stamp(scene.user);
      scene.other.skew = Duration.ofSeconds(30);
      scene.third.skew = Duration.ofSeconds(-30);
      scene.third.invalidate(scene.user);
      for (int j = i; j <= 10; j++) {
        assertThat(scene.anybodyAccepts(before, scene.user)).isFalse();
        scene.rig.pass(PERIOD.dividedBy(8));
      }
    }
  }

  @Test
  void ofTwoFlushesBegunAtOnceOneRuns() {
    Orders.each(order -> {
      Scene scene = new Scene("a");
      List<CompletableFuture<?>> rolls = new ArrayList<>();
      scene.other.skew = Duration.ofSeconds(30);
      order.atOnce(
          scene.rig,
          scene.all(),
          () -> add(rolls, scene.one.flush.begin(PERIOD)),
          () -> add(rolls, scene.other.flush.begin(PERIOD.dividedBy(2))));
      assertThat(rolls.stream().map(CompletableFuture::join).distinct()).hasSize(1);
    });
  }

  @Test
  void ofAllWhoFindTheEvidenceMuddledOneBeginsAFlush() {
    int orders = Orders.each(order -> {
      NamespaceRig rig = new NamespaceRig();
      Member one = rig.process(options -> options.evidenceBytes(2));
      Member other = rig.process(options -> options.evidenceBytes(2));
      List<Long> many =
          LongStream.range(10, 30).mapToObj(id -> one.user(id).hash()).toList();
      Epoch muddled = one.ledger
          .change(one.wire.placement(), epoch -> epoch.touched(many, one.now()))
          .join();
      order.atOnce(
          rig,
          List.of(one, other),
          () -> one.invalidations.invalidate(List.of(one.user(1))),
          () -> other.reader.view(List.of(one.user(2)), true));
      Epoch after = one.readEvidence();
      assertThat(after.master()).isGreaterThan(muddled.master());
      assertThat(Objects.requireNonNull(after.old()).master()).isEqualTo(muddled.master());
    });
    assertThat(orders).isGreaterThan(10);
  }

  @Test
  void twoHostsWhoseClocksDifferLoadOnceDuringAFlushWhereOneStampAloneWouldNotDo() {
    Scene scene = new Scene("a");
    scene.one.skew = Duration.ofSeconds(30);
    scene.other.skew = Duration.ofSeconds(-30);
    Roll unused = scene.one.flush.begin(PERIOD).join();
    long stamp = scene.one.view(true, scene.user, scene.product).stamp().value();
    long naive = naive(scene.one, scene);
    int loads = 0;
    int naiveLoads = 0;
    for (int second = 0; second < 240; second++) {
      for (Member host : List.of(scene.one, scene.other)) {
        View view = host.view(true, scene.user, scene.product);
        if (!view.stamp().accepts(stamp)) {
          stamp = view.stamp().value();
          loads++;
        }
        if (naive != naive(host, scene)) {
          naive = naive(host, scene);
          naiveLoads++;
        }
      }
      scene.rig.pass(Duration.ofSeconds(1));
    }
    assertThat(loads).isLessThanOrEqualTo(1);
    assertThat(naiveLoads).isGreaterThan(100);
  }

  /** The generations as the host's clock alone has them. */
  private static long naive(Member host, Scene scene) {
    Epoch epoch = host.readEvidence();
    return epoch.masterOf(scene.user, host.now()) * 31 + epoch.masterOf(scene.product, host.now());
  }

  @Test
  void ofTwoWhoSeeTheServersChangeOneBeginsTheEpochAndWhatWasUntouchedStays() {
    int orders = Orders.each(order -> {
      Scene scene = new Scene("a");
      scene.one.invalidate(scene.product);
      long untouched = scene.stamp(scene.user);
      long touched = scene.stamp(scene.product);
      scene.all().forEach(member -> member.wire.change("b"));
      order.atOnce(
          scene.rig,
          scene.all(),
          () -> scene.reads(scene.one, scene.user),
          () -> scene.reads(scene.other, scene.user));
      assertThat(Objects.requireNonNull(scene.rig.evidence("a")).sealed()).isTrue();
      assertThat(scene.allAccept(untouched, scene.user)).isTrue();
      assertThat(scene.anybodyAccepts(touched, scene.product)).isFalse();
    });
    assertThat(orders).isGreaterThan(10);
  }

  @Test
  void anInvalidationDuringWhichTheServersChangeHoldsAfterwards() {
    Orders.each(order -> {
      Scene scene = new Scene("a");
      long before = scene.stamp(scene.user);
      scene.one.wire.before("cas evidence", () -> scene.one.wire.change("b"));
      order.atOnce(
          scene.rig,
          scene.all(),
          () -> scene.invalidates(scene.one, scene.user),
          () -> scene.reads(scene.other, scene.user));
      scene.all().forEach(member -> member.wire.change("b"));
      assertThat(scene.anybodyAccepts(before, scene.user)).isFalse();
    });
  }

  @Test
  void aServerListThatComesBackBringsNothingBack() {
    Scene scene = new Scene("a");
    long first = scene.stamp(scene.user);
    scene.one.invalidate(scene.user);
    long second = scene.stamp(scene.user);
    scene.all().forEach(member -> member.wire.change("b"));
    scene.other.invalidate(scene.user);
    long third = scene.stamp(scene.user);
    scene.all().forEach(member -> member.wire.change("a"));
    assertThat(scene.anybodyAccepts(first, scene.user)).isFalse();
    assertThat(scene.anybodyAccepts(second, scene.user)).isFalse();
    assertThat(scene.anybodyAccepts(third, scene.user)).isFalse();
    Member newcomer = scene.rig.processOn("a");
    assertThat(newcomer.generation(scene.user)).isEqualTo(scene.one.generation(scene.user));
  }

  @Test
  void aGenerationThatAServerHadBeforeItLeftDoesNotCountThoughItsClockWasAhead() {
    Scene scene = new Scene("a");
    scene.third.skew = Duration.ofSeconds(60);
    scene.third.invalidate(scene.user);
    long dead = scene.third.view(true, scene.user).stamp().value();
    scene.all().forEach(member -> member.wire.change("b"));
    scene.one.invalidate(scene.user);
    scene.all().forEach(member -> member.wire.change("a"));
    scene.one.generation(scene.user);
    // Others' bits are those of the user, too, and so its generation is looked up where it was.
    Epoch unused = scene
        .one
        .ledger
        .change(
            scene.one.wire.placement(),
            epoch -> epoch.touched(List.of(scene.user.hash()), scene.one.now()))
        .join();
    assertThat(scene.anybodyAccepts(dead, scene.user)).isFalse();
  }

  @Test
  void whoComesLateToNewServersDoesNotUndoWhatOthersHaveInvalidatedThere() {
    Scene scene = new Scene("a");
    scene.one.wire.change("b");
    scene.one.generation(scene.user);
    // Those who don't know yet find the seal, and begin anew where they are.
    scene.other.skew = Duration.ofSeconds(30);
    scene.other.generation(scene.user);
    long loadedBefore = scene.one.view(true, scene.user).stamp().value();
    scene.one.invalidate(scene.user);
    scene.other.wire.change("b");
    long late = scene.other.view(true, scene.user).stamp().value();
    assertThat(scene.one.view(true, scene.user).stamp().accepts(loadedBefore)).isFalse();
    assertThat(scene.one.view(true, scene.user).stamp().accepts(late)).isTrue();
  }

  @Test
  void whileTheEvidencesHomeIsDownReadsAreMissesThatAreNotStoredAndNothingCanBeInvalidated() {
    Scene scene = new Scene("a", "b");
    AtomicInteger loads = new AtomicInteger();
    Namespaces namespaces = scene.one.namespaces();
    Namespace user = namespaces.namespace("user", 1);
    Cache<String, String> cache = Cache.on(
            scene.one.site,
            "c",
            Keys.strings(),
            Codec.strings(),
            options -> options.ttl(Duration.ofMinutes(1)))
        .in(user);
    assertThat(cache.get("k", key -> "v" + loads.incrementAndGet())).isEqualTo("v1");
    scene.one.wire.down("a");
    assertThat(cache.get("k", key -> "v" + loads.incrementAndGet())).isEqualTo("v2");
    assertThat(cache.get("k", key -> "v" + loads.incrementAndGet())).isEqualTo("v3");
    assertThatThrownBy(user::invalidate).isInstanceOf(UnavailableException.class);
    scene.one.wire.up("a");
    assertThat(cache.get("k", key -> "v" + loads.incrementAndGet())).isEqualTo("v1");
    user.invalidate();
    assertThat(cache.get("k", key -> "v" + loads.incrementAndGet())).isEqualTo("v4");
  }
}
