package dev.corral.list;

import static dev.corral.list.ListRig.KEY;
import static dev.corral.list.ListRig.OWNER;
import static dev.corral.list.ListRig.deletes;
import static dev.corral.list.ListRig.puts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.Corral;
import dev.corral.fault.ConfigurationException;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Keys;
import dev.corral.load.LoadException;
import dev.corral.site.Site;
import dev.corral.store.Delete;
import dev.corral.store.FourOperations;
import dev.corral.store.MemoryStore;
import dev.corral.store.Put.Mode;
import dev.corral.time.Ttl;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is true of lists in every layout, and of the log. */
class IdListTest {
  private final ListRig rig = new ListRig();

  private IdList<Long> list(Layout layout) {
    return rig.list(o -> o.layout(layout));
  }

  @ParameterizedTest
  @EnumSource
  void aListIsLoadedOnceAndThenChangedInPlace(Layout layout) {
    IdList<Long> list = list(layout);
    rig.origin.addAll(List.of(3L, 1L, 2L));

    assertThat(rig.get(list)).containsExactly(3L, 1L, 2L);
    rig.add(list, 9);
    rig.remove(list, 1);
    rig.add(list, 4);

    assertThat(rig.cached(list)).containsExactly(3L, 2L, 9L, 4L);
    assertThat(rig.loads).isOne();
  }

  @ParameterizedTest
  @EnumSource
  void aListThatIsNotCachedIsNotChanged(Layout layout) {
    IdList<Long> list = list(layout);
    rig.add(list, 5);
    rig.remove(list, 6);

    assertThat(rig.isCached()).isFalse();
    assertThat(rig.get(list)).containsExactly(5L);
  }

