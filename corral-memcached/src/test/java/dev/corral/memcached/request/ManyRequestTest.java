package dev.corral.memcached.request;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.Miss;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManyRequestTest {
  private final Exchange exchange = new Exchange();
  private final HeldExecutor executor = new HeldExecutor();

  private static List<Key> keys(String... names) {
    return Stream.of(names).map(Key::raw).toList();
  }

  private static List<GetRequest> gets(String... names) {
    return keys(names).stream().map(key -> new GetRequest(Get.of(key))).toList();
  }

  /** The values for one caller, "-" for none. */
  private List<String> values(ValuesRequest request, String replies) throws ProtocolException {
    byte[][] values = exchange.answer(request, replies);
    return Arrays.stream(values)
        .map(value -> value == null ? "-" : new String(value, ISO_8859_1))
        .toList();
  }

  @Test
  void manyKeysAreReadByOneCommand() {
    assertThat(exchange.written(new ValuesRequest(keys("a", "b", "c")))).isEqualTo("get a b c\r\n");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "a b c, A B C",
        "a,     A - -",
        "b,     - B -",
        "c,     - - C",
        "a c,   A - C",
        "'',    - - -",
      })
  void aKeyThatTheServerSaysNothingOfIsAMiss(String found, String expected) throws Exception {
    StringBuilder replies = new StringBuilder();
    for (String name : found.isEmpty() ? new String[0] : found.split(" ", -1)) {
      replies.append("VALUE " + name + " 0 1\r\n" + Character.toUpperCase(name.charAt(0)) + "\r\n");
    }

    assertThat(values(new ValuesRequest(keys("a", "b", "c")), replies + "END\r\n"))
        .containsExactly(expected.split(" ", -1));
  }

  @Test
  void aKeyThatIsAskedForTwiceHasItsValueTwice() throws Exception {
    assertThat(values(
            new ValuesRequest(keys("a", "a")), "VALUE a 0 1\r\nA\r\nVALUE a 0 1\r\nA\r\nEND\r\n"))
        .containsExactly("A", "A");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "VALUE z 0 1\r\nZ",
        "VALUE b 0 1\r\nB\r\nVALUE a 0 1\r\nA",
        "VALUE a 0 1\r\nA\r\nVALUE a 0 1\r\nA",
        "VALUE aa 0 1\r\nA",
      })
  void aValueThatWasNotAskedForIsNoAnswer(String replies) {
    assertThatThrownBy(() -> exchange.reply(new ValuesRequest(keys("a", "b")), replies + "\r\n"))
        .isInstanceOf(ProtocolException.class)
        .hasMessageStartingWith("a value that was not asked for: VALUE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"EN", "HD", "VA 1\r\nA", "MN", "ERROR", "CLIENT_ERROR bad"})
  void anyOtherReplyIsNoAnswerToAGetOfMany(String line) {
    assertThatThrownBy(() -> exchange.reply(new ValuesRequest(keys("a", "b")), line + "\r\n"))
        .isInstanceOf(ProtocolException.class);
  }

  @Test
  void aGetOfManyIsAboutNoSingleKeyAndNoChange() {
    ValuesRequest request = new ValuesRequest(keys("a", "b"));

    assertThat(request.key()).isNull();
    assertThatThrownBy(request::requiredKey)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("get a and 1 more is about no single key");
    assertThat(request.isChange()).isFalse();
    assertThat(request.isMarkable()).isFalse();
  }

  @Test
  void callersOfSeveralGetsEachGetTheirOwn() throws Exception {
    List<GetRequest> gets = gets("a", "b");
    GetManyRequest request = new GetManyRequest(gets);

    assertThat(exchange.written(request)).isEqualTo("get a b\r\n");
    assertThat(exchange.reply(request, "VALUE b 3 1\r\nB\r\nEND\r\n")).isTrue();
    assertThat(gets).noneMatch(CompletableFuture::isDone);
    assertThat(request.settle(executor)).isTrue();
    assertThat(request.settle(executor)).isFalse();

    assertThat(gets.get(0)).isCompletedWithValue(Miss.MISS);
    Item item = (Item) gets.get(1).join();
    assertThat(item.value()).asString().isEqualTo("B");
    assertThat(item.flags()).isEqualTo(3);
    assertThat(item.hasCas()).isFalse();
  }

  @Test
  void aCallerThatWaitsForOneOfSeveralGetsIsWoken() throws Exception {
    List<GetRequest> gets = gets("a", "b");
    GetManyRequest request = new GetManyRequest(gets);
    Caller<Object> caller = Caller.<Object>of(() -> gets.get(1).join()).untilItWaits();

    exchange.reply(request, "END\r\n");
    request.settle(executor);

    assertThat(caller.result()).isEqualTo(Miss.MISS);
  }

  @Test
  void severalGetsFailTogetherButForWhatACallerHasAlready() throws Exception {
    List<GetRequest> gets = gets("a", "b", "c");
    GetManyRequest request = new GetManyRequest(gets);
    gets.get(2).complete(Miss.MISS);

    exchange.reply(request, "VALUE a 3 1\r\nA\r\nSERVER_ERROR out of memory\r\n");
    request.settle(executor);

    assertThat(gets.subList(0, 2))
        .allSatisfy(
            get -> assertThatThrownBy(get::join).hasCauseInstanceOf(UnavailableException.class));
    assertThat(gets.get(2)).isCompletedWithValue(Miss.MISS);
  }

  @Test
  void aReplyThatComesAfterTheDeadlineChangesNothing() throws Exception {
    List<GetRequest> gets = gets("a");
    GetManyRequest request = new GetManyRequest(gets);
    request.settle(new UnavailableException("late"), executor);

    exchange.reply(request, "VALUE a 3 1\r\nA\r\nEND\r\n");

    assertThat(request.settle(executor)).isFalse();
    assertThatThrownBy(() -> gets.get(0).join()).hasMessageContaining("late");
  }
}
