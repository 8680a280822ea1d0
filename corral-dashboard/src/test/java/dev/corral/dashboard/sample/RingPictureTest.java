package dev.corral.dashboard.sample;

import static dev.corral.dashboard.sample.Told.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.corral.fault.ConfigurationException;
import dev.corral.key.Key;
import dev.corral.ring.Dialect;
import dev.corral.ring.Ring;
import dev.corral.ring.ServerList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RingPictureTest {
  private static final long LAST = (1L << 32) - 1;

  private final Ring ring = ring("10.0.0.1:11211 2 a\n10.0.0.2:11211 2 b\n10.0.0.3:11211 2\n");
  private final RingPicture picture = new RingPicture();

  private static Ring ring(String servers) {
    return Ring.of(ServerList.parse(servers), Dialect.LIBKETAMA);
  }

  private Map<String, Object> drawn() {
    return picture.draw(ring).orElseThrow();
  }

  private Map<String, Object> preview(String change, String server) {
    picture.draw(ring);
    return picture.preview(Map.of(change, server));
  }

  @Test
  void aRingIsItsServersAndItsArcs() {
    Map<String, Object> drawn = drawn();

    assertThat(drawn).containsEntry("dialect", "libketama");
    assertThat(at(drawn, "servers", 0))
        .isEqualTo(Map.of(
            "name",
            "a",
            "address",
            "10.0.0.1:11211",
            "weight",
            2,
            "share",
            ring.share(ring.servers().servers().get(0)),
            "points",
            160));
    assertThat(at(drawn, "servers", 2, "name")).isEqualTo("10.0.0.3:11211");
    List<?> ends = (List<?>) Objects.requireNonNull(at(drawn, "ends"));
    List<?> owners = (List<?>) Objects.requireNonNull(at(drawn, "owners"));
    assertThat(ends).hasSameSizeAs(owners).hasSize(ring.arcs().size());
    assertThat(ends.get(ends.size() - 1)).isEqualTo(LAST);
    assertThat(owners.get(0))
        .isEqualTo(ring.servers().servers().indexOf(ring.arcs().get(0).server()));
  }

  @Test
  void itIsDrawnAgainOnlyWhenItHasChanged() {
    drawn();
    assertThat(picture.draw(ring)).isEmpty();
    assertThat(picture.draw(ring("10.0.0.1:11211 2 a\n"))).isPresent();
    assertThat(picture.draw(ring("10.0.0.1:11211 1 a\n"))).isPresent();
  }

  @Test
  void aKeyFallsOnAnArcOfItsServer() {
    drawn();
    for (int i = 0; i < 1000; i++) {
      Key key = Key.raw("user:" + i);
      Map<String, Object> answer = picture.key(Map.of("key", "user:" + i));

      long position = (Long) Objects.requireNonNull(answer.get("position"));
      assertThat(answer).containsEntry("key", "user:" + i);
      assertThat(position).isEqualTo(ring.position(key)).isBetween((Long) answer.get("from"), (Long)
          answer.get("to"));
      assertThat(answer).containsEntry("server", ring.indexOf(key.bytes()));
      assertThat(answer)
          .containsEntry(
              "next",
              ring.locate(key, 3).stream()
                  .skip(1)
                  .map(ring.servers().servers()::indexOf)
                  .toList());
    }
  }

  @Test
  void aKeyThatIsNoneIsRefused() {
    drawn();
    assertThatThrownBy(() -> picture.key(Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("key is missing");
    assertThatThrownBy(() -> picture.key(Map.of("key", "a b")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void withoutARingNothingCanBeAsked() {
    assertThatThrownBy(() -> picture.key(Map.of("key", "a")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the store has no servers");
    assertThatThrownBy(() -> picture.preview(Map.of("remove", "a")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the store has no servers");
  }

  @Test
  void aServerThatJoinsGetsTheWeightOfTheOthersAndTakesItsShare() {
    Map<String, Object> answer = preview("add", "10.0.0.4");
    Ring after = Ring.of(
        ring.servers().with(ServerList.parseAddresses("10.0.0.4=2").servers().get(0)),
        Dialect.LIBKETAMA);

    assertThat((Double) answer.get("moved"))
        .isCloseTo(after.share(after.servers().servers().get(3)), within(1e-12));
    assertThat(at(answer, "servers", 3, "name")).isEqualTo("10.0.0.4");
    assertThat(at(answer, "servers", 3, "address")).isEqualTo("10.0.0.4:11211");
    assertThat(at(answer, "servers", 3, "before")).isNull();
    assertThat(at(answer, "servers", 0, "before"))
        .isEqualTo(ring.share(ring.servers().servers().get(0)));
    assertThat((Double) at(answer, "servers", 0, "share"))
        .isLessThan(ring.share(ring.servers().servers().get(0)));
    assertThat((List<?>) answer.get("ranges")).isNotEmpty().allSatisfy(range -> {
      assertThat(at(range, 3)).isEqualTo("10.0.0.4");
      assertThat((Long) at(range, 0)).isLessThanOrEqualTo((Long) at(range, 1));
    });
  }

  @Test
  void aServerThatLeavesHasNothingMore() {
    Map<String, Object> answer = preview("remove", "b");

    assertThat((Double) answer.get("moved"))
        .isCloseTo(ring.share(ring.servers().servers().get(1)), within(1e-12));
    assertThat((List<?>) answer.get("servers")).hasSize(3);
    assertThat(at(answer, "servers", 2, "name")).isEqualTo("b");
    assertThat(at(answer, "servers", 2, "share")).isEqualTo(0.0);
    assertThat((List<?>) answer.get("ranges"))
        .isNotEmpty()
        .allSatisfy(range -> assertThat(at(range, 2)).isEqualTo("b"));
  }

  @Test
  void eachOfSeveralThatJoinHasTheWeightThatAllHave() {
    picture.draw(ring("10.0.0.1 300\n"));
    Map<String, Object> answer = picture.preview(Map.of("add", "10.0.0.2,10.0.0.3"));

    for (int i = 0; i < 3; i++) {
      assertThat((Double) at(answer, "servers", i, "share")).isBetween(0.2, 0.5);
    }
  }

  @Test
  void oneServerCanBeExchangedForAnother() {
    picture.draw(ring("10.0.0.1 1\n"));
    Map<String, Object> answer =
        picture.preview(Map.of("add", " 10.0.0.2=3 ", "remove", "10.0.0.1"));

    assertThat(answer).containsEntry("moved", 1.0);
    assertThat(answer).containsEntry("ranges", List.of(List.of(0L, LAST, "10.0.0.1", "10.0.0.2")));
  }

  @Test
  void aChangeThatCannotBeMadeSaysWhy() {
    assertThatThrownBy(() -> preview("other", "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("say which server to add or to remove");
    assertThatThrownBy(() -> preview("remove", "nobody"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("no server is called \"nobody\"");
    assertThatThrownBy(() -> preview("add", "10.0.0.1"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("10.0.0.1:11211 is already listed at server 1");
    assertThatThrownBy(() -> preview("add", "no address"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("bad address \"no address\"");
    picture.draw(ring("10.0.0.1 1\n"));
    assertThatThrownBy(() -> picture.preview(Map.of("remove", "10.0.0.1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("10.0.0.1 is the last server: a ring needs one");
    picture.draw(ring("10.0.0.1 1\n10.0.0.2 5\n"));
    assertThatThrownBy(() -> picture.preview(Map.of("add", "10.0.0.3")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the servers differ in weight, so give this one's too, as in 10.0.0.3=1");
  }
}