  @ParameterizedTest
  @EnumSource
  void anIdIsInAListOnceAndAtTheEndWhenItComesBack(Layout layout) {
    IdList<Long> list = list(layout);
    assertThat(list.get(OWNER, key -> List.of(5L, 6L, 5L))).containsExactly(5L, 6L);

    list.add(OWNER, 5);
    assertThat(rig.cached(list)).containsExactly(5L, 6L);
    list.remove(OWNER, 5);
    list.remove(OWNER, 5);
    assertThat(rig.cached(list)).containsExactly(6L);
    list.add(OWNER, 5);
    assertThat(rig.cached(list)).containsExactly(6L, 5L);
    list.remove(OWNER, 6);
    list.remove(OWNER, 5);
    assertThat(rig.cached(list)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void anEmptyListIsAListAndSoIsNull(Layout layout) {
    IdList<Long> list = list(layout);
    assertThat(list.get(OWNER, key -> null)).isEmpty();
    assertThat(rig.cached(list)).isEmpty();
    list.add(OWNER, 1);
    assertThat(rig.cached(list)).containsExactly(1L);
  }

  @ParameterizedTest
  @EnumSource
  void idsOfFourBytesAndOfEight(Layout layout) {
    for (int width : new int[] {4, 8}) {
      IdList<Long> list = IdList.on(
          rig.site(),
          "w" + width,
          Keys.longs(),
          o -> o.layout(layout).width(width).noExpiry());
      long largest = width == 4 ? Integer.MAX_VALUE : Long.MAX_VALUE;
      list.get(OWNER, key -> List.of(1L, largest));
      list.remove(OWNER, largest);
      assertThat(rig.cached(list)).containsExactly(1L);
      list.add(OWNER, largest);
      assertThat(rig.cached(list)).containsExactly(1L, largest);
      if (width == 4) {
        assertThatThrownBy(() -> list.add(OWNER, largest + 1))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("id must be " + (layout == Layout.BLACKLIST ? 1 : 0)
                + " to 2147483647, but is 2147483648");
      }
    }
  }

  @Test
  void zeroIsAnIdButNotInABlacklist() {
    IdList<Long> list = list(Layout.LOG);
    assertThat(list.get(OWNER, key -> List.of(0L))).containsExactly(0L);
    list.remove(OWNER, 0);
    assertThat(rig.cached(list)).isEmpty();
    assertThatThrownBy(() -> list(Layout.BLACKLIST).add(OWNER, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("id must be 1 to");
  }

  @ParameterizedTest
  @EnumSource
  void itLivesForItsTtlHoweverOftenItIsChangedOrWrittenAnew(Layout layout) {
    IdList<Long> list = list(layout);
    rig.get(list);
    rig.time.advance(Duration.ofMinutes(40));
    rig.add(list, 1);
    rig.remove(list, 1);
    rig.add(list, 1);
    assertThat(rig.item().remaining()).isEqualTo(Duration.ofMinutes(20));
    if (layout == Layout.LOG) {
      assertThat(list.compact(OWNER)).isTrue();
      assertThat(rig.item().remaining()).isEqualTo(Duration.ofMinutes(20));
    }
    rig.time.advance(Duration.ofMinutes(21));
    assertThat(rig.isCached()).isFalse();
  }

  @Test
  void jitterProlongsTheTtlAndWithoutExpiryThereIsNone() {
    IdList<Long> jittered = rig.list(o -> o.jitter(1));
    rig.get(jittered);
    assertThat(rig.item().remaining()).isBetween(Duration.ofHours(1), Duration.ofHours(2));
    jittered.invalidate(OWNER);

    IdList<Long> endless = rig.list(o -> o.noExpiry());
    rig.get(endless);
    assertThat(rig.item().expires()).isFalse();
    rig.add(endless, 4);
    rig.remove(endless, 4);
    assertThat(endless.compact(OWNER)).isTrue();
    assertThat(rig.item().expires()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void whatIsInvalidatedIsLoadedAgain(Layout layout) {
    IdList<Long> list = list(layout);
    rig.get(list);
    rig.origin.add(8L);
    list.invalidate(OWNER);
    assertThat(rig.get(list)).containsExactly(8L);
    assertThat(rig.loads).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  void compactingLeavesTheIdsAndTheirOrder(Layout layout) {
    IdList<Long> list = list(layout);
    rig.origin.addAll(List.of(1L, 2L, 3L));
    assertThat(list.compact(OWNER)).isFalse();
    rig.get(list);
    assertThat(list.compact(OWNER)).as("nothing is dead").isFalse();
    rig.remove(list, 2);
    rig.add(list, 2);
    rig.remove(list, 1);
    int before = rig.item().value().length;

    assertThat(list.compact(OWNER)).isTrue();

    assertThat(rig.get(list)).containsExactly(3L, 2L);
    if (layout != Layout.SEGMENTED) {
      assertThat(rig.item().value().length).isLessThan(before);
      assertThat(rig.loads).isOne();
    }
  }

  @Test
  void aReadCompactsWhatIsMostlyDead() {
    IdList<Long> list = list(Layout.LOG);
    rig.get(list);
    for (int i = 0; i < 40; i++) {
      rig.add(list, i);
      rig.remove(list, i);
    }
    rig.add(list, 99);
    assertThat(rig.item().value()).hasSize(4 + 81 * 8);
    assertThat(rig.cached(list)).containsExactly(99L);
    assertThat(rig.item().value()).hasSize(4 + 8);
    assertThat(rig.cached(list)).containsExactly(99L);
  }

  @Test
  void whatIsAddedWhileItIsCompactedIsNotLost() {
    IdList<Long> list = list(Layout.LOG);
    rig.get(list);
    rig.add(list, 1);
    rig.remove(list, 1);
    rig.wire.before(puts(Mode.SET), () -> rig.add(list, 2));

    assertThat(list.compact(OWNER)).isFalse();
    assertThat(rig.cached(list)).containsExactly(2L);
  }

  @ParameterizedTest
  @EnumSource(names = {"LOG", "BLACKLIST"})
  void aFullListIsCompactedToTakeOneMore(Layout layout) {
    IdList<Long> list = list(layout);
    rig.get(list);
    for (int i = 1; i <= 500; i++) {
      rig.add(list, i);
      if (i > 50) {
        rig.remove(list, i - 50);
      }
    }
    assertThat(rig.cached(list)).containsExactlyElementsOf(rig.origin);
    assertThat(rig.loads).isOne();
  }

  @ParameterizedTest
  @EnumSource(names = {"LOG", "BLACKLIST"})
  void aListThatIsTooLargeIsNotCachedAnyMoreAndTheCallerIsTold(Layout layout) {
    IdList<Long> list = list(layout);
    rig.get(list);
    assertThatThrownBy(() -> {
          for (int i = 1; i <= 200; i++) {
            rig.add(list, i);
          }
        })
        .isInstanceOf(ListFullException.class)
        .hasMessageMatching("list corral-list:followers:#H with 1\\d\\d ids is too large .*");
    assertThat(rig.isCached()).isFalse();
    assertThat(rig.get(list)).containsExactlyElementsOf(rig.origin);
  }

  @Test
  void anIdThatIsThereNeedsNoRoomInAFullList() {
    IdList<Long> list = list(Layout.LOG);
    int most = (1100 - 59 - 4 - KEY.bytes().length - 4) / 8;
    LongStream.range(0, most).forEach(rig.origin::add);
    rig.get(list);
    list.add(OWNER, 0);
    assertThat(rig.cached(list)).hasSize(most);
  }

  @Test
  void whatIsLoadedTooLargeIsReturnedAndNotCached() {
    IdList<Long> list = rig.list(o -> o.maxBytes(256));
    LongStream.range(0, 100).forEach(rig.origin::add);
    assertThat(rig.get(list)).hasSize(100);
    assertThat(rig.isCached()).isFalse();
    assertThat(rig.get(list)).hasSize(100);
    assertThat(rig.loads).isEqualTo(2);
  }

  @Test
  void whatTheStoreFindsTooLargeIsReturnedAndNotCached() {
    IdList<Long> list = list(Layout.LOG);
    LongStream.range(0, 200).forEach(rig.origin::add);
    assertThat(rig.get(list)).hasSize(200);
    assertThat(rig.isCached()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void aChangeThatFailsDeletesTheListAndTellsTheCaller(Layout layout) {
    IdList<Long> list = list(layout);
    rig.get(list);
    rig.wire.lose(puts(Mode.APPEND));
    assertThatThrownBy(() -> rig.add(list, 5)).isInstanceOf(UnavailableException.class);
    assertThat(rig.isCached()).isFalse();
    assertThat(rig.get(list)).containsExactly(5L);

    rig.wire.lose(layout == Layout.BLACKLIST ? puts(Mode.PREPEND) : puts(Mode.APPEND));
    rig.wire.lose(deletes());
    assertThatThrownBy(() -> rig.remove(list, 5)).isInstanceOf(UnavailableException.class);
    assertThat(rig.wire.asked.get(rig.wire.asked.size() - 1)).isInstanceOf(Delete.class);
  }

  @ParameterizedTest
  @EnumSource
  void withTheStoreDownEachReadLoads(Layout layout) {
    IdList<Long> list = list(layout);
    rig.origin.add(5L);
    rig.wire.isDown = true;
    assertThat(rig.get(list)).containsExactly(5L);
    assertThat(rig.get(list)).containsExactly(5L);
    assertThat(rig.loads).isEqualTo(2);
    assertThatThrownBy(() -> list.invalidate(OWNER)).isInstanceOf(UnavailableException.class);
    assertThatThrownBy(() -> list.compact(OWNER)).isInstanceOf(UnavailableException.class);
  }

  @ParameterizedTest
  @EnumSource
  void whatTheLoaderThrowsReachesTheCallerAndTheNextLoads(Layout layout) {
    IdList<Long> list = list(layout);
    assertThatThrownBy(() -> list.get(OWNER, key -> {
          throw new IOException("no");
        }))
        .isInstanceOf(LoadException.class)
        .hasCauseInstanceOf(IOException.class);
    assertThatThrownBy(() -> list.get(OWNER, key -> List.of(1L, -1L)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("an id that the loader returned must be");
    assertThatThrownBy(() -> list.get(OWNER, key -> Arrays.asList(1L, null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("what the loader returned must not contain null");
    assertThat(rig.isCached()).isFalse();
    assertThat(list.get(OWNER, key -> List.of(1L))).containsExactly(1L);
  }

  @ParameterizedTest
  @EnumSource
  void bytesThatAreNoListAreReplaced(Layout layout) {
    IdList<Long> list = list(layout);
    rig.memory.set(KEY, new byte[] {1, 2, 3}, Ttl.NEVER).join();
    assertThat(list.compact(OWNER)).isFalse();
    assertThat(rig.get(list)).isEmpty();
    assertThat(rig.cached(list)).isEmpty();
  }

  @Test
  void futuresBringTheSame() {
    AsyncIdList<Long> list = list(Layout.LOG).async();
    assertThat(list.get(OWNER, key -> List.of(1L, 2L)).join()).containsExactly(1L, 2L);
    list.add(OWNER, 3).join();
    list.remove(OWNER, 1).join();
    assertThat(list.compact(OWNER).join()).isTrue();
    assertThat(list.get(OWNER, key -> List.of()).join()).containsExactly(2L, 3L);
    list.invalidate(OWNER).join();
    assertThat(rig.isCached()).isFalse();
    rig.wire.isDown = true;
    assertThatThrownBy(() -> list.add(OWNER, 3).join())
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(UnavailableException.class);
  }

  @Test
  @SuppressWarnings("NullAway") // what callers without null checks do
  void badArgumentsAreNamedBeforeAnythingIsSent() {
    IdList<Long> list = list(Layout.LOG);
    List<Runnable> calls = new ArrayList<>();
    calls.add(() -> list.add(OWNER, -1));
    calls.add(() -> list.remove(OWNER, -1));
    calls.add(() -> list.add(null, 1));
    calls.add(() -> list.get(null, key -> List.of()));
    calls.add(() -> list.get(OWNER, null));
    calls.add(() -> list.invalidate(null));
    calls.add(() -> IdList.on(rig.site(), "", Keys.longs(), o -> o.noExpiry()));
    calls.add(() -> IdList.on(rig.site(), null, Keys.longs(), o -> o.noExpiry()));
    for (Runnable call : calls) {
      assertThatThrownBy(call::run).isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(rig.wire.asked).isEmpty();
  }

  @Test
  void aBasicStoreWontDo() {
    Site site = Site.on(new FourOperations(MemoryStore.create()));
    assertThatThrownBy(() -> IdList.on(site, "x", Keys.longs(), o -> o.noExpiry()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("list x needs a store that has CAS, which FourOperations has not");
  }

  @Test
  void theWayInHasLists() {
    try (Corral corral = Corral.on(rig.memory, site -> site.prefix("app"))) {
      IdList<String> list = corral.list("tags", Keys.strings(), o -> o.noExpiry());
      assertThat(list.get("a", key -> List.of(1L))).containsExactly(1L);
      assertThat(list.get("b", key -> List.of(2L))).containsExactly(2L);
      list.add("a", 3);
      assertThat(list.get("a", key -> List.of())).containsExactly(1L, 3L);
    }
  }
}
