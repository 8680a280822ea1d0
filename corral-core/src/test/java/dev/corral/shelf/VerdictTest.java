package dev.corral.shelf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.codec.Codec;
import dev.corral.codec.Envelope;
import dev.corral.codec.Lookup;
import dev.corral.scope.Stamp;
import dev.corral.shelf.Verdict.Kind;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Lease;
import dev.corral.store.Miss;
import dev.corral.time.Ttl;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Every reply that there can be, against tables that are read from the top: the first row that fits
 * a reply says what it means. A star fits all. A row that no reply comes to is a mistake too.
 */
class VerdictTest {
  /* What a value's remaining life r makes of it, with the span of its envelope:
   *
   *   fresh   r is without end, or at least the span
   *   old     not so, but at least the span less staleFor
   *   dead    less than that
   */
  private static final Duration SPAN = Duration.ofSeconds(30);
  private static final Duration STALE_FOR = Duration.ofSeconds(5);
  private static final Duration MILLI = Duration.ofMillis(1);

  private static final Map<Duration, String> AGES = Map.of(
      Duration.ofNanos(Long.MAX_VALUE),
      "fresh",
      SPAN.plus(MILLI),
      "fresh",
      SPAN,
      "fresh",
      SPAN.minus(MILLI),
      "old",
      SPAN.minus(STALE_FOR),
      "old",
      SPAN.minus(STALE_FOR).minus(MILLI),
      "dead",
      Duration.ZERO,
      "dead");

  /* What is held: nothing; an item with client flags 0; bytes that can't be read; a value of the right
   * stamp, one of the right stamp that says that there is none; and a value of another stamp.
   * The mark is the stale mark, sai is staleAfterInvalidation.
   */
  private static final String LEASED = """
      held        | cas | age   | mark | sai | lease || kind      | kept | servable | misfit
      nothing     | *   | *     | *    | *   | *     || UNLEASED  | no   | no       | no

      # A server without CAS has no leases: who finds no fresh value, or is to refresh, goes to the gate.
      right       | no  | fresh | no   | *   | WON   || DUE       | yes  | yes      | no
      right       | no  | fresh | no   | *   | *     || FRESH     | yes  | yes      | no
      right       | no  | dead  | *    | *   | *     || UNGUARDED | yes  | no       | no
      right       | no  | *     | *    | *   | *     || UNGUARDED | yes  | yes      | no
      absent      | no  | fresh | no   | *   | WON   || DUE       | yes  | yes      | no
      absent      | no  | fresh | no   | *   | *     || FRESH     | yes  | yes      | no
      absent      | no  | dead  | *    | *   | *     || UNGUARDED | yes  | no       | no
      absent      | no  | *     | *    | *   | *     || UNGUARDED | yes  | yes      | no
      placeholder | no  | *     | *    | *   | *     || UNGUARDED | no   | no       | no
      corrupt     | no  | *     | *    | *   | *     || UNGUARDED | no   | no       | yes
      wrong       | no  | *     | *    | no  | *     || UNGUARDED | no   | no       | yes
      wrong       | no  | dead  | *    | yes | *     || UNGUARDED | yes  | no       | yes
      wrong       | no  | *     | *    | yes | *     || UNGUARDED | yes  | yes      | yes

      # Nobody's item with flags 0 is no placeholder: it is voided as what can't be read.
      placeholder | yes | *     | *    | *   | WON   || WON       | no   | no       | no
      placeholder | yes | *     | *    | *   | LOST  || LOST      | no   | no       | no
      placeholder | yes | *     | *    | *   | NONE  || MISFIT    | no   | no       | yes

      corrupt     | yes | *     | *    | *   | WON   || WON       | no   | no       | yes
      corrupt     | yes | *     | *    | *   | LOST  || LOST      | no   | no       | yes
      corrupt     | yes | *     | *    | *   | NONE  || MISFIT    | no   | no       | yes

      # A value of another stamp is never fresh, and is voided only where nobody holds its lease.
      wrong       | yes | *     | *    | no  | WON   || WON       | no   | no       | yes
      wrong       | yes | *     | *    | no  | LOST  || LOST      | no   | no       | yes
      wrong       | yes | *     | *    | no  | NONE  || MISFIT    | no   | no       | yes
      wrong       | yes | dead  | *    | yes | WON   || WON       | yes  | no       | yes
      wrong       | yes | dead  | *    | yes | LOST  || LOST      | yes  | no       | yes
      wrong       | yes | dead  | *    | yes | NONE  || MISFIT    | yes  | no       | yes
      wrong       | yes | *     | *    | yes | WON   || WON       | yes  | yes      | yes
      wrong       | yes | *     | *    | yes | LOST  || LOST      | yes  | yes      | yes
      wrong       | yes | *     | *    | yes | NONE  || MISFIT    | yes  | yes      | yes

      right       | yes | fresh | no   | *   | WON   || REFRESH   | yes  | yes      | no
      right       | yes | fresh | no   | *   | *     || FRESH     | yes  | yes      | no
      right       | yes | dead  | *    | *   | WON   || WON       | yes  | no       | no
      right       | yes | dead  | *    | *   | LOST  || LOST      | yes  | no       | no
      right       | yes | dead  | *    | *   | NONE  || EXPIRED   | yes  | no       | no
      right       | yes | *     | *    | *   | WON   || WON       | yes  | yes      | no
      right       | yes | *     | *    | *   | LOST  || LOST      | yes  | yes      | no
      right       | yes | *     | *    | *   | NONE  || EXPIRED   | yes  | yes      | no

      # That there is no value is remembered as a value is.
      absent      | yes | fresh | no   | *   | WON   || REFRESH   | yes  | yes      | no
      absent      | yes | fresh | no   | *   | *     || FRESH     | yes  | yes      | no
      absent      | yes | dead  | *    | *   | WON   || WON       | yes  | no       | no
      absent      | yes | dead  | *    | *   | LOST  || LOST      | yes  | no       | no
      absent      | yes | dead  | *    | *   | NONE  || EXPIRED   | yes  | no       | no
      absent      | yes | *     | *    | *   | WON   || WON       | yes  | yes      | no
      absent      | yes | *     | *    | *   | LOST  || LOST      | yes  | yes      | no
      absent      | yes | *     | *    | *   | NONE  || EXPIRED   | yes  | yes      | no
      """;

