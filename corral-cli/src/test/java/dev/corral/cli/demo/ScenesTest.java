package dev.corral.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cli.demo.scene.Event;
import dev.corral.cli.demo.scene.Scene;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScenesTest {
  private static final Duration USUAL = Duration.ofSeconds(4);

  @ParameterizedTest
  @ValueSource(longs = {500, 2000, 4000, 600_000})
  void theyCanBePlayedAtAnyLength(long millis) {
    List<Scene> scenes = Scenes.of(Duration.ofMillis(millis), true);

    assertThat(scenes)
        .extracting(Scene::number)
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, Scenes.COUNT).boxed().toList());
    assertThat(scenes).extracting(Scene::name).doesNotHaveDuplicates();
    assertThat(scenes).allSatisfy(scene -> {
      assertThat(scene.plan().users() * scene.plan().pages()).isBetween(1, 240);
      assertThat(scene.plan().ttl().toNanosPart()).isZero();
      assertThat(scene.plan().ttl()).isPositive();
      assertThat(scene.events())
          .isSortedAccordingTo(Comparator.comparingDouble(Event::at))
          .allSatisfy(event -> assertThat(event.at()).isBetween(0.0, 1.0));
    });
  }

  @Test
  void whereValuesExpireARunIsLongEnoughForThat() {
    List<Scene> scenes = Scenes.of(Duration.ofMillis(500), true);

    assertThat(scenes)
        .extracting(scene -> scene.length().toMillis())
        .containsExactly(3000L, 500L, 500L, 500L, 500L, 3000L);
    assertThat(List.of(scenes.get(0), scenes.get(5)))
        .allSatisfy(scene -> assertThat(scene.plan().ttl()).isLessThan(scene.length()));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsSaidOfThemFitsTheScreen(boolean isOwnCache) {
    assertThat(Scenes.of(Duration.ofMinutes(10), isOwnCache)).allSatisfy(scene -> {
      assertThat(scene.title()).hasSizeLessThanOrEqualTo(40);
      assertThat(scene.story()).hasSizeLessThanOrEqualTo(150);
      assertThat(scene.events())
          .allSatisfy(event -> assertThat(event.note()).hasSizeLessThanOrEqualTo(24));
    });
  }

  @Test
  void theStoriesTellTheTimes() {
    List<Scene> scenes = Scenes.of(Duration.ofSeconds(5), true);
    assertThat(scenes.get(0).story()).endsWith("expires every 2 s.");
    assertThat(scenes.get(3).story()).contains("naive by flush_all").endsWith("over 2500 ms.");
  }

  @Test
  void onAClusterOfTheUsersNothingIsFlushedOrKilledAndTheStoriesSaySo() {
    List<Scene> scenes = Scenes.of(USUAL, false);
    assertThat(scenes.get(3).story()).contains("no flush_all: the cluster is yours");
    assertThat(scenes.get(4).story()).contains("of the demo's own, not on yours");
  }

  @Test
  void whatBreaksIsMendedAgain() {
    List<Scene> scenes = Scenes.of(USUAL, true);
    assertThat(scenes.get(4).events())
        .extracting(Event::kind)
        .containsExactly(Event.Kind.NODE_DIES, Event.Kind.NODE_RETURNS);
    assertThat(scenes.get(5).events())
        .extracting(Event::kind)
        .containsExactly(Event.Kind.DATABASE_FAILS, Event.Kind.DATABASE_RECOVERS);
  }
}
