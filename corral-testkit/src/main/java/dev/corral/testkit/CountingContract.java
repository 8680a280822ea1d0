package dev.corral.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import dev.corral.store.Arithmetic;
import dev.corral.store.ArithmeticOutcome.Counted;
import dev.corral.store.ArithmeticOutcome.Refused;
import dev.corral.store.Cas;
import dev.corral.store.Get;
import dev.corral.store.Miss;
import dev.corral.store.Put;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The contract's part on counters. */
abstract class CountingContract extends DeletingContract {
  @Test
  void aCounterGoesUpAndDown() {
    Key key = stored("10");
    assertThat(run(Arithmetic.add(key, 5))).isEqualTo(new Counted(15));
    assertThat(run(Arithmetic.subtract(key, 6))).isEqualTo(new Counted(9));
    assertThat(run(Arithmetic.add(key, 0))).isEqualTo(new Counted(9));
    assertThat(look(key).flags()).isEqualTo(FLAGS);
  }

  @Test
  void aCounterStopsAtZero() {
    assertThat(run(Arithmetic.subtract(stored("3"), 4))).isEqualTo(new Counted(0));
  }

  /**
   * From 2<sup>63</sup> on, servers at least up to 1.6.18 look for a minus sign also behind the
   * value, in whatever the memory held before, and may take the number for none.
   */
  @Test
  void aCounterWrapsAfterTheLargestNumberOrIsRefused() {
    String largest = "18446744073709551615";
    assertThat(run(Arithmetic.add(stored(largest), 1))).isIn(new Counted(0), Refused.NOT_NUMERIC);
    assertThat(run(Arithmetic.subtract(stored(largest), 1)))
        .isIn(new Counted(-2), Refused.NOT_NUMERIC);
    assertThat(run(Arithmetic.add(stored("1"), -1L))).isEqualTo(new Counted(0));
  }

  @Test
  void fewerDigitsMayBePaddedWithSpaces() {
    Key key = stored("100");
    run(Arithmetic.subtract(key, 1));
    assertThat(textOf(key)).isIn("99", "99 ");
    run(Arithmetic.add(key, 901));
    assertThat(textOf(key)).isEqualTo("1000");
  }

  @Test
  void aCounterThatIsNotThereIsNotFound() {
    Key key = freshKey();
    assertThat(run(Arithmetic.add(key, 1))).isEqualTo(Refused.NOT_FOUND);
    assertThat(run(Get.of(key))).isEqualTo(Miss.MISS);
  }

  @Test
  void aCounterIsCreatedWithItsFirstValueAndALife() {
    Key key = freshKey();
    Arithmetic count = Arithmetic.add(key, 3).orCreate(100, Ttl.seconds(60));
    assertThat(run(count)).isEqualTo(new Counted(100));
    assertThat(run(count)).isEqualTo(new Counted(103));
    assertThat(look(key).remaining()).isBetween(Duration.ofSeconds(55), Duration.ofSeconds(60));
    Key largest = freshKey();
    assertThat(run(Arithmetic.add(largest, 1).orCreate(-1, Ttl.NEVER))).isEqualTo(new Counted(-1));
    assertThat(textOf(largest)).isEqualTo("18446744073709551615");
  }

  @Test
  void aCreatedCounterIsGoneAfterItsTtlHoweverOftenItCounts() {
    Key key = freshKey();
    Arithmetic count = Arithmetic.add(key, 1).orCreate(9, Ttl.seconds(2));
    run(count);
    run(count);
    pass(Duration.ofSeconds(2));
    assertThat(run(Get.of(key))).isEqualTo(Miss.MISS);
  }

  @Test
  void whatIsNoNumberIsNotCounted() {
    // White space alone is not here: memcached reads on behind it, whatever its memory held before.
    for (String text : List.of("", "one", "-1", "1.5", "18446744073709551616")) {
      Key key = stored(text);
      assertThat(run(Arithmetic.add(key, 1))).as("'%s'", text).isEqualTo(Refused.NOT_NUMERIC);
      assertThat(textOf(key)).isEqualTo(text);
    }
  }

  @Test
  void countingNeedsTheCasUnchangedAndChangesIt() {
    Key key = stored("1");
    Cas outdated = outdatedCasOf(key);
    assertThat(run(Arithmetic.add(key, 1).ifCas(outdated))).isEqualTo(Refused.EXISTS);
    Cas current = casOf(key);
    assertThat(run(Arithmetic.add(key, 1).ifCas(current))).isEqualTo(new Counted(2));
    assertThat(casOf(key)).isNotEqualTo(current);
  }

  @Test
  void aCasOfAnotherIncarnationCountsNothing() {
    Key key = stored("1");
    Cas foreign = new Cas(casOf(key).number(), new Object());
    assertThat(run(Arithmetic.add(key, 1).ifCas(foreign))).isEqualTo(Refused.EXISTS);
    assertThat(textOf(key)).isEqualTo("1");
    Key missing = freshKey();
    assertThat(run(Arithmetic.add(missing, 1).orCreate(1, Ttl.NEVER).ifCas(foreign)))
        .isEqualTo(Refused.EXISTS);
    assertThat(run(Get.of(missing))).isEqualTo(Miss.MISS);
  }

  @Test
  void noCountIsLostAmongMany() {
    Key key = freshKey();
    run(Put.set(key, bytes("0"), Ttl.NEVER));
    List<CompletableFuture<Void>> tasks = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      tasks.add(CompletableFuture.runAsync(() -> {
        for (int j = 0; j < 250; j++) {
          run(Arithmetic.add(key, 1));
        }
      }));
    }
    tasks.forEach(task -> await(task));
    assertThat(run(Arithmetic.add(key, 0))).isEqualTo(new Counted(2000));
  }
}