  private static final String UNLEASED = """
      held        | age   | sai || kind      | kept | servable | misfit
      nothing     | *     | *   || UNGUARDED | no   | no       | no
      corrupt     | *     | *   || UNGUARDED | no   | no       | yes
      wrong       | *     | no  || UNGUARDED | no   | no       | yes
      wrong       | dead  | yes || UNGUARDED | yes  | no       | yes
      wrong       | *     | yes || UNGUARDED | yes  | yes      | yes
      right       | fresh | *   || FRESH     | yes  | yes      | no
      right       | due   | *   || DUE       | yes  | yes      | no
      right       | old   | *   || UNGUARDED | yes  | yes      | no
      right       | dead  | *   || UNGUARDED | yes  | no       | no
      absent      | fresh | *   || FRESH     | yes  | yes      | no
      absent      | due   | *   || DUE       | yes  | yes      | no
      absent      | old   | *   || UNGUARDED | yes  | yes      | no
      absent      | dead  | *   || UNGUARDED | yes  | no       | no
      """;

  private static final Stamp STAMP = Stamp.of(7);
  private static final Instant NOW = Instant.ofEpochSecond(1_000_000);
  private static final Ttl TTL = Ttl.seconds(60);
  private static final List<String> HELD =
      List.of("nothing", "placeholder", "corrupt", "right", "absent", "wrong");

  /** The rows of a table, each found by what it fits, and those that have been found. */
  private static final class Table {
    private final List<List<String>> rows = new ArrayList<>();
    private final Set<List<String>> used = new HashSet<>();

    Table(String text) {
      text.lines()
          .skip(1)
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> Arrays.stream(line.split("\\|+")).map(String::strip).toList())
          .forEach(rows::add);
    }

    String meaning(String... seen) {
      for (List<String> row : rows) {
        if (fits(row, seen)) {
          used.add(row);
          return String.join(" ", row.subList(seen.length, row.size()));
        }
      }
      throw new AssertionError("no row for " + Arrays.toString(seen));
    }

    private static boolean fits(List<String> row, String... seen) {
      for (int i = 0; i < seen.length; i++) {
        if (!row.get(i).equals("*") && !row.get(i).equals(seen[i])) {
          return false;
        }
      }
      return true;
    }

