package dev.corral.lease;

import static dev.corral.lease.LeaseRig.LOAD_TIME;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.store.Item;
import dev.corral.store.Put;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Items that others append to while they are loaded. */
class ExtendedItemTest {
  private final LeaseRig rig = new LeaseRig();

  private CompletableFuture<String> read(String text) {
    return rig.read(Words.of(text).extended());
  }

  @Test
  void whatNobodyExtendsIsStoredAsItWasLoaded() {
    CompletableFuture<String> read = read("loaded");
    rig.runLoad();

    assertThat(read).isCompletedWithValue("loaded");
    assertThat(rig.there()).isEqualTo("loaded");
    assertThat(rig.store.asked()).containsExactly("get", "set", "set");
  }

  @Test
  void whatOthersAddDuringALoadIsStoredAlong() {
    CompletableFuture<String> read = read("loaded");
    rig.append(" behind");
    rig.prepend("before ");
    rig.append(" it");
    rig.runLoad();

    assertThat(read).isCompletedWithValue("loaded");
    assertThat(rig.there()).isEqualTo("before loaded behind it");
  }

  @Test
  void whatOthersAddDuringTheMergeIsStoredAlongToo() {
    CompletableFuture<String> read = read("loaded");
    rig.append(" one");
    rig.store.before("set", () -> {});
    rig.store.before("set", () -> rig.append(" two"));
    rig.runLoad();

    assertThat(read).isCompletedWithValue("loaded");
    assertThat(rig.there()).isEqualTo("loaded one two");
  }

  @Test
  void oldContentNeverGetsOverAnothersTicket() {
    CompletableFuture<String> old = read("old");
    rig.delete();
    CompletableFuture<String> fresh = read("new");
    rig.append(" more");

    rig.runLoad();
    assertThat(old).isCompletedWithValue("old");
    assertThat(rig.there()).isEqualTo("placeholder");
    rig.runLoad();
    assertThat(fresh).isCompletedWithValue("new");
    assertThat(rig.there()).isEqualTo("new more");
  }

  @Test
  void oldContentIsNotStoredAfterADelete() {
    CompletableFuture<String> old = read("old");
    rig.delete();
    rig.runLoad();
    assertThat(old).isCompletedWithValue("old");
    assertThat(rig.there()).isEqualTo("nothing");
  }

  @Test
  void oldContentIsNotStoredWhenADeleteComesDuringTheMerge() {
    CompletableFuture<String> old = read("old");
    rig.append(" more");
    rig.store.before("set", () -> {});
    rig.store.before("set", () -> {
      rig.delete();
      CompletableFuture<String> unused = read("new");
    });
    rig.runLoad();

    assertThat(old).isCompletedWithValue("old");
    assertThat(rig.there()).isEqualTo("placeholder");
    rig.runLoad();
    assertThat(rig.there()).isEqualTo("new");
  }

  @Test
  void oldContentGetsNotOverAnothersContent() {
    CompletableFuture<String> old = read("old");
    rig.set("others", LeaseRig.FLAGS);
    rig.runLoad();

    assertThat(old).isCompletedWithValue("old");
    assertThat(rig.there()).isEqualTo("others");
  }

  @Test
  void whoFindsAnothersTicketWaits() {
    CompletableFuture<String> winner = read("mine");
    CompletableFuture<String> loser = read("others");
    rig.append(" more");
    rig.time.advance(Duration.ofSeconds(1));
    assertThat(loser).isNotDone();

    rig.runLoad();
    rig.time.advance(Duration.ofSeconds(1));
    assertThat(winner).isCompletedWithValue("mine");
    assertThat(loser).isCompletedWithValue("mine more");
  }

  @Test
  void aDeadOwnersTicketIsGoneWhenItsLeaseEnds() {
    CompletableFuture<String> dead = read("dead");
    rig.append(" more");
    rig.time.advance(LOAD_TIME.plusSeconds(2));

    assertThat(rig.there()).isEqualTo("nothing");
    assertThat(dead).isNotDone();
  }

  @Test
  void anAppendThatComesBeforeTheTicketSpoilsNothingForLong() {
    rig.store.before("set", () -> rig.append("early"));
    CompletableFuture<String> read = read("loaded");
    rig.runLoad();

    assertThat(read).isCompletedWithValue("loaded");
    assertThat(rig.there()).isEqualTo("loaded");
    assertThat(rig.store.asked())
        .containsExactly("get", "set", "get", "delete", "get", "set", "set");
  }

