package dev.corral.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.ring.Server;
import org.junit.jupiter.api.Test;

class MemoryChecksTest {
  private final TestServer cache1 = new TestServer("cache1:11211");

  @Test
  void manyEvictionsAreAWarningWithTheirFigures() {
    cache1
        .general("uptime", 36_000)
        .general("evictions", 5_000)
        .general("evicted_unfetched", 1_200)
        .items("items:3:evicted_time", 0)
        .items("items:5:evicted_time", 900)
        .items("items:9:evicted_time", 40);
    TestCluster cluster = TestCluster.with(cache1);
    assertThat(cluster.found()).containsExactly("warning evictions cache1:11211");
    assertThat(cluster.seen())
        .isEqualTo(
            "5,000 evictions, 500 an hour, 5 % of what was stored; 1,200 had never been read,"
                + " and one had been used 40 s before");
    assertThat(cluster.only().advice()).contains("-m; it has 64 MiB");
  }

  @Test
  void fewEvictionsAreNoted() {
    TestCluster cluster = TestCluster.with(cache1.general("evictions", 999));
    assertThat(cluster.found()).containsExactly("note evictions cache1:11211");
    assertThat(cluster.seen()).endsWith("had never been read");
  }

  @Test
  void toEvictWhatNobodyWantedIsNoted() {
    cache1.general("evictions", 50_000).items("items:3:evicted_time", 86_400);
    assertThat(TestCluster.with(cache1).found()).containsExactly("note evictions cache1:11211");
  }

  @Test
  void memoryThatIsNearlyFullIsNotedUntilItEvicts() {
    cache1.general("bytes", 60L << 20).general("limit_maxbytes", 64L << 20);
    assertThat(TestCluster.with(cache1).seen()).isEqualTo("94 % of 64 MiB are used");
    assertThat(TestCluster.with(cache1.general("evictions", 1)).found())
        .containsExactly("note evictions cache1:11211");
  }

  @Test
  void storesRefusedForWantOfMemoryAreAWarning() {
    assertThat(TestCluster.with(cache1.general("store_no_memory", 7)).found())
        .containsExactly("warning out-of-memory cache1:11211");
    assertThat(TestCluster.with(new TestServer("cache2:11211").items("items:39:outofmemory", 1_500))
            .seen())
        .isEqualTo("1,500 stores were refused for want of memory");
  }

  @Test
  void aServerThatNeverEvictsIsAWarning() {
    TestCluster cluster = TestCluster.with(cache1.settings("evictions", "off"));
    assertThat(cluster.found()).containsExactly("warning out-of-memory cache1:11211");
    assertThat(cluster.only().advice()).contains("without -M");
  }

  @Test
  void valuesThatAreTooLargeAreAWarningIfThereAreMany() {
    assertThat(TestCluster.with(cache1.general("store_too_large", 99)).found())
        .containsExactly("note too-large cache1:11211");
    TestCluster many = TestCluster.with(cache1.general("store_too_large", 100));
    assertThat(many.found()).containsExactly("warning too-large cache1:11211");
    assertThat(many.seen()).isEqualTo("100 values were larger than it takes (1 MiB)");
  }

  @Test
  void wantOfBuffersIsAWarning() {
    TestCluster cluster =
        TestCluster.with(cache1.general("read_buf_oom", 1).general("malloc_fails", 2));
    assertThat(cluster.found()).containsExactly("warning buffers cache1:11211");
    assertThat(cluster.seen()).startsWith("3 times it had no memory");
  }

  @Test
  void anItemSizeBelowTheOthersIsAWarningOfTheSmaller() {
    TestCluster cluster = TestCluster.with(cache1.settings("item_size_max", "524288"));
    assertThat(cluster.found()).containsExactly("warning item-size cache1:11211");
    assertThat(cluster.seen()).isEqualTo("it takes items up to 512 KiB, others up to 1 MiB");
    assertThat(cluster.only().advice()).contains("-I 1048576");
  }

  @Test
  void aLargeItemSizeOfOneMakesTheOthersSmall() {
    assertThat(TestCluster.with(cache1.settings("item_size_max", "8388608")).found())
        .containsExactly("warning item-size well1:11211 well2:11211");
  }

  @Test
  void smallItemsEverywhereAreAWarningToo() {
    TestCluster cluster = TestCluster.of(
        cache1.settings("item_size_max", "65536"),
        new TestServer("cache2:11211").settings("item_size_max", "65536"));
    assertThat(cluster.found()).containsExactly("warning item-size cache1:11211 cache2:11211");
    assertThat(cluster.seen()).isEqualTo("it takes items up to 64 KiB; 1 MiB is usual");
  }

  @Test
  void lessMemoryThanItsWeightSaysIsAWarning() {
    TestCluster cluster = TestCluster.with(cache1.general("limit_maxbytes", 32L << 20));
    assertThat(cluster.found()).containsExactly("warning memory-weight cache1:11211");
    assertThat(cluster.seen())
        .isEqualTo("it has 20 % of the memory (32 MiB) and, by weight 1, 33 % of the keys");
  }

  @Test
  void memoryByWeightIsFair() {
    TestServer light = new TestServer(Server.parse("light:11211").withWeight(100));
    TestServer heavy = new TestServer(Server.parse("heavy:11211").withWeight(300))
        .general("limit_maxbytes", 192L << 20);
    assertThat(TestCluster.of(light, heavy).found()).isEmpty();
  }
}