    void assertAllUsed() {
      assertThat(used).containsExactlyInAnyOrderElementsOf(rows);
    }
  }

  @Test
  void aReplyOfAStoreWithLeasesMeansWhatTheTableSays() {
    Table table = new Table(LEASED);
    for (String held : HELD) {
      for (boolean cas : List.of(true, false)) {
        AGES.forEach((life, age) -> {
          for (boolean stale : List.of(true, false)) {
            for (boolean sai : List.of(true, false)) {
              for (Lease lease : Lease.values()) {
                GetOutcome reply = leased(held, cas, life, stale, lease);
                Verdict<String> verdict = Verdict.of(reply, STAMP, terms(sai), Codec.strings());
                assertThat(describe(held, verdict))
                    .as("%s %s, life %s, mark %s, sai %s", held, reply, life, stale, sai)
                    .isEqualTo(
                        table.meaning(held, yes(cas), age, yes(stale), yes(sai), "" + lease));
              }
            }
          }
        });
      }
    }
    table.assertAllUsed();
  }

  @Test
  void aReplyOfAStoreWithoutLeasesMeansWhatTheTableSays() {
    Table table = new Table(UNLEASED);
    for (String held : HELD) {
      if (held.equals("placeholder")) {
        continue; // there are none on such a store
      }
      AGES.forEach((life, age) -> {
        for (Duration early : List.of(Duration.ZERO, MILLI)) {
          for (boolean sai : List.of(true, false)) {
            GetOutcome reply = held.equals("nothing") ? Miss.MISS : Item.of(bytes(held, life));
            Verdict<String> verdict =
                Verdict.of(reply, STAMP, terms(sai), Codec.strings(), NOW, early);
            // Fresh, but for less than the time in which it is to be refreshed.
            boolean due = life.equals(SPAN) && !early.isZero();
            assertThat(describe(held, verdict))
                .as("%s, life %s, early %s, sai %s", held, life, early, sai)
                .isEqualTo(table.meaning(held, due ? "due" : age, yes(sai)));
          }
        }
      });
    }
    table.assertAllUsed();
  }

  @Test
  void theSpanThatCountsIsTheValuesOwn() {
    Item item = leased(Envelope.of(utf8("v")).expiry(TTL, Duration.ofSeconds(3)).seal(), 4);
    Terms terms = terms(false);
    assertThat(terms.span()).isGreaterThan(Duration.ofSeconds(4));
    assertThat(Verdict.of(item, Stamp.NONE, terms, Codec.strings()).kind()).isEqualTo(Kind.FRESH);
  }

  @Test
  void aValueWithoutExpiryThatIsMarkedStaleIsServedForAsLongAsItIsKept() {
    byte[] bytes = Envelope.of(utf8("v")).expiry(Ttl.NEVER, SPAN).seal();
    Item item = Item.of(bytes, 1, Lease.LOST, true).withDetails(9, this, Long.MAX_VALUE);
    Verdict<String> verdict = Verdict.of(item, Stamp.NONE, terms(false), Codec.strings());
    assertThat(verdict.kind()).isEqualTo(Kind.LOST);
    assertThat(verdict.servable()).isTrue();
  }

  @Test
  void aSoftExpiryInTheFarFutureIsNoError() {
    Instant far = Instant.ofEpochMilli(Long.MAX_VALUE);
    byte[] bytes = Envelope.of(utf8("v")).expiry(TTL, SPAN).softExpiry(far).seal();
    Verdict<String> verdict =
        Verdict.of(Item.of(bytes), Stamp.NONE, terms(false), Codec.strings(), NOW, SPAN);
    assertThat(verdict.kind()).isEqualTo(Kind.FRESH);
  }

  @Test
  void aStoreThatDoesNotAnswerIsDown() {
    assertThat(Verdict.down()).isEqualTo(new Verdict<>(Kind.DOWN, null, false, false));
  }

  @Test
  void theAgeOfAnOldValueIsItsTtlAndWhatItIsPast() {
    byte[] bytes = Envelope.of(utf8("v")).expiry(TTL, SPAN).seal();
    Verdict<String> verdict =
        Verdict.of(leased(bytes, 28), Stamp.NONE, terms(false), Codec.strings());
    Kept<String> kept = Objects.requireNonNull(verdict.kept());
    assertThat(kept.previous().value()).isEqualTo(Lookup.found("v"));
    assertThat(kept.previous().age()).contains(Duration.ofSeconds(62));
  }

  private static Terms terms(boolean staleAfterInvalidation) {
    return new Terms(
        Ttl.seconds(21), SPAN, SPAN, STALE_FOR, staleAfterInvalidation, Duration.ZERO, 0);
  }

  private static Item leased(byte[] bytes, long seconds) {
    long nanos = Duration.ofSeconds(seconds).toNanos();
    return Item.of(bytes, 1, Lease.NONE, false).withDetails(9, bytes, nanos);
  }

  private static GetOutcome leased(
      String held, boolean cas, Duration life, boolean stale, Lease lease) {
    if (held.equals("nothing")) {
      return Miss.MISS;
    }
    int flags = held.equals("placeholder") ? 0 : 1;
    return Item.of(bytes(held, life), flags, lease, stale)
        .withDetails(cas ? 9 : 0, STAMP, life.toNanos());
  }

  private static byte[] bytes(String held, Duration life) {
    return switch (held) {
      case "right" -> seal(Envelope.of(utf8("v")).stamp(7), life);
      case "absent" -> seal(Envelope.absent().stamp(7), life);
      case "wrong" -> seal(Envelope.of(utf8("v")).stamp(8), life);
      case "corrupt" -> utf8("not an envelope");
      default -> new byte[0];
    };
  }

  private static byte[] seal(Envelope envelope, Duration life) {
    boolean ends = life.toNanos() != Long.MAX_VALUE;
    return envelope
        .expiry(TTL, SPAN)
        .softExpiry(ends ? NOW.plus(life).minus(SPAN) : Instant.MAX)
        .seal();
  }

  private static String describe(String held, Verdict<String> verdict) {
    Kept<String> kept = verdict.kept();
    if (kept != null) {
      assertThat(kept.value())
          .isEqualTo(held.equals("absent") ? Lookup.absent() : Lookup.found("v"));
    }
    return String.join(
        " ",
        verdict.kind().name(),
        yes(kept != null),
        yes(verdict.servable()),
        yes(verdict.misfit()));
  }

  private static String yes(boolean statement) {
    return statement ? "yes" : "no";
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
