package dev.corral.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.cli.demo.crowd.ThreadLauncher;
import dev.corral.cli.demo.page.Backstage;
import dev.corral.cli.demo.scene.Audience;
import dev.corral.cli.demo.scene.Audience.Cast;
import dev.corral.cli.demo.scene.Audience.Result;
import dev.corral.cli.demo.scene.Event;
import dev.corral.cli.demo.scene.Figures;
import dev.corral.cli.demo.scene.Sample;
import dev.corral.cli.demo.scene.Scene;
import dev.corral.cli.demo.scene.Way;
import dev.corral.codec.Codec;
import dev.corral.embedded.EmbeddedServer;
import dev.corral.memcached.MemcachedClient;
import dev.corral.memcached.MemcachedStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class ShowTest {
  private static final Duration LENGTH = Duration.ofMillis(800);
  private static final List<Scene> SCENES = Scenes.of(LENGTH, true);
  private static final Cast CAST = new Cast(
      2,
      4,
      Duration.ofMillis(5),
      "embedded",
      "here",
      2,
      4,
      Duration.ofMillis(10),
      Duration.ofSeconds(10),
      Duration.ofMillis(100),
      LENGTH);

  private final ThreadLauncher launcher = new ThreadLauncher();
  private final RecordingAudience audience = new RecordingAudience();

  private final Cache own = Cache.start(3);
  private final Backstage backstage = new Backstage();

  @AfterEach
  void close() {
    own.close();
  }

  private Show show(Audience watching) {
    return new Show(CAST, launcher, own, own, backstage, watching);
  }

  private void play(List<Scene> scenes) throws Exception {
    show(audience).play(scenes);
    launcher.join();
  }

  @Test
  void eachSceneIsPlayedNaivelyAndWithCorral() throws Exception {
    play(SCENES.subList(1, 3));

    assertThat(audience.heard)
        .containsExactly(
            "opens",
            "prepares",
            "prepares",
            "begins 2",
            "plays naive",
            "played naive",
            "plays Corral",
            "played Corral",
            "ends 2",
            "begins 3",
            "plays naive",
            "prepares",
            "played naive",
            "plays Corral",
            "prepares",
            "played Corral",
            "ends 3",
            "closes");
    assertThat(audience.isStopped).isFalse();
    assertThat(audience.results).extracting(Result::scene).isEqualTo(SCENES.subList(1, 3));
    assertThat(launcher.count()).isEqualTo(CAST.processes());
  }

  @Test
  void theSamplesOfARunFollowEachOtherAndTellOfItsEvents() throws Exception {
    play(SCENES.subList(2, 3));

    assertThat(audience.samples).hasSize(16);
    List<Sample> naive = audience.samples.subList(0, 8);
    assertThat(naive)
        .extracting(sample -> sample.end().toMillis())
        .containsExactly(100L, 200L, 300L, 400L, 500L, 600L, 700L, 800L);
    assertThat(naive.stream().flatMap(sample -> sample.events().stream()))
        .isEqualTo(SCENES.get(2).events());
    Figures figures = figures(0, Way.NAIVE);
    assertThat(naive.stream().mapToLong(Sample::calls).sum()).isBetween(1L, figures.calls());
    assertThat(naive.stream().mapToLong(Sample::queries).sum()).isBetween(1L, figures.queries());
  }

  @Test
  void withCorralNobodyIsGivenAnythingOldAfterAnInvalidation() throws Exception {
    play(SCENES.subList(2, 3));

    assertThat(figures(0, Way.CORRAL).old()).isZero();
    assertThat(figures(0, Way.CORRAL).errors()).isZero();
    assertThat(figures(0, Way.CORRAL).queries()).isPositive();
  }

  @Test
  void corralServesOldValuesWhileTheDatabaseFails() throws Exception {
    play(Scenes.of(Duration.ofSeconds(3), true).subList(5, 6));

    assertThat(figures(0, Way.NAIVE).errors()).isPositive();
    assertThat(figures(0, Way.NAIVE).stale()).isZero();
    assertThat(figures(0, Way.CORRAL).errors()).isZero();
    assertThat(figures(0, Way.CORRAL).stale()).isPositive();
  }

  @Test
  void aServerDiesAndComesBackAndNobodyHasAnError() throws Exception {
    play(SCENES.subList(4, 5));

    assertThat(figures(0, Way.CORRAL).errors()).isZero();
    assertThat(figures(0, Way.CORRAL).queries()).isPositive();
    assertThat(figures(0, Way.NAIVE).queries()).isPositive();
  }

  @Test
  void allIsFlushedAndLoadedOnceMore() throws Exception {
    play(SCENES.subList(3, 4));

    int values = SCENES.get(3).plan().users() * SCENES.get(3).plan().pages();
    assertThat(figures(0, Way.NAIVE).queries()).isGreaterThanOrEqualTo(values);
    assertThat(figures(0, Way.CORRAL).queries()).isPositive();
  }

  @Test
  void onTheUsersClusterNothingOfOthersIsLostAndNothingOfItsOwnStays() throws Exception {
    try (EmbeddedServer server = EmbeddedServer.start();
        MemcachedStore store = MemcachedStore.open(server.uri())) {
      MemcachedClient<String> client = store.client(Codec.strings());
      client.set("somebody's", "value");
      new Show(CAST, launcher, own, Cache.at(server.uri()), backstage, audience)
          .play(Scenes.of(LENGTH, false).subList(1, 5));
      launcher.join();

      assertThat(client.get("somebody's")).isEqualTo("value");
      List<Event.Kind> seen = audience.samples.stream()
          .flatMap(sample -> sample.events().stream())
          .map(Event::kind)
          .toList();
      assertThat(seen).contains(Event.Kind.FLUSH, Event.Kind.NODE_DIES, Event.Kind.DEPLOY);
    }
  }

  private Figures figures(int scene, Way way) {
    return Objects.requireNonNull(audience.results.get(scene).figures().get(way));
  }

  @ParameterizedTest
  @ValueSource(strings = {"opens", "prepares", "begins 1", "plays naive", "sees"})
  void itCanBeStoppedAtAnyMoment(String moment) throws Exception {
    RecordingAudience stopped = playUntil(moment, Scenes.of(Duration.ofMinutes(10), true));

    assertThat(stopped.isStopped).isTrue();
    assertThat(stopped.results).isEmpty();
    assertThat(stopped.heard).endsWith("closes");
  }

  @Test
  void whatWasPlayedBeforeItWasStoppedCounts() throws Exception {
    RecordingAudience stopped = playUntil("begins 3", SCENES.subList(1, 3));

    assertThat(stopped.isStopped).isTrue();
    assertThat(stopped.results).hasSize(1);
  }

  private RecordingAudience playUntil(String moment, List<Scene> scenes) throws Exception {
    List<Show> shows = new ArrayList<>();
    RecordingAudience stopping = new RecordingAudience() {
      @Override
      protected void react(String what) {
        if (what.equals(moment)) {
          shows.get(0).stop();
        }
      }
    };
    shows.add(show(stopping));
    shows.get(0).play(scenes);
    launcher.join();
    return stopping;
  }

  @Test
  void aShowThatIsStoppedBeforeItBeginsHasNoScenes() throws Exception {
    Show show = show(audience);
    show.stop();
    show.play(SCENES);

    assertThat(audience.isStopped).isTrue();
    assertThat(launcher.count()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"opens", "begins 1", "sees"})
  void anAudienceThatHasLeftEndsIt(String moment) throws Exception {
    RecordingAudience leaving = new RecordingAudience() {
      @Override
      protected void react(String what) throws IOException {
        if (what.equals(moment)) {
          throw new IOException("Broken pipe");
        }
      }
    };
    Show show = show(leaving);

    assertThatThrownBy(() -> show.play(Scenes.of(Duration.ofMinutes(10), true)))
        .hasMessage("Broken pipe");
    launcher.join();
  }
}
