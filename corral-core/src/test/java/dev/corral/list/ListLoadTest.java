package dev.corral.list;

import static dev.corral.list.ListRig.KEY;
import static dev.corral.list.ListRig.OWNER;
import static dev.corral.list.ListRig.gets;
import static dev.corral.list.ListRig.puts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.fault.UnavailableException;
import dev.corral.key.Keys;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.Operation;
import dev.corral.store.Put;
import dev.corral.store.Put.Mode;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What happens to a list while it is loaded. */
class ListLoadTest {
  private final ListRig rig = new ListRig();

  private IdList<Long> list(Layout layout) {
    return rig.list(o -> o.layout(layout));
  }

  /** Whether a loader puts its ticket into its placeholder. */
  private static boolean isTicket(Operation<?> operation) {
    return operation instanceof Put put && put.mode() == Mode.SET && put.flags() == 0;
  }

  private static boolean isCommit(Operation<?> operation) {
    return operation instanceof Put put && put.mode() == Mode.SET && put.flags() != 0;
  }

  @ParameterizedTest
  @EnumSource(names = {"LOG", "SEGMENTED"})
  void whatChangesWhileItIsLoadedIsStoredAlong(Layout layout) {
    IdList<Long> list = list(layout);
    rig.origin.addAll(List.of(1L, 2L));
    rig.duringLoad = () -> {
      rig.add(list, 3);
      rig.remove(list, 1);
      rig.add(list, 1);
      rig.remove(list, 2);
    };
    assertThat(rig.get(list)).as("as it was when it was loaded").containsExactly(1L, 2L);
    assertThat(rig.cached(list)).containsExactly(3L, 1L);
    rig.remove(list, 3);
    assertThat(rig.cached(list)).containsExactly(1L);
  }

