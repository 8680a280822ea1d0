package dev.corral.lease;

import static dev.corral.lease.LeaseRig.KEY;
import static dev.corral.lease.LeaseRig.LOAD_TIME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.fault.OverloadedException;
import dev.corral.load.LoadException;
import dev.corral.load.StillLoadingException;
import dev.corral.store.Get;
import dev.corral.store.Miss;
import dev.corral.time.Ttl;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class LeasedReadsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final LeaseRig rig = new LeaseRig();

  @Test
  void contentThatIsThereIsReturnedAfterOneGet() {
    rig.set("known", LeaseRig.FLAGS);
    Words words = Words.of("loaded");

    assertThat(rig.reads().get(KEY, words)).isEqualTo("known");
    assertThat(words.loads).isZero();
    assertThat(rig.store.asked()).containsExactly("get");
  }

  @Test
  void whatIsMissingIsLoadedByTheCallersThreadAndStored() {
    Thread[] thread = {null};
    Words words = Words.from(() -> {
      thread[0] = Thread.currentThread();
      return "loaded";
    });

    assertThat(rig.reads().get(KEY, words)).isEqualTo("loaded");
    assertThat(thread[0]).isSameAs(Thread.currentThread());
    assertThat(rig.store.asked()).containsExactly("get", "set");
    assertThat(rig.reads().get(KEY, words)).isEqualTo("loaded");
    assertThat(words.loads).isOne();
  }

  @Test
  void oneLoadsAndTheOthersWaitForIt() {
    Words mine = Words.of("mine");
    Words others = Words.of("others");
    CompletableFuture<String> winner = rig.read(mine);
    CompletableFuture<String> loser = rig.read(others);
    rig.time.advance(SECOND);
    assertThat(loser).isNotDone();

    rig.runLoad();
    rig.time.advance(SECOND);
    assertThat(winner).isCompletedWithValue("mine");
    assertThat(loser).isCompletedWithValue("mine");
    assertThat(others.loads).isZero();
  }

  @Test
  void whoHasWaitedForTheTimeOfALoadLoadsAndStoresNothing() {
    CompletableFuture<String> winner = rig.read(Words.of("mine"));
    CompletableFuture<String> loser = rig.read(Words.of("others"));
    rig.time.advance(LOAD_TIME.minusMillis(1));
    assertThat(rig.waitingLoads()).isOne();
    rig.time.advance(Duration.ofMillis(500));
    assertThat(rig.waitingLoads()).isEqualTo(2);

    assertPlaceholder();
    rig.runLoad();
    rig.runLoad();
    assertThat(winner).isCompletedWithValue("mine");
    assertThat(loser).isCompletedWithValue("others");
    assertThat(rig.there()).isEqualTo("mine");
  }

  private void assertPlaceholder() {
    assertThat(rig.there()).isEqualTo("placeholder");
  }

  @Test
  void aDeadWinnerIsReplacedWhenItsLeaseEnds() {
    CompletableFuture<String> dead = rig.read(Words.of("dead"));
    rig.time.advance(LOAD_TIME.plusSeconds(2));
    assertThat(rig.there()).isEqualTo("nothing");
    CompletableFuture<String> next = rig.reads().read(KEY, Words.of("alive"));
    assertThat(rig.waitingLoads()).isEqualTo(2);

    rig.runLoad(); // the dead one after all: too late
    assertThat(dead).isCompletedWithValue("dead");
    assertPlaceholder();
    rig.runLoad();
    assertThat(next).isCompletedWithValue("alive");
    assertThat(rig.there()).isEqualTo("alive");
  }

  @Test
  void whatWasDeletedDuringItsLoadIsReturnedButNotStored() {
    CompletableFuture<String> read = rig.read(Words.of("old"));
    rig.delete();
    rig.runLoad();

    assertThat(read).isCompletedWithValue("old");
    assertThat(rig.there()).isEqualTo("nothing");
  }

  @Test
  void oldContentNeverGetsOverAnothersPlaceholder() {
    CompletableFuture<String> old = rig.read(Words.of("old"));
    rig.delete();
    CompletableFuture<String> fresh = rig.read(Words.of("new"));

    rig.runLoad();
    assertThat(old).isCompletedWithValue("old");
    assertPlaceholder();
    rig.runLoad();
    assertThat(fresh).isCompletedWithValue("new");
    assertThat(rig.there()).isEqualTo("new");
  }

  @Test
  void oldContentIsNotStoredOnAServerThatWasRestarted() {
    CompletableFuture<String> old = rig.read(Words.of("old"));
    rig.memory.clear();
    CompletableFuture<String> fresh = rig.read(Words.of("new"));

    rig.runLoad();
    assertThat(old).isCompletedWithValue("old");
    assertPlaceholder();
    rig.runLoad();
    assertThat(fresh).isCompletedWithValue("new");
  }

  @Test
  void aLoadThatFailsTellsWhyAndTheNextReaderLoads() {
    assertThatThrownBy(() -> rig.reads().get(KEY, Words.from(() -> {
          throw new IllegalStateException("broken");
        })))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("broken");
    assertThat(rig.there()).isEqualTo("nothing");

    assertThatThrownBy(() -> rig.reads().get(KEY, Words.from(() -> {
          throw new IOException("broken");
        })))
        .isInstanceOf(LoadException.class)
        .hasCauseInstanceOf(IOException.class)
        .hasMessage("loading item failed: java.io.IOException");
    assertThat(rig.reads().get(KEY, Words.of("mended"))).isEqualTo("mended");
  }

  @Test
  void whereNoThreadMayLoadTheLeaseIsGivenBack() {
    CompletableFuture<String> read = rig.readsOn(task -> {
          throw new RejectedExecutionException("full");
        })
        .read(KEY, Words.of("never"));

    assertThat(read).isCompletedExceptionally();
    assertThatThrownBy(read::join)
        .hasCauseInstanceOf(OverloadedException.class)
        .hasMessageContaining("no thread may load item");
    assertThat(rig.there()).isEqualTo("nothing");
  }

  @Test
  void contentThatCantBeStoredIsReturnedAndItsPlaceholderRemoved() {
    assertThat(rig.reads().get(KEY, Words.of("huge").notStorable())).isEqualTo("huge");
    assertThat(rig.there()).isEqualTo("nothing");
  }

  @Test
  void aStoreThatIsDownKeepsNobodyFromLoading() {
    rig.store.loseRequest("get");

    assertThat(rig.reads().get(KEY, Words.of("loaded"))).isEqualTo("loaded");
    assertThat(rig.store.asked()).containsExactly("get");
  }

  @Test
  void aStoreThatIsSetUpWrongIsTold() {
    rig.store.next(
        "get", usual -> CompletableFuture.failedFuture(new ConfigurationException("wrong")));

    assertThatThrownBy(() -> rig.reads().get(KEY, Words.of("never")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("wrong");
  }

  @Test
  void aServerWithoutRoomForAPlaceholderIsNotWrittenTo() {
    rig.store.next("get", usual -> CompletableFuture.completedFuture(Miss.MISS));

    assertThat(rig.reads().get(KEY, Words.of("loaded"))).isEqualTo("loaded");
    assertThat(rig.store.asked()).containsExactly("get");
  }

  @Test
  void aServerWithoutCasIsNotWrittenTo() {
    LeaseRig bare = new LeaseRig(false);

    assertThat(bare.reads().get(KEY, Words.of("loaded"))).isEqualTo("loaded");
    assertThat(bare.reads().get(KEY, Words.of("again"))).isEqualTo("again");
    assertThat(bare.store.asked()).containsExactly("get", "get");
  }

  @Test
  void aSpoiledItemIsRemovedAndLoaded() {
    rig.set("a fragment", 0);

    assertThat(rig.reads().get(KEY, Words.of("loaded"))).isEqualTo("loaded");
    assertThat(rig.store.asked()).containsExactly("get", "delete", "get", "set");
    assertThat(rig.there()).isEqualTo("loaded");
  }

  @Test
  void contentThatCameBeforeASpoiledItemIsRemovedStays() {
    rig.set("a fragment", 0);
    rig.store.before("delete", () -> rig.set("others", LeaseRig.FLAGS));

    assertThat(rig.reads().get(KEY, Words.of("loaded"))).isEqualTo("others");
  }

  @Test
  void anItemThatIsSpoiledAgainAndAgainIsLoadedAndNotStored() {
    rig.set("a fragment", 0);
    for (int i = 0; i < 20; i++) {
      rig.store.before("get", () -> rig.set("a fragment", 0));
    }

    assertThat(rig.reads().get(KEY, Words.of("loaded"))).isEqualTo("loaded");
    assertThat(rig.store.asked()).doesNotContain("set").hasSize(17);
  }

  @Test
  void contentWhoseStoreWasLostIsReturnedAndTheLeaseGivenBack() {
    rig.store.loseRequest("set");
    assertThat(rig.reads().get(KEY, Words.of("loaded"))).isEqualTo("loaded");
    assertThat(rig.there()).isEqualTo("nothing");

    rig.store.loseReply("set");
    assertThat(rig.reads().get(KEY, Words.of("stored"))).isEqualTo("stored");
    assertThat(rig.there()).isEqualTo("stored");
  }

  @Test
  void whoIsInterruptedWaitsNoLonger() {
    CompletableFuture<String> winner = rig.read(Words.of("mine"));
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> rig.reads().get(KEY, Words.of("others")))
        .isInstanceOf(StillLoadingException.class)
        .hasMessageContaining("item");
    assertThat(Thread.interrupted()).isTrue();
    rig.runLoad();
    assertThat(winner).isCompletedWithValue("mine");
  }

  /** The lease comes when its caller has gone, and the executor takes nothing either. */
  @Test
  void theLeaseOfOneWhoWasInterruptedIsGivenBackIfNobodyLoads() {
    CompletableFuture<Object> late = new CompletableFuture<>();
    rig.store.next("get", usual -> late);
    LeasedReads reads = rig.readsOn(task -> {
      throw new RejectedExecutionException("full");
    });
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> reads.get(KEY, Words.of("never")))
        .isInstanceOf(StillLoadingException.class);
    assertThat(Thread.interrupted()).isTrue();

    late.complete(rig.memory.execute(Get.of(KEY).withLease(Ttl.seconds(11))).join());
    assertThat(rig.there()).isEqualTo("nothing");
  }
}