  @Test
  void aTicketThatWasLostLeavesNobodyWaiting() {
    rig.store.loseRequest("set");
    CompletableFuture<String> read = read("loaded");
    assertThat(rig.there()).isEqualTo("nothing");

    rig.runLoad();
    assertThat(read).isCompletedWithValue("loaded");
    assertThat(rig.there()).isEqualTo("nothing");
  }

  @Test
  void contentThatIsExtendedFasterThanItCanBeStoredIsRemoved() {
    CompletableFuture<String> read = read("loaded");
    for (int i = 0; i < 100; i++) {
      rig.store.before("set", () -> rig.append("."));
    }
    rig.runLoad();

    assertThat(read).isCompletedWithValue("loaded");
    assertThat(rig.there()).isEqualTo("nothing");
  }

  @Test
  void contentWhosePlaceholderCantBeReadIsReturnedAndNobodyWaitsForIt() {
    CompletableFuture<String> read = read("loaded");
    rig.append(" more");
    rig.store.loseRequest("get");
    rig.runLoad();

    assertThat(read).isCompletedWithValue("loaded");
    assertThat(rig.there()).isEqualTo("nothing");
  }

  @Test
  void aTicketWhoseReplyWasLostLeavesNobodyWaiting() {
    rig.store.loseReply("set");
    CompletableFuture<String> read = read("loaded");
    assertThat(rig.there()).isEqualTo("nothing");

    rig.runLoad();
    assertThat(read).isCompletedWithValue("loaded");
    assertThat(rig.there()).isEqualTo("nothing");
  }

  @Test
  void aLoadThatFailsAfterOthersHaveAddedLeavesNobodyWaiting() {
    CompletableFuture<String> read = rig.read(Words.from(() -> {
          throw new IllegalStateException("broken");
        })
        .extended());
    rig.append(" more");
    rig.runLoad();

    assertThat(read).isCompletedExceptionally();
    assertThat(rig.there()).isEqualTo("nothing");
  }

  @Test
  void contentThatCantBeStoredLeavesNobodyWaitingThoughOthersHaveAdded() {
    CompletableFuture<String> read = rig.read(Words.of("huge").extended().notStorable());
    rig.append(" more");
    rig.runLoad();

    assertThat(read).isCompletedWithValue("huge");
    assertThat(rig.there()).isEqualTo("nothing");
  }

  @Test
  void aLoadThatFailsLateLeavesAnothersPlaceholder() {
    CompletableFuture<String> late = rig.read(Words.from(() -> {
          throw new IllegalStateException("broken");
        })
        .extended());
    rig.delete();
    CompletableFuture<String> fresh = read("new");

    rig.runLoad();
    assertThat(late).isCompletedExceptionally();
    rig.runLoad();
    assertThat(fresh).isCompletedWithValue("new");
    assertThat(rig.there()).isEqualTo("new");
  }

  @Test
  void anExecutorThatBreaksIsToldAndLeavesNobodyWaiting() {
    CompletableFuture<String> read = rig.readsOn(task -> {
          throw new IllegalStateException("no more threads");
        })
        .read(LeaseRig.KEY, Words.of("never").extended());

    assertThat(read).isCompletedExceptionally();
    assertThat(rig.there()).isEqualTo("nothing");
  }

  @Test
  void contentThatCantBeStoredWithWhatCameLeavesNoPlaceholder() {
    CompletableFuture<String> read = rig.read(new Brittle());
    rig.append(" more");
    rig.runLoad();

    assertThat(read).isCompletedExceptionally();
    assertThat(rig.there()).isEqualTo("nothing");
  }

  /** Takes nothing that others add. */
  private static final class Brittle implements Content<String> {
    private final Words words = Words.of("loaded");

    @Override
    public String read(Item item) {
      throw new AssertionError();
    }

    @Override
    public String load() throws Exception {
      return words.load();
    }

    @Override
    public boolean isExtended() {
      return true;
    }

    @Override
    public Put put(String content, byte[] before, byte[] behind) {
      if (behind.length > 0) {
        throw new IllegalStateException("brittle");
      }
      return Objects.requireNonNull(words.put(content, before, behind));
    }
  }
}
