package dev.corral.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SceneTest {
  private final List<Scene> scenes = Scene.all(Duration.ofSeconds(4));

  @Test
  void theStoryTellsTheTimes() {
    assertThat(scenes.get(0).story()).endsWith("expires every 1 s.");
    assertThat(scenes.get(2).story()).contains("every 500 ms. From 1 s to 3 s every query fails.");
  }

  @Test
  void onlyTheLastHasADatabaseThatFailsInTheMiddleHalf() {
    assertThat(downs(scenes.get(0))).isEmpty();
    assertThat(downs(scenes.get(1))).isEmpty();
    assertThat(downs(scenes.get(2)))
        .containsExactlyElementsOf(IntStream.range(10, 30).boxed().toList());
  }

  @Test
  void onlyTheSecondHasACacheThatRestartsAfterEachQuarter() {
    assertThat(restarts(scenes.get(0))).isEmpty();
    assertThat(restarts(scenes.get(1))).containsExactly(10, 20, 30);
    assertThat(restarts(scenes.get(2))).isEmpty();
  }

  private static List<Integer> downs(Scene scene) {
    return IntStream.range(0, Crowd.SIGNS)
        .filter(part -> scene.isDownAt((double) part / Crowd.SIGNS))
        .boxed()
        .toList();
  }

  private static List<Integer> restarts(Scene scene) {
    return IntStream.range(0, Crowd.SIGNS)
        .filter(part -> scene.restartsAt((double) part / Crowd.SIGNS))
        .boxed()
        .toList();
  }
}
