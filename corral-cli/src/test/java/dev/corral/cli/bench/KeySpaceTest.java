package dev.corral.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeySpaceTest {
  private static List<String> keys(KeySpace space) {
    return IntStream.range(0, space.count()).mapToObj(space::key).toList();
  }

  @Test
  void keysAreAsLongAsEachOtherAndAllDifferent() {
    assertThat(keys(new KeySpace("mine:", 250, 7)))
        .hasSize(250)
        .doesNotHaveDuplicates()
        .allMatch(key -> key.length() == 32 && key.startsWith("mine:"))
        .contains("mine:" + "0".repeat(27), "mine:" + "0".repeat(24) + "249");
  }

  @Test
  void theirOrderIsNoneButTheSameEachTime() {
    List<String> keys = keys(new KeySpace("mine:", 250, 7));
    assertThat(keys).isEqualTo(keys(new KeySpace("mine:", 250, 9)));
    assertThat(keys).isNotEqualTo(keys.stream().sorted().toList());
  }

  @Test
  void theValueHasTheSizeThatIsAskedFor() {
    assertThat(new KeySpace("mine:", 100, 7).value()).hasSize(7).containsOnly('x');
  }

  @Test
  void batchesAreFullAndHoldEachKeyOnce() {
    KeySpace space = new KeySpace("mine:", 250, 7);
    assertThat(space.batches()).hasSize(2).allMatch(batch -> batch.size() == KeySpace.BATCH);
    assertThat(space.batches().stream().flatMap(List::stream))
        .containsExactlyElementsOf(keys(space).subList(0, 200));
  }

  @Test
  void afterTheLastKeyComesTheFirst() {
    KeySpace space = new KeySpace("mine:", 250, 7);
    assertThat(space.after(248)).isEqualTo(249);
    assertThat(space.after(249)).isZero();
  }

  @Test
  void callersBeginApart() {
    KeySpace space = new KeySpace("mine:", 10_000, 7);
    assertThat(IntStream.range(0, 64).map(space::startOf).boxed())
        .doesNotHaveDuplicates()
        .allMatch(start -> start < 10_000);
  }

  @Test
  void prefixesThatAreTooLongAndTooFewKeysAreRefused() {
    assertThatThrownBy(() -> new KeySpace("p".repeat(25), 100, 7))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("prefix");
    assertThatThrownBy(() -> new KeySpace("mine:", 99, 7))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("count");
  }
}
