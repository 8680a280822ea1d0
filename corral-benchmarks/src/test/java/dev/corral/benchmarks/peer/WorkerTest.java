package dev.corral.benchmarks.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.benchmarks.peer.subject.Subject;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WorkerTest {
  @Test
  void everySubjectHasKeysOfItsOwnForValuesOfEachSize() {
    Set<String> keys = new HashSet<>();
    Set<Integer> sizes = new HashSet<>();
    for (Scenario scenario : Scenario.all()) {
      sizes.add(scenario.workload().valueSize());
    }
    for (Subject subject : Subject.values()) {
      for (int size : sizes) {
        assertThat(keys.add(Worker.keys(subject, size).key(0))).isTrue();
      }
    }
    assertThat(sizes).hasSizeGreaterThan(1);
  }
}
