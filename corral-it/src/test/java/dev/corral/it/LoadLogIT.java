package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.LoadLog.Loaded;
import dev.corral.it.LoadLog.Loading;
import dev.corral.metric.Latencies;
import dev.corral.metric.LatencyHistogram;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Processes tell of their loads and calls, whatever becomes of them. */
class LoadLogIT {
  @Test
  void theLoadsOfAllAreTold() {
    try (Jvms jvms = Jvms.start(3, Loader.class)) {
      jvms.go();
      jvms.await("loading");
      jvms.send("finish");
      LoadLog log = LoadLog.of(jvms, Nodes.PATIENCE);
      assertThat(log.of("own")).hasSize(3);
      assertThat(log.of("own")).extracting(Loaded::jvm).containsExactlyInAnyOrder(0, 1, 2);
      assertThat(log.of("own")).extracting(Loaded::outcome).containsOnly("loaded");
      assertThat(log.of("own"))
          .allMatch(load -> load.value().equals("value\nof " + load.jvm()))
          .noneMatch(Loaded::isOpen)
          .noneMatch(load -> load.took().isNegative());
      assertThat(log.of("kept")).extracting(Loaded::outcome).containsOnly("finished");
      assertThat(log.mostAtOnce("kept")).isEqualTo(3);
      assertThat(log.of("none")).isEmpty();
      assertThat(log.loads())
          .hasSize(6)
          .isSortedAccordingTo((a, b) -> Long.compare(a.began(), b.began()));
    }
  }

  @Test
  void theCallsOfAllAreCountedTogether() {
    try (Jvms jvms = Jvms.start(3, Loader.class)) {
      jvms.go();
      jvms.send("finish");
      LoadLog log = LoadLog.of(jvms, Nodes.PATIENCE);
      LatencyHistogram expected = new LatencyHistogram();
      for (int i = 0; i < 30; i++) {
        expected.record(Duration.ofMillis(1 + i / 10).toNanos());
      }
      assertThat(log.calls("get")).isEqualTo(expected.snapshot());
      assertThat(log.calls("put").count()).isEqualTo(3);
      assertThat(log.calls("none")).isEqualTo(Latencies.none());
    }
  }

  @Test
  void aLoadWhoseProcessWasKilledIsOpen() {
    try (Jvms jvms = Jvms.start(2, Loader.class)) {
      jvms.go();
      jvms.get(1).await("loading");
      jvms.get(1).kill();
      jvms.send("finish");
      LoadLog log = LoadLog.of(jvms, Nodes.PATIENCE);
      assertThat(log.of("kept")).hasSize(2);
      for (Loaded load : log.of("kept")) {
        assertThat(load.isOpen()).isEqualTo(load.jvm() == 1);
        assertThat(load.outcome()).isEqualTo(load.jvm() == 1 ? "open" : "finished");
      }
      assertThat(log.calls("put").count()).isEqualTo(1);
    }
  }

  @Test
  void loadsRunAtOnceIfOneBeginsBeforeAnotherEnds() {
    assertThat(log(0, 10, 10, 20, 20, 30).mostAtOnce("key")).isEqualTo(1);
    assertThat(log(0, 10, 9, 20, 20, 30).mostAtOnce("key")).isEqualTo(2);
    assertThat(log(0, Long.MAX_VALUE, 10, 20, 15, 30).mostAtOnce("key")).isEqualTo(3);
    assertThat(log(0, 10).mostAtOnce("other")).isZero();
  }

  private static LoadLog log(long... moments) {
    Loaded[] loads = new Loaded[moments.length / 2];
    Arrays.setAll(
        loads, i -> new Loaded(0, "key", 0, moments[2 * i], moments[2 * i + 1], "loaded", ""));
    return new LoadLog(List.of(loads), Map.of());
  }

  @Test
  void latenciesAreTheSameOnTheOtherSide() {
    Random random = new Random(20_261_115);
    for (int count : new int[] {0, 1, 2, 1_000, 300_000}) {
      LatencyHistogram histogram = new LatencyHistogram();
      for (int i = 0; i < count; i++) {
        histogram.record(random.nextLong() >>> (1 + random.nextInt(63)));
      }
      Latencies latencies = histogram.snapshot();
      List<String> told =
          LoadLog.buckets(latencies).stream().map(String::valueOf).toList();
      assertThat(LoadLog.latencies(told)).isEqualTo(latencies);
    }
  }

  /** Loads a value, and begins a load that ends when the test says so. */
  private static final class Loader implements Worker {
    @Override
    public void run(Parent parent, List<String> arguments) throws InterruptedException {
      LoadLog.Writer log = new LoadLog.Writer(parent);
      parent.awaitGo();
      log.begin("own").end("loaded", "value\nof " + parent.number());
      for (int i = 0; i < 10; i++) {
        log.took("get", Duration.ofMillis(1 + parent.number()).toNanos());
      }
      log.took("put", 1);
      Loading kept = log.begin("kept");
      parent.report("loading");
      parent.next();
      kept.end("finished", "");
      log.finish();
      parent.next();
    }
  }
}
