package dev.corral.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.site.Site;
import dev.corral.store.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class GenerationsTest {
  private static final Instant START = Instant.parse("2025-06-01T12:00:00Z");

  private final Random random = new Random(1);
  private Instant now = START;
  private final Site site = Site.on(MemoryStore.create()).clock(() -> now).random(() -> random);
  private final Generations generations = new Generations(site);

  private static Instant born(long generation) {
    return new Generation(generation).born();
  }

  @Test
  void aGenerationTellsTheTimeOfItsBirth() {
    assertThat(born(generations.next())).isEqualTo(START);
    now = START.plusMillis(5);
    assertThat(born(generations.next())).isEqualTo(now);
  }

  @Test
  void eachIsGreaterThanAllBeforeThoughTheClockStandsStillOrGoesBack() {
    long last = 0;
    for (int i = 0; i < 1000; i++) {
      now = START.minusMillis(i % 3 == 0 ? i : 0);
      long next = generations.next();
      assertThat(next).isGreaterThan(last);
      last = next;
    }
    assertThat(born(last)).isEqualTo(START.plusMillis(999));
  }

  @Test
  void eachIsGreaterThanAnyThatWasSeen() {
    long others = START.plus(Duration.ofHours(1)).toEpochMilli() << 21 | 0x1fffff;
    generations.saw(others);
    generations.saw(others - 1);
    generations.saw(0);
    long next = generations.next();
    assertThat(next).isGreaterThan(others);
    assertThat(born(next)).isEqualTo(START.plus(Duration.ofHours(1)).plusMillis(1));
  }

  @Test
  void twoProcessesHardlyDrawTheSameInOneMillisecond() {
    Set<Long> drawn = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      drawn.add(new Generations(site).next());
    }
    assertThat(drawn).hasSize(100).allMatch(one -> born(one).equals(START));
  }

  @Test
  void theRandomBitsAreUsedToTheLast() {
    long or = LongStream.generate(() -> new Generations(site).next())
        .limit(200)
        .reduce(0, (all, one) -> all | one);
    long and = LongStream.generate(() -> new Generations(site).next())
        .limit(200)
        .reduce(-1, (all, one) -> all & one);
    assertThat(or & 0x1fffff).isEqualTo(0x1fffff);
    assertThat(and & 0x1fffff).isZero();
  }

  @Test
  void noneIsEverNegative() {
    now = Instant.parse("9999-01-01T00:00:00Z");
    assertThat(generations.next()).isPositive();
    generations.saw(Long.MAX_VALUE);
    assertThat(generations.next()).isPositive();
  }

  @Test
  void threadsThatDrawAtOnceGetDifferentOnes() {
    Site threads = Site.on(MemoryStore.create());
    Generations shared = new Generations(threads);
    List<CompletableFuture<List<Long>>> drawers = IntStream.range(0, 4)
        .mapToObj(i -> CompletableFuture.supplyAsync(
            () -> LongStream.generate(shared::next).limit(500).boxed().toList()))
        .toList();
    assertThat(drawers.stream().flatMap(each -> each.join().stream()))
        .hasSize(2000)
        .doesNotHaveDuplicates();
    threads.close();
  }
}
