package dev.corral.embedded.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlabClassesTest {
  private final SlabClasses classes = new SlabClasses(1 << 20);

  @Test
  void sizesGrowByAQuarterUpToHalfAPage() {
    assertThat(classes.count()).isEqualTo(39);
    assertThat(List.of(1, 2, 3, 10, 38, 39).stream().map(classes::chunkSize))
        .containsExactly(96, 120, 152, 752, 394_840, 524_288);
    assertThat(classes.chunksPerPage(1)).isEqualTo(10_922);
    assertThat(classes.largestChunk()).isEqualTo(524_288);
  }

  @Test
  void noChunkIsLargerThanAnItemMayBe() {
    SlabClasses few = new SlabClasses(8192);
    assertThat(few.largestChunk()).isEqualTo(8192);
    assertThat(few.chunkSize(few.count() - 1)).isLessThan(8192);
  }

  @Test
  void anItemGetsTheSmallestChunkThatHoldsIt() {
    assertThat(classes.classOf(60)).isEqualTo(1);
    assertThat(classes.classOf(96)).isEqualTo(1);
    assertThat(classes.classOf(97)).isEqualTo(2);
    assertThat(classes.classOf(524_288)).isEqualTo(39);
    assertThat(classes.classOf(524_289)).isEqualTo(39);
  }

  @Test
  void aLargeItemTakesOneChunkForItsKeyAndSeveralForItsValue() {
    assertThat(chunks(1, 10)).containsExactly(1);
    // 524,240 bytes of the value fit into the largest, and 175,762 are left.
    assertThat(chunks(1, 700_000)).containsExactly(2, 39, classes.classOf(175_810));
    assertThat(chunks(200, 1_040_000)).containsExactly(classes.classOf(305), 39, 39);
  }

  private List<Integer> chunks(int keyLength, int valueLength) {
    List<Integer> chunks = new ArrayList<>();
    classes.forEachChunk(keyLength, valueLength, 0, chunks::add);
    return chunks;
  }

  @Test
  void aClassOnceNeededIsRemembered() {
    assertThat(classes.isNeeded(1)).isFalse();
    classes.need(1, 1, 0);
    classes.need(1, 2, 0);
    assertThat(classes.isNeeded(1)).isTrue();
    assertThat(classes.isNeeded(2)).isFalse();
  }
}
