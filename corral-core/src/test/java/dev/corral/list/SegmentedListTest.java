package dev.corral.list;

import static dev.corral.list.ListRig.KEY;
import static dev.corral.list.ListRig.OWNER;
import static dev.corral.list.ListRig.deletes;
import static dev.corral.list.ListRig.puts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.site.Site;
import dev.corral.store.Delete;
import dev.corral.store.Get;
import dev.corral.store.Put;
import dev.corral.store.Put.Mode;
import dev.corral.time.Ttl;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A list that is larger than an item. */
class SegmentedListTest {
  private final ListRig rig = new ListRig();
  private final IdList<Long> list = rig.list(o -> o.layout(Layout.SEGMENTED).maxBytes(400));

  private Head head() {
    return Objects.requireNonNull(Head.read(rig.item(), 8));
  }

  private static Key segment(long name) {
    return Key.of("corral-list-part", "followers", name);
  }

  @Test
  void aLongListIsLoadedIntoManyItemsAndReadInTwoFlights() {
    LongStream.range(0, 1000).forEach(rig.origin::add);
    rig.get(list);
    assertThat(head().loaded()).isEqualTo(21);
    assertThat(head().segments()).hasSize(22);
    rig.add(list, 5000);
    rig.remove(list, 3);
    rig.wire.asked.clear();

    assertThat(rig.cached(list)).containsExactlyElementsOf(rig.origin);
    assertThat(rig.wire.asked).hasSize(1 + 22).allMatch(Get.class::isInstance);
  }

  @Test
  void aFullSegmentIsFollowedByAnother() {
    rig.get(list);
    for (int i = 0; i < 1000; i++) {
      rig.add(list, i);
    }
    assertThat(head().segments().length).isBetween(8, 10);
    assertThat(rig.cached(list)).containsExactlyElementsOf(rig.origin);
    assertThat(rig.loads).isOne();
  }

  @Test
  void aReadBeginsAnotherSegmentWhereOneIsLargerThanItShouldBe() {
    rig.get(list);
    LongStream.range(0, 60).forEach(id -> rig.add(list, id));
    assertThat(head().segments()).hasSize(1);
    rig.cached(list);
    assertThat(head().segments()).hasSize(2);
    rig.add(list, 99);
    assertThat(rig.cached(list)).containsExactlyElementsOf(rig.origin);
  }

  @Test
  void aSegmentThatIsLostBreaksTheListAndItIsLoadedAgain() {
    LongStream.range(0, 100).forEach(rig.origin::add);
    for (int i = 0; i < 4; i++) {
      rig.get(list);
      assertThat(head().segments()).hasSize(4);
      rig.memory.execute(Delete.of(segment(head().segments()[i]))).join();
      assertThat(rig.get(list)).containsExactlyElementsOf(rig.origin);
      assertThat(rig.loads).isEqualTo(i + 2);
    }
  }

  @Test
  void aBrokenListThatCantBeDeletedIsLoadedAllTheSame() {
    rig.origin.add(1L);
    rig.get(list);
    rig.memory.execute(Delete.of(segment(head().last()))).join();
    rig.wire.lose(deletes());
    assertThat(rig.get(list)).containsExactly(1L);
    assertThat(rig.loads).isEqualTo(2);
  }

  @Test
  void anAddThatFindsItsSegmentLostDeletesTheHead() {
    rig.get(list);
    rig.memory.execute(Delete.of(segment(head().last()))).join();
    rig.add(list, 5);
    assertThat(rig.isCached()).isFalse();
    assertThat(rig.get(list)).containsExactly(5L);
  }

  @Test
  void aSegmentThatWasLostIsNotMadeAgainByWhoKnowsAnOldHead() {
    rig.get(list);
    LongStream.range(0, 126).forEach(id -> rig.add(list, id));
    // One finds the segment full; before its head is there another has gone on, and that was lost.
    rig.wire.before(puts(Mode.SET), () -> {
      rig.add(list, 500);
      rig.memory.execute(Delete.of(segment(head().last()))).join();
    });
    rig.add(list, 501);
    assertThat(rig.get(list)).containsExactlyInAnyOrderElementsOf(rig.origin);
  }

  @Test
  void twoWhoFindASegmentFullBothGetTheirChangeIn() {
    rig.get(list);
    LongStream.range(0, 126).forEach(id -> rig.add(list, id));
    rig.wire.before(puts(Mode.ADD), () -> rig.add(list, 500));
    rig.add(list, 501);
    assertThat(rig.cached(list)).containsExactlyElementsOf(rig.origin);
  }

  @Test
  void aChangeToAListThatIsReplacedMeanwhileIsInTheNewOne() {
    rig.get(list);
    rig.wire.before(puts(Mode.APPEND), () -> {
      list.invalidate(OWNER);
      rig.get(list);
    });
    rig.add(list, 5);
    assertThat(rig.cached(list)).containsExactly(5L);
  }

  /** The add has seen a placeholder, and is late. */
  @Test
  void aChangeThatIsAppendedToTheHeadItselfStandsBeforeLaterOnes() {
    rig.get(list);
    rig.memory
        .execute(Put.append(KEY, new LogFormat(8).record(new Change(5, true))))
        .join();
    assertThat(rig.cached(list)).containsExactly(5L);
    rig.remove(list, 5);
    assertThat(rig.cached(list)).isEmpty();
    rig.add(list, 6);
    rig.add(list, 5);
    assertThat(rig.cached(list)).containsExactly(6L, 5L);
  }

  @Test
  void aListThatIsMostlyDeadIsLoadedAgain() {
    rig.get(list);
    for (int i = 0; i < 100; i++) {
      rig.add(list, i);
      rig.remove(list, i);
    }
    assertThat(rig.cached(list)).isEmpty();
    assertThat(rig.isCached()).isFalse();
    rig.get(list);
    assertThat(rig.loads).isEqualTo(2);
  }

  @Test
  void aListThatBreaksTimeAndAgainIsLoadedWithoutBeingStored() {
    rig.origin.add(1L);
    IdList<Long> others = IdList.on(
        Site.on(rig.memory), "followers", Keys.longs(), o -> o.noExpiry().layout(Layout.SEGMENTED));
    for (int i = 0; i < 5; i++) {
      rig.wire.before(o -> o instanceof Get && o.key().equals(KEY), () -> {
        others.get(OWNER, key -> rig.origin);
        rig.memory.execute(Delete.of(segment(head().last()))).join();
      });
    }
    assertThat(rig.get(list)).containsExactly(1L);
    assertThat(rig.loads).isOne();
    assertThat(rig.isCached()).as("the broken one, for the next to find").isTrue();
    assertThat(rig.get(list)).containsExactly(1L);
  }

  @Test
  void bytesThatAreNoHeadAreNone() {
    rig.get(list);
    byte[] good = head().bytes();
    for (int length = 0; length < good.length; length++) {
      byte[] cut = Arrays.copyOf(good, length);
      rig.memory
          .execute(Put.set(KEY, cut, Ttl.NEVER).withFlags(LogFormat.FLAGS))
          .join();
      assertThat(Head.read(rig.item(), 8)).isNull();
    }
    assertThat(rig.get(list)).isEmpty();
  }
}
