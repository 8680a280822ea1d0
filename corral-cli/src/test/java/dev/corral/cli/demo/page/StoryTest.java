package dev.corral.cli.demo.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cli.demo.scene.Way;
import dev.corral.cli.demo.screen.MadeUpShow;
import dev.corral.dashboard.web.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoryTest {
  private static final String SCENES = "\"scenes\":[{\"number\":1,\"title\":\"A hot key expires\"},"
      + "{\"number\":5,\"title\":\"A cache server is killed and comes back\"}]";
  private static final String CAST = "\"cast\":{\"processes\":4,\"callersEach\":16,\"reads\":4,"
      + "\"queryMillis\":80,\"patienceMillis\":1000,\"cache\":\"3 nodes, embedded in this process\","
      + "\"sample\":0.1}";
  private static final String EXPIRY = "\"number\":1,\"title\":\"A hot key expires\","
      + "\"story\":\"All want one page. Its value is cached, and expires every second.\","
      + "\"seconds\":4.0,";
  private static final String NOTHING = "{\"samples\":[],\"figures\":null}";
  private static final String NAIVE_FIGURES =
      "{\"calls\":6509,\"queries\":1204,\"p99\":1003.0,\"errors\":88,\"stale\":0,\"old\":0}";
  private static final String CORRAL_FIGURES =
      "{\"calls\":8383,\"queries\":12,\"p99\":3.16,\"errors\":0,\"stale\":1625,\"old\":0}";

  private final List<Object> told = new ArrayList<>();
  private final Story story = new Story(List.of(MadeUpShow.EXPIRY, MadeUpShow.NODE), told::add);

  private String last() {
    return Json.of(told.get(told.size() - 1));
  }

  @Test
  void itBeginsWithWhoTakesPartAndWhatIsPrepared() {
    story.opens(MadeUpShow.CAST);
    story.prepares("starting 4 processes");

    assertThat(last())
        .isEqualTo("{\"phase\":\"preparing\",\"note\":\"starting 4 processes\"," + CAST + ","
            + SCENES + ",\"scene\":null,\"results\":[]}");
  }

  @Test
  void aSceneIsToldBeforeAndWhileItIsPlayedEachWay() {
    story.opens(MadeUpShow.CAST);
    story.prepares("a short rehearsal");
    story.begins(MadeUpShow.EXPIRY);
    assertThat(last())
        .isEqualTo("{\"phase\":\"playing\",\"note\":\"\"," + CAST + "," + SCENES + ",\"scene\":{"
            + EXPIRY + "\"way\":null,\"naive\":" + NOTHING + ",\"corral\":" + NOTHING
            + "},\"results\":[]}");

    story.plays(MadeUpShow.EXPIRY, Way.NAIVE);
    story.prepares("filling the cache");
    assertThat(last())
        .contains("\"phase\":\"playing\",\"note\":\"filling the cache\"", "\"way\":\"naive\"");

    story.sees(MadeUpShow.samples(MadeUpShow.EXPIRED, Way.NAIVE).get(12));
    String naive = "{\"samples\":[{\"at\":1.3,\"calls\":162,\"queries\":50,\"running\":16,"
        + "\"errors\":14,\"p99\":752.25,\"events\":[]}],\"figures\":";
    assertThat(last())
        .contains("\"note\":\"\"")
        .contains("\"way\":\"naive\",\"naive\":" + naive + "null},\"corral\":" + NOTHING);

    story.played(MadeUpShow.EXPIRY, Way.NAIVE, MadeUpShow.EXPIRED.of(Way.NAIVE));
    story.plays(MadeUpShow.EXPIRY, Way.CORRAL);
    assertThat(last())
        .contains(
            "\"way\":\"corral\",\"naive\":" + naive + NAIVE_FIGURES + "},\"corral\":" + NOTHING);
  }

  @Test
  void eventsAreToldWhereTheyHappen() throws IOException {
    MadeUpShow.play(story, MadeUpShow.NODE_DIED);

    assertThat(last())
        .containsPattern("\\{\"at\":1\\.1,[^}]*\"events\":\\[\"node 2 dies\"]}")
        .containsPattern("\\{\"at\":3\\.1,[^}]*\"events\":\\[\"node 2 returns\"]}");
  }

  @Test
  void atTheEndThereAreAllResultsAndTheLastScene() throws IOException {
    MadeUpShow.play(story);

    assertThat(last())
        .startsWith("{\"phase\":\"over\",\"note\":\"\",")
        .contains("\"scene\":{\"number\":5,", "\"way\":null")
        .contains("\"results\":[{\"number\":1,\"title\":\"A hot key expires\",\"naive\":"
            + NAIVE_FIGURES + ",\"corral\":" + CORRAL_FIGURES + "},{\"number\":5,");
  }

  @Test
  void whatWasToldDoesNotChangeWhenTheStoryGoesOn() throws IOException {
    List<String> asTold = new ArrayList<>();
    Story other = new Story(List.of(MadeUpShow.EXPIRY, MadeUpShow.NODE), now -> {
      told.add(now);
      asTold.add(Json.of(now));
    });
    MadeUpShow.play(other);

    assertThat(told).extracting(Json::of).isEqualTo(asTold).doesNotHaveDuplicates();
  }

  @Test
  void whatWasPlayedBeforeItWasStoppedStays() throws IOException {
    story.opens(MadeUpShow.CAST);
    MadeUpShow.play(story, MadeUpShow.EXPIRED);
    story.begins(MadeUpShow.NODE);
    story.plays(MadeUpShow.NODE, Way.NAIVE);
    story.sees(MadeUpShow.samples(MadeUpShow.NODE_DIED, Way.NAIVE).get(0));
    story.closes(List.of(MadeUpShow.EXPIRED), true);

    assertThat(last())
        .startsWith("{\"phase\":\"stopped\",")
        .contains("\"way\":null,\"naive\":{\"samples\":[{\"at\":0.1,")
        .contains("],\"figures\":null},\"corral\":" + NOTHING)
        .endsWith("\"corral\":" + CORRAL_FIGURES + "}]}");
  }

  @Test
  void itCanBeStoppedBeforeItBegins() {
    story.closes(List.of(), true);

    assertThat(last())
        .isEqualTo("{\"phase\":\"stopped\",\"note\":\"\",\"cast\":null," + SCENES
            + ",\"scene\":null,\"results\":[]}");
  }
}
