package dev.corral.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
  record User(long id, String name, boolean active, Optional<String> mail, List<String> tags) {}

  record Event(Instant at, double weight) {}

  record Node(Node next) {}

  record Holder(Shape shape) {}

  interface Shape {}

  private static final User ANNA = new User(12543, "Anna", true, Optional.empty(), List.of("a"));
  private static final String ANNA_JSON =
      "{\"id\":12543,\"name\":\"Anna\",\"active\":true,\"mail\":null,\"tags\":[\"a\"]}";

  @Test
  void aRecordIsWrittenAsPlainJsonAndComesBack() {
    Codec<User> codec = Codec.json(User.class);

    assertThat(new String(codec.encode(ANNA), UTF_8)).isEqualTo(ANNA_JSON);
    assertThat(codec.decode(codec.encode(ANNA))).isEqualTo(ANNA);
    assertThat(codec).hasToString("Codec.json(" + User.class.getName() + ")");
  }

  @Test
  void aTypeWithArgumentsComesBackAsThatType() {
    Codec<Map<String, List<User>>> codec = Codec.json(new TypeToken<>() {});
    Map<String, List<User>> value = Map.of("all", List.of(ANNA), "none", List.of());

    assertThat(codec.decode(codec.encode(value))).isEqualTo(value);
  }

  @Test
  void emptyValuesComeBackAsThemselves() {
    assertRoundTrip(Codec.json(String.class), "");
    assertRoundTrip(Codec.json(Integer.class), 0);
    assertRoundTrip(Codec.json(Boolean.class), false);
    assertRoundTrip(Codec.json(new TypeToken<List<String>>() {}), List.of());
    assertRoundTrip(Codec.json(new TypeToken<Optional<String>>() {}), Optional.empty());
  }

  @Test
  void timesAndSpecialNumbersComeBack() {
    Codec<Event> codec = Codec.json(Event.class);

    assertRoundTrip(codec, new Event(Instant.parse("2026-02-03T04:05:06.123456789Z"), 0.1));
    assertRoundTrip(codec, new Event(Instant.EPOCH, Double.NaN));
    assertRoundTrip(codec, new Event(Instant.EPOCH, Double.NEGATIVE_INFINITY));
  }

  @Test
  void aFieldThatThisVersionDoesNotKnowIsIgnored() {
    String newer = ANNA_JSON.replace("\"id\"", "\"added\":{\"later\":[1]},\"id\"");

    assertThat(Codec.json(User.class).decode(newer.getBytes(UTF_8))).isEqualTo(ANNA);
  }

  @Test
  void aFieldThatAnOlderVersionDidNotWriteIsEmpty() {
    byte[] older = "{\"id\":12543,\"name\":\"Anna\"}".getBytes(UTF_8);

    User user = Codec.json(User.class).decode(older);

    assertThat(user.id()).isEqualTo(12543);
    assertThat(user.active()).isFalse();
    assertThat(user.mail()).isEmpty();
    assertThat(user.tags()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "{",
        "[]",
        "secret",
        "{\"id\":\"secret\"}",
        "{\"id\":1e999999999,\"name\":\"secret\"}",
        "{\"id\":1,\"name\":\"secret\",\"active\":true,\"tags\":[]} {}"
      })
  void otherJsonIsCorruptAndIsNotQuoted(String json) {
    assertThatThrownBy(() -> Codec.json(User.class).decode(json.getBytes(UTF_8)))
        .isExactlyInstanceOf(CorruptValueException.class)
        .hasMessageStartingWith("Codec.json(" + User.class.getName() + ")")
        .hasMessageNotContaining("secret")
        .hasNoCause();
  }

  @Test
  void jsonThatNestsTooDeepIsCorrupt() {
    byte[] deep = "{\"next\":".repeat(100_000).getBytes(UTF_8);

    assertThatThrownBy(() -> Codec.json(Node.class).decode(deep))
        .isExactlyInstanceOf(CorruptValueException.class);
    assertThatThrownBy(() -> Codec.json(Object.class).decode(deep))
        .isExactlyInstanceOf(CorruptValueException.class);
  }

  @Test
  void theBytesCannotChooseTheClass() {
    byte[] gadget = "{\"@class\":\"java.lang.ProcessBuilder\",\"command\":[\"x\"]}".getBytes(UTF_8);

    assertThat(Codec.json(Object.class).decode(gadget))
        .isEqualTo(Map.of("@class", "java.lang.ProcessBuilder", "command", List.of("x")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"shape\":{}}", "{\"shape\":\"secret\"}"})
  void aValueOfAClassThatJacksonCannotMakeIsCorrupt(String json) {
    assertThatThrownBy(() -> Codec.json(Holder.class).decode(json.getBytes(UTF_8)))
        .isInstanceOf(CorruptValueException.class)
        .hasMessageContaining(Holder.class.getName())
        .hasMessageNotContaining("secret")
        .hasNoCause();
  }

  private static <T> void assertRoundTrip(Codec<T> codec, T value) {
    assertThat(codec.decode(codec.encode(value))).isEqualTo(value);
  }
}
