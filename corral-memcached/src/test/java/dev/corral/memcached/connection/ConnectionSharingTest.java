package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.DeadlineExceededException;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.memcached.request.DeleteRequest;
import dev.corral.memcached.request.Request;
import dev.corral.memcached.request.SharedValueRequest;
import dev.corral.memcached.request.ValueRequest;
import dev.corral.memcached.request.ValuesRequest;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionSharingTest {
  /** With five more they are as many as it takes, and the server has none of them. */
  private static final List<String> NONE =
      IntStream.range(10, 25).mapToObj(i -> "none" + i).toList();

  private static final String ASKED = "get " + String.join(" ", NONE);
  private static final String ALL =
      value("a") + value("b") + value("c") + value("d") + value("e") + "END\r\n";

  private final TestConnection tested = new TestConnection();
  private final Peer peer = tested.greet();

  private SharedValueRequest get(String key) {
    return tested.submit(new SharedValueRequest(Key.raw(key)));
  }

  /** Asks for some behind as many others that they share a command. */
  private List<SharedValueRequest> getAll(String... keys) {
    List<SharedValueRequest> all =
        Stream.concat(NONE.stream(), Stream.of(keys)).map(this::get).toList();
    return all.subList(NONE.size(), all.size());
  }

  private DeleteRequest<DeleteOutcome> delete(String key) {
    return tested.submit(new DeleteRequest<>(Delete.of(Key.raw(key)), Function.identity()));
  }

  /** What the server sends of a key that it has; the value is the key in capitals. */
  private static String value(String key) {
    return "VALUE " + key + " 0 " + key.length() + "\r\n" + key.toUpperCase(Locale.ROOT) + "\r\n";
  }

  /** What callers have by now: their values, "-" for none, "!" for a fault, "." for nothing yet. */
  private static List<String> values(List<? extends ValueRequest> requests) {
    return requests.stream().map(ConnectionSharingTest::value).toList();
  }

  private static String value(ValueRequest request) {
    if (!request.isDone() || request.isCompletedExceptionally()) {
      return request.isDone() ? "!" : ".";
    }
    byte[] value = request.join();
    return value == null ? "-" : new String(value, StandardCharsets.ISO_8859_1);
  }

  private static void assertLost(CompletableFuture<?> request, String reason) {
    assertThatThrownBy(request::join)
        .hasCauseInstanceOf(UnavailableException.class)
        .hasMessageEndingWith(reason);
  }

  @Test
  void getsThatGoOutTogetherShareACommand() {
    List<SharedValueRequest> gets = getAll("a", "b", "c", "d", "e");

    assertThat(peer.writes()).containsExactly(ASKED + " a b c d e\r\n");
    peer.replies(ALL);

    assertThat(values(gets)).containsExactly("A", "B", "C", "D", "E");
    assertThat(tested.connection.inFlight()).isZero();
    assertThat(tested.counters.latencies.snapshot().count()).isEqualTo(20);
  }

  @Test
  void fewGoEachByItself() {
    List<SharedValueRequest> gets = getAll("a", "b", "c", "d");

    assertThat(peer.received().lines()).hasSize(19).allMatch(line -> line.startsWith("mg "));
    peer.replies("EN\r\n".repeat(15) + "VA 1 O?\r\nA\r\nEN\r\nVA 1 OA\r\nC\r\nEN\r\n");

    assertThat(values(gets)).containsExactly("A", "-", "C", "-");
  }

  @Test
  void whatComesBetweenGetsKeepsItsPlace() {
    List<SharedValueRequest> before = getAll("a", "b", "c", "d", "e");
    DeleteRequest<DeleteOutcome> delete = delete("b");
    List<SharedValueRequest> after = getAll("e", "d", "c", "b", "a");
    List<SharedValueRequest> apart = new ArrayList<>();
    apart.add(tested.submit(new SharedValueRequest(Key.binary(new byte[] {0, 1, 2}))));
    apart.add(get("z"));

    assertThat(peer.received())
        .isEqualTo(ASKED + " a b c d e\r\nmd b O0\r\n" + ASKED
            + " e d c b a\r\nmg AAEC b v O1\r\nmg z v O2\r\n");
    peer.replies(ALL + "HD O0\r\n" + value("c") + value("a") + "END\r\nEN\r\nVA 1 O2\r\nZ\r\n");

    assertThat(values(before)).containsExactly("A", "B", "C", "D", "E");
    assertThat(delete.join()).isEqualTo(DeleteOutcome.DELETED);
    assertThat(values(after)).containsExactly("-", "-", "C", "-", "A");
    assertThat(values(apart)).containsExactly("-", "Z");
  }

  @ParameterizedTest
  @CsvSource({
    "a b c d e, A B C D E",
    "a,         A - - - -",
    "c,         - - C - -",
    "e,         - - - - E",
    "b d,       - B - D -",
    "d e,       - - - D E",
    "'',        - - - - -",
  })
  void ofWhatTheServerHasNotGotItSaysNothing(String found, String expected) {
    List<SharedValueRequest> gets = getAll("a", "b", "c", "d", "e");
    peer.writes();

    Stream.of(found.split(" ", -1))
        .filter(key -> !key.isEmpty())
        .forEach(key -> peer.replies(value(key)));
    peer.replies("END\r\n");

    assertThat(values(gets)).containsExactly(expected.split(" ", -1));
    assertThat(tested.connection.inFlight()).isZero();
  }

  @Test
  void eachCallerOfAKeyHasItsValue() {
    List<SharedValueRequest> gets = getAll("a", "b", "a", "a", "b");
    peer.writes();

    peer.replies(value("a") + value("b") + value("a") + value("a") + value("b") + "END\r\n");

    assertThat(values(gets)).containsExactly("A", "B", "A", "A", "B");
  }

  @Test
  void nobodyWaitsForTheValuesThatComeAfterItsOwn() {
    List<SharedValueRequest> gets = getAll("a", "b", "c", "d", "e");
    peer.writes();

    peer.replies(value("b"));
    assertThat(values(gets)).containsExactly("-", "B", ".", ".", ".");
    peer.replies(value("e"));
    assertThat(values(gets)).containsExactly("-", "B", "-", "-", "."); // that was all, if it ends
    peer.replies("END\r\n");

    assertThat(values(gets)).containsExactly("-", "B", "-", "-", "E");
  }

  @ParameterizedTest
  @CsvSource({"240, 72, 33 33", "4, 230, 100 100 30"})
  void aCommandHasNoMoreKeysThanTheServerReadsAndHoldsEasily(int length, int count, String parts) {
    String[] keys = new String[count];
    Arrays.setAll(keys, i -> "k".repeat(length - 3) + (100 + i));
    List<SharedValueRequest> gets = Stream.of(keys).map(this::get).toList();

    List<String> lines = peer.received().lines().toList();

    List<String> shared = lines.stream().filter(line -> line.startsWith("get ")).toList();
    assertThat(shared.stream().map(line -> String.valueOf(line.split(" ", -1).length - 1)))
        .containsExactly(parts.split(" ", -1));
    assertThat(lines.subList(shared.size(), lines.size())).allMatch(line -> line.startsWith("mg "));
    lines.stream().map(ConnectionSharingTest::serve).forEach(peer::replies);
    assertThat(gets).allMatch(get -> value(get).equals(served(get.key().toString())));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 9, 20})
  void whoHasGivenUpInTimeIsNotAskedFor(int place) {
    peer.takesBytes(false);
    List<SharedValueRequest> gets = new ArrayList<>();
    for (int i = 0; i <= 40; i++) {
      gets.add(get("k" + (char) ('A' + i)));
    }
    gets.remove(place).cancel(false);
    peer.takesBytes(true);

    String received = peer.received();
    received.lines().map(ConnectionSharingTest::serve).forEach(peer::replies);

    assertThat(received).doesNotContain("k" + (char) ('A' + place) + " ");
    assertThat(gets).allMatch(get -> value(get).equals(served(get.key().toString())));
    assertThat(tested.connection.inFlight()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "c", "e"})
  void eachHasADeadlineOfItsOwnAndALateValueIsNobodys(String hurried) {
    List<SharedValueRequest> gets = new ArrayList<>(getAll());
    for (String key : List.of("a", "b", "c", "d", "e")) {
      Duration time = key.equals(hurried) ? Duration.ofMillis(100) : SettingsOf.DEADLINE;
      gets.add(tested.submit(new SharedValueRequest(Key.raw(key)), time));
    }
    assertThat(peer.writes()).containsExactly(ASKED + " a b c d e\r\n");
    tested.loop.advance(Duration.ofMillis(100).plusNanos(Loop.TICK));
    ValueRequest next = get("next");
    peer.writes();

    peer.replies(ALL + "VA 4 O0\r\nNEXT\r\n");

    String expected = "A B C D E".replace(hurried.toUpperCase(Locale.ROOT), "!");
    assertThat(values(gets)).containsExactly(expected.split(" ", -1));
    assertThatThrownBy(gets.get("abcde".indexOf(hurried))::join)
        .hasCauseInstanceOf(DeadlineExceededException.class);
    assertThat(value(next)).isEqualTo("NEXT");
    assertThat(tested.connection.inFlight()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "b", "d"})
  void aServersFailureIsThatOfAllWhoStillWaitForTheCommand(String found) {
    List<SharedValueRequest> gets = getAll("a", "b", "c", "d", "e");
    DeleteRequest<DeleteOutcome> next = delete("next");
    peer.writes();
    int before = "abcde".indexOf(found) + found.length();

    peer.replies((found.isEmpty() ? "" : value(found))
        + "SERVER_ERROR out of memory writing get response\r\nHD O0\r\n");

    for (SharedValueRequest failed : gets.subList(before, 5)) {
      assertLost(failed, "SERVER_ERROR out of memory writing get response");
    }
    assertThat(values(gets.subList(0, before))).doesNotContain("!", ".");
    assertThat(next.join()).isEqualTo(DeleteOutcome.DELETED);
    assertThat(tested.owner.isClosed()).isFalse();
    assertThat(tested.counters.errors.sum()).isEqualTo(found.isEmpty() ? 20 : 5 - before);
    assertThat(tested.connection.inFlight()).isZero();
  }

  /** The server drops what it has not sent yet, so nobody knows whose failure it is. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aFailureThatMayBeALaterGetsEndsTheConnection(boolean isOfMany) {
    DeleteRequest<DeleteOutcome> delete = delete("b");
    if (isOfMany) {
      var unused = tested.submit(new ValuesRequest(List.of(Key.raw("x"), Key.raw("y"))));
    } else {
      getAll("a", "b", "c", "d", "e");
    }
    peer.writes();

    peer.replies("SERVER_ERROR out of memory writing get response\r\nEND\r\n");

    assertLost(
        delete,
        "a failure that may be a later get's, and have cost others their answers: "
            + "SERVER_ERROR out of memory writing get response");
    assertThat(tested.owner.isClosed()).isTrue();
  }

  @Test
  void theFailureOfOneSharedCommandMayBeThatOfTheNext() {
    List<SharedValueRequest> first = getAll("a", "b", "c", "d", "e");
    DeleteRequest<DeleteOutcome> between = delete("b");
    List<SharedValueRequest> second = getAll("a", "b", "c", "d", "e");
    peer.writes();

    peer.replies("SERVER_ERROR out of memory writing get response\r\n");

    assertThat(tested.owner.isClosed()).isTrue();
    assertThat(values(first)).containsOnly("!");
    assertThat(between).isCompletedExceptionally();
    assertThat(values(second)).containsOnly("!");
  }

  @Test
  void beforeGetsOfOneKeyEachAFailureIsItsOwn() {
    DeleteRequest<DeleteOutcome> delete = delete("b");
    SharedValueRequest a = get("a");
    peer.writes();
    peer.takesBytes(false);
    List<SharedValueRequest> unsent = getAll("a", "b", "c", "d", "e");

    peer.replies("SERVER_ERROR out of memory writing get response\r\nVA 1 O1\r\nA\r\n");

    assertLost(delete, "SERVER_ERROR out of memory writing get response");
    assertThat(value(a)).isEqualTo("A");
    assertThat(values(unsent)).containsOnly(".");
    assertThat(tested.owner.isClosed()).isFalse();
  }

  @Test
  void aFailureToStoreIsItsOwn() {
    DeleteRequest<DeleteOutcome> delete = delete("b");
    List<SharedValueRequest> gets = getAll("a", "b", "c", "d", "e");
    peer.writes();

    peer.replies("SERVER_ERROR out of memory storing object\r\n" + ALL);

    assertLost(delete, "SERVER_ERROR out of memory storing object");
    assertThat(values(gets)).containsExactly("A", "B", "C", "D", "E");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "VALUE z 0 1,Z              | ! ! ! ! ! | a value that was not asked for: VALUE z 0 1",
        "VALUE d 0 1,D,VALUE b 0 1,B | - - - D ! | a value that was not asked for: VALUE b 0 1",
        "VALUE c 0 1,C,VALUE c 0 1,C | - - C ! ! | a value that was not asked for: VALUE c 0 1",
        "VALUE c 0 1,C,MN           | - - C ! ! | in answer to get e: MN",
        "VALUE c 0 1,C,ERROR        | - - C ! ! | in answer to get e: ERROR",
        "EN                         | ! ! ! ! ! | in answer to get e: EN",
        "VA 1 O0,A         | ! ! ! ! ! | the answer to another request than get none10: VA 1 O0",
      })
  void whatCantBeAnAnswerEndsTheConnection(String replies, String expected, String reason) {
    List<SharedValueRequest> gets = getAll("a", "b", "c", "d", "e");
    DeleteRequest<DeleteOutcome> next = delete("next");
    peer.writes();

    peer.replies(replies.replace(",", "\r\n") + "\r\n");

    assertThat(tested.owner.ending().reason().words()).isEqualTo(reason);
    assertThat(values(gets)).containsExactly(expected.split(" ", -1));
    assertLost(gets.get(4), reason);
    assertLost(next, reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"VALUE e 0 1\r\nE", "SERVER_ERROR late", "MN"})
  void afterTheLastValueComesTheEndAndNothingElse(String instead) {
    List<SharedValueRequest> gets = getAll("a", "b", "c", "d", "e");
    peer.writes();

    peer.replies(value("e") + instead + "\r\n");

    assertThat(tested.owner.ending().reason().words())
        .startsWith(
            "after the last of many values: " + instead.lines().findFirst().orElseThrow());
    assertThat(values(gets.subList(0, 4))).containsOnly("-");
    assertLost(gets.get(4), tested.owner.ending().reason().words());
  }

  @Test
  void theEndOfTheConnectionIsThatOfAllWhoWait() {
    List<SharedValueRequest> gets = getAll("a", "b", "c", "d", "e");
    peer.writes();

    peer.sends(value("b")).hangsUp();

    assertThat(values(gets.subList(0, 2))).containsExactly("-", "B");
    gets.subList(2, 5).forEach(get -> assertLost(get, "the server closed the connection"));
    assertThat(tested.owner.undelivered).isEmpty();
    assertThat(tested.owner.ending().inFlight()).isEqualTo(3);
  }

  @Test
  void whoHasHadItsValueStillFailsIfTheEndDoesNotCome() {
    List<SharedValueRequest> gets = getAll("a", "b", "c", "d", "e");
    peer.writes();

    peer.replies(value("e"));
    peer.hangsUp();

    assertThat(values(gets)).containsExactly("-", "-", "-", "-", "!");
  }

  @Test
  void whatWaitsForTheGreetingIsSharedToo() {
    TestConnection fresh = new TestConnection();
    List<SharedValueRequest> gets = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      gets.add(fresh.submit(new SharedValueRequest(Key.raw("k"))));
    }

    Peer server = fresh.greet();

    assertThat(server.received()).isEqualTo("get" + " k".repeat(20) + "\r\n");
    server.replies(value("k").repeat(20) + "END\r\n");
    assertThat(values(gets)).containsOnly("K");
  }

  @Test
  void whoCantShareACommandGoesByItsOwn() {
    BrokenRequest broken = tested.submit(BrokenRequest.inSharing());
    List<SharedValueRequest> gets = getAll("a", "b", "c", "d", "e");

    assertThat(peer.received()).isEqualTo("mn\r\n" + ASKED + " a b c d e\r\n");
    peer.replies("MN\r\n" + ALL);

    assertThat(broken).isCompletedExceptionally(); // as it always is when it is answered
    assertThat(values(gets)).containsExactly("A", "B", "C", "D", "E");
  }

  /** A server of some keys, with what it answers to each line. */
  private static String serve(String line) {
    String[] words = line.split(" ", -1);
    StringBuilder replies = new StringBuilder();
    switch (words[0]) {
      case "get" -> {
        Stream.of(words)
            .skip(1)
            .filter(ConnectionSharingTest::isThere)
            .forEach(key -> replies.append(value(key)));
        replies.append("END\r\n");
      }
      case "mg" -> {
        String key = words[1];
        replies.append(
            isThere(key)
                ? "VA " + key.length() + " " + words[3] + "\r\n" + key.toUpperCase(Locale.ROOT)
                    + "\r\n"
                : "EN\r\n");
      }
      default -> replies.append("HD ").append(words[2]).append("\r\n");
    }
    return replies.toString();
  }

  private static String served(String key) {
    return isThere(key) ? key.toUpperCase(Locale.ROOT) : "-";
  }

  private static boolean isThere(String key) {
    return key.charAt(1) % 3 != 0;
  }

  @Test
  void whateverGoesOutTogetherAndHoweverRepliesAreCutEachHasItsOwn() {
    Random random = new Random(20_261_119);
    int shared = 0;
    for (int round = 0; round < 2_000; round++) {
      List<Request<?>> asked = new ArrayList<>();
      for (int i = random.nextInt(150); i >= 0; i--) {
        String key = "k" + (char) ('a' + random.nextInt(26)) + random.nextInt(3);
        asked.add(random.nextInt(60) == 0 ? delete(key) : get(key));
      }
      String received = peer.received();
      shared += received.startsWith("get ") ? 1 : 0;
      StringBuilder replies = new StringBuilder();
      received.lines().forEach(line -> replies.append(serve(line)));
      for (int from = 0; from < replies.length(); ) {
        int to = Math.min(replies.length(), from + 1 + random.nextInt(60));
        peer.replies(replies.substring(from, to));
        from = to;
      }
      for (Request<?> one : asked) {
        if (one instanceof SharedValueRequest get) {
          String key = get.key().toString();
          assertThat(value(get)).isEqualTo(served(key));
        } else {
          assertThat(one).isCompleted();
        }
      }
      assertThat(tested.connection.inFlight()).isZero();
    }
    assertThat(shared).as("rounds that began with a shared command").isGreaterThan(500);
  }
}
