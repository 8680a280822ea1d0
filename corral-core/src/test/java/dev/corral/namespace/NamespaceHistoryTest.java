package dev.corral.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.namespace.NamespaceHistory.Parts;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NamespaceHistoryTest {
  @Test
  void explore() {
    long t0 = System.nanoTime();
    int n = Integer.getInteger("runs", 1000);
    int from = Integer.getInteger("from", 0);
    int reads = 0, loads = 0, bad = 0;
    Map<String, Integer> kinds = new TreeMap<>();
    for (long s = from; s < from + n; s++) {
      NamespaceHistory h = new NamespaceHistory(s, Parts.SOUND).run();
      reads += h.promises.reads;
      loads += h.promises.loads;
      if (!h.promises.faults.isEmpty()) {
        bad++;
        String f = h.promises.faults.get(0);
        kinds.merge(f.substring(0, f.indexOf(':')), 1, Integer::sum);
        if (bad < 12) System.out.println("seed " + s + " " + f);
      }
    }
    System.out.println("runs " + n + " bad " + bad + " " + kinds + " reads " + reads + " loads "
        + loads + " ms " + (System.nanoTime() - t0) / 1_000_000);
    String seed = System.getProperty("seed");
    if (seed != null) {
      NamespaceHistory h = new NamespaceHistory(Long.parseLong(seed), Parts.SOUND);
      h.promises.tracing = true;
      h.run();
      h.promises.trace.forEach(System.out::println);
    }
    assertThat(bad).isZero();
  }
}