  @Test
  void aBlacklistThatChangesWhileItIsLoadedIsNotStored() {
    IdList<Long> list = list(Layout.BLACKLIST);
    rig.origin.addAll(List.of(1L, 2L));
    rig.duringLoad = () -> {
      rig.remove(list, 1);
      rig.add(list, 1);
      rig.remove(list, 2);
    };
    assertThat(rig.get(list)).containsExactly(1L, 2L);
    assertThat(rig.get(list)).as("the fragment is deleted").containsExactly(1L);
    assertThat(rig.cached(list)).containsExactly(1L);
    assertThat(rig.loads).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(names = {"LOG", "SEGMENTED"})
  void whatComesBetweenTheLastLookAndTheCommitIsStoredAlongToo(Layout layout) {
    IdList<Long> list = list(layout);
    rig.duringLoad = () -> rig.add(list, 1);
    rig.wire.before(ListLoadTest::isCommit, () -> rig.add(list, 2));
    rig.wire.before(ListLoadTest::isCommit, () -> rig.add(list, 3));
    rig.get(list);
    assertThat(rig.cached(list)).containsExactly(1L, 2L, 3L);
  }

  @ParameterizedTest
  @EnumSource(names = {"LOG", "SEGMENTED"})
  void whatComesBeforeTheTicketSpoilsThePlaceholderAndIsLoaded(Layout layout) {
    IdList<Long> list = list(layout);
    rig.wire.before(ListLoadTest::isTicket, () -> rig.add(list, 4));
    assertThat(rig.get(list)).containsExactly(4L);
    assertThat(rig.cached(list)).containsExactly(4L);
    assertThat(rig.loads).isOne();
  }

  @ParameterizedTest
  @EnumSource
  void whatWasLoadedBeforeAnInvalidationIsNotStored(Layout layout) {
    IdList<Long> list = list(layout);
    rig.duringLoad = () -> {
      rig.origin.add(5L);
      list.invalidate(OWNER);
    };
    assertThat(rig.get(list)).isEmpty();
    assertThat(rig.isCached()).isFalse();
    assertThat(rig.get(list)).containsExactly(5L);
  }

  @ParameterizedTest
  @EnumSource
  void whatWasLoadedBeforeAnotherBeganIsNotStoredOverItsPlaceholder(Layout layout) {
    IdList<Long> list = list(layout);
    List<List<Long>> second = new ArrayList<>();
    rig.duringLoad = () -> {
      list.invalidate(OWNER);
      rig.origin.add(5L);
      rig.duringLoad = () -> rig.add(list, 6);
      second.add(rig.get(list));
    };
    assertThat(rig.get(list)).isEmpty();
    assertThat(second).containsExactly(List.of(5L));
    assertThat(rig.get(list)).containsExactly(5L, 6L);
  }

  @ParameterizedTest
  @EnumSource
  void aServerThatForgetsDuringALoadIsNotGivenWhatWasLoaded(Layout layout) {
    IdList<Long> list = list(layout);
    rig.duringLoad = () -> {
      rig.memory.clear();
      rig.add(list, 5);
      rig.memory.execute(Get.of(KEY).withLease(Ttl.seconds(5))).join();
    };
    assertThat(rig.get(list)).isEmpty();
    assertThat(rig.item().value()).as("another's placeholder").isEmpty();
  }

  @Test
  void aPlaceholderThatHasEndedIsNotReplaced() {
    IdList<Long> list = list(Layout.LOG);
    rig.duringLoad = () -> {
      rig.time.advance(Duration.ofSeconds(12));
      rig.add(list, 5);
    };
    assertThat(rig.get(list)).isEmpty();
    assertThat(rig.isCached()).isFalse();
  }

  @Test
  void othersWaitForALoadAndAreGivenWhatCameSince() {
    List<Runnable> tasks = new ArrayList<>();
    Executor later = tasks::add;
    IdList<Long> slow =
        IdList.on(rig.site().executor(later), "followers", Keys.longs(), o -> o.noExpiry());
    IdList<Long> list = rig.list(o -> o);
    CompletableFuture<List<Long>> first = slow.async().get(OWNER, key -> rig.load());
    CompletableFuture<List<Long>> second = list.async().get(OWNER, key -> rig.load());
    rig.add(list, 5);
    rig.time.advance(Duration.ofSeconds(1));
    assertThat(second).isNotDone();

    tasks.remove(0).run();
    rig.time.advance(Duration.ofSeconds(1));

    assertThat(first).isCompletedWithValue(List.of(5L));
    assertThat(second).isCompletedWithValue(List.of(5L));
    assertThat(rig.loads).isOne();
  }

  @Test
  void whoHasWaitedForAsLongAsALoadMayTakeLoadsAlone() {
    IdList<Long> list = rig.list(o -> o.loadTime(Duration.ofSeconds(2)));
    rig.memory.execute(Get.of(KEY).withLease(Ttl.seconds(30))).join();
    rig.origin.add(9L);
    CompletableFuture<List<Long>> waiting = list.async().get(OWNER, key -> rig.load());
    rig.time.advance(Duration.ofSeconds(1));
    assertThat(waiting).isNotDone();
    rig.time.advance(Duration.ofSeconds(2));
    assertThat(waiting).isCompletedWithValue(List.of(9L));
    assertThat(rig.item().value()).isEmpty();
  }

  @Test
  void whoNeverGetsToStoreItLeavesNoTicketThatOthersWouldWaitFor() {
    IdList<Long> list = list(Layout.LOG);
    for (int i = 0; i < 70; i++) {
      long id = i;
      rig.wire.before(ListLoadTest::isCommit, () -> rig.add(list, id));
    }
    assertThat(rig.get(list)).isEmpty();
    assertThat(rig.isCached()).isFalse();
  }

  @Test
  void aPlaceholderThatIsFullIsDeleted() {
    IdList<Long> list = list(Layout.LOG);
    rig.duringLoad = () -> {
      Item placeholder = rig.item();
      int room = 1100 - 59 - KEY.bytes().length - placeholder.value().length;
      rig.memory.execute(Put.append(KEY, new byte[room / 8 * 8])).join();
      CompletableFuture<?> adding = list.async().add(OWNER, 5);
      rig.time.advance(Duration.ofSeconds(5));
      assertThat(adding).isCompleted();
      assertThat(rig.isCached()).isFalse();
    };
    rig.get(list);
    assertThat(rig.isCached()).isFalse();
  }

  @Test
  void aReadThatFindsTheStoreDownLaterStillReturnsWhatItLoaded() {
    IdList<Long> list = list(Layout.SEGMENTED);
    rig.origin.add(5L);
    rig.wire.lose(puts(Mode.ADD));
    assertThat(rig.get(list)).containsExactly(5L);
    assertThat(rig.isCached()).as("a head without its segments").isFalse();

    rig.get(list);
    rig.wire.before(gets(), () -> {});
    rig.wire.lose(gets());
    assertThat(rig.get(list)).containsExactly(5L);
    assertThat(rig.loads).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource
  void whatAStoreThrowsComesWithTheFuture(Layout layout) {
    IdList<Long> list = list(layout);
    rig.wire.before(any -> true, () -> {
      throw new UnavailableException("down");
    });
    assertThat(list.async().compact(OWNER)).isCompletedExceptionally();
  }
}
