package dev.corral.item;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.item.Entry.Birth;
import org.junit.jupiter.api.Test;

/** The rows of the table in {@link Entry}, each begun from an item with all marks set. */
class EntryTest {
  private static final int FLAGS = 7;
  private static final long CAS = 40;
  private static final long NEW_CAS = 41;
  private static final long DEADLINE = 900;
  private static final long NEW_DEADLINE = 950;

  private final Object life = new Object();
  private final Birth birth = new Birth(life, 100);
  private final Birth later = new Birth(life, 200);

  @Test
  void aPlaceholderIsEmptyAndWon() {
    Entry placeholder = Entry.placeholder(CAS, DEADLINE, birth);
    assertThat(placeholder.value()).isEmpty();
    assertThat(placeholder.flags()).isZero();
    assertThat(placeholder.cas()).isEqualTo(CAS);
    assertThat(placeholder.deadline()).isEqualTo(DEADLINE);
    assertThat(placeholder.isWon()).isTrue();
    assertThat(placeholder.isStale()).isFalse();
    assertUnused(placeholder, birth);
  }

  @Test
  void aStoredItemIsAsItWasGiven() {
    Entry stored = Entry.stored(bytes("abc"), FLAGS, CAS, DEADLINE, birth);
    assertThat(text(stored)).isEqualTo("abc");
    assertThat(stored.flags()).isEqualTo(FLAGS);
    assertThat(stored.cas()).isEqualTo(CAS);
    assertThat(stored.deadline()).isEqualTo(DEADLINE);
    assertThat(stored.life()).isSameAs(life);
    assertThat(stored.isKeyEncoded()).isFalse();
    assertUnmarked(stored);
    assertUnused(stored, birth);
  }

  @Test
  void aNewCounterIsItsDigits() {
    Entry counter = Entry.counter(-1, CAS, DEADLINE, birth);
    assertThat(text(counter)).isEqualTo("18446744073709551615");
    assertThat(counter.flags()).isZero();
    assertThat(counter.cas()).isEqualTo(CAS);
    assertThat(counter.deadline()).isEqualTo(DEADLINE);
    assertUnmarked(counter);
    assertUnused(counter, birth);
  }

  @Test
  void anExtendedItemKeepsItsLifeAndFlagsButNoMarks() {
    for (boolean behind : new boolean[] {true, false}) {
      Entry extended = used("12").extended(bytes("3"), behind, NEW_CAS, later);
      assertThat(text(extended)).isEqualTo(behind ? "123" : "312");
      assertThat(extended.flags()).isEqualTo(FLAGS);
      assertThat(extended.cas()).isEqualTo(NEW_CAS);
      assertThat(extended.deadline()).isEqualTo(DEADLINE);
      assertUnmarked(extended);
      assertUnused(extended, later);
    }
  }

  @Test
  void aMarkedItemCanBeWonAgain() {
    Entry marked = used("12").asStale(NEW_CAS, NEW_DEADLINE);
    assertKept(marked);
    assertThat(marked.cas()).isEqualTo(NEW_CAS);
    assertThat(marked.deadline()).isEqualTo(NEW_DEADLINE);
    assertThat(marked.isWon()).isFalse();
    assertThat(marked.isStale()).isTrue();
  }

  @Test
  void aWinChangesNothingElse() {
    Entry marked = used("12").asStale(CAS, DEADLINE);
    Entry won = marked.asWon();
    assertKept(won);
    assertThat(won.cas()).isEqualTo(CAS);
    assertThat(won.deadline()).isEqualTo(DEADLINE);
    assertThat(won.isWon()).isTrue();
    assertThat(won.isStale()).isTrue();
    assertThat(marked.isWon()).isFalse();
  }

  @Test
  void aTouchChangesTheLifeAlone() {
    Entry touched = used("12").until(NEW_DEADLINE);
    assertKept(touched);
    assertThat(touched.cas()).isEqualTo(CAS);
    assertThat(touched.deadline()).isEqualTo(NEW_DEADLINE);
    assertThat(touched.isWon()).isTrue();
    assertThat(touched.isStale()).isTrue();
  }

  @Test
  void aCountThatFitsIsMadeInPlace() {
    Entry counted = used("12").counted(9, NEW_CAS, later);
    assertThat(text(counted)).isEqualTo("9 ");
    assertThat(counted.flags()).isEqualTo(FLAGS);
    assertThat(counted.cas()).isEqualTo(NEW_CAS);
    assertThat(counted.deadline()).isEqualTo(DEADLINE);
    assertThat(counted.isWon()).isTrue();
    assertThat(counted.isStale()).isTrue();
    assertThat(counted.isKeyEncoded()).isTrue();
    assertThat(counted.isFetched()).isTrue();
    assertThat(counted.usedAt()).isEqualTo(later.moment());
  }

  @Test
  void aCountThatNeedsMoreDigitsIsANewItem() {
    Entry counted = used("12").counted(100, NEW_CAS, later);
    assertThat(text(counted)).isEqualTo("100");
    assertThat(counted.flags()).isEqualTo(FLAGS);
    assertThat(counted.cas()).isEqualTo(NEW_CAS);
    assertThat(counted.deadline()).isEqualTo(DEADLINE);
    assertUnmarked(counted);
    assertUnused(counted, later);
  }

  @Test
  void aChangeLeavesTheStateBeforeItAsItWas() {
    Entry before = used("12");
    before.counted(9, NEW_CAS, later);
    before.until(NEW_DEADLINE);
    assertThat(text(before)).isEqualTo("12");
    assertThat(before.cas()).isEqualTo(CAS);
    assertThat(before.deadline()).isEqualTo(DEADLINE);
    assertThat(before.usedAt()).isEqualTo(birth.moment());
  }

  @Test
  void theFirstReadIsNotedTheSecondDatedTheThirdIgnored() {
    Entry entry = Entry.stored(bytes("x"), 0, CAS, DEADLINE, birth);
    entry.bump(110);
    assertThat(entry.isFetched()).isTrue();
    assertThat(entry.usedAt()).isEqualTo(birth.moment());
    entry.bump(120);
    assertThat(entry.usedAt()).isEqualTo(120);
    entry.bump(130);
    assertThat(entry.usedAt()).isEqualTo(120);
  }

  @Test
  void theNotesOfUseOutliveAChangeOfState() {
    Entry entry = Entry.stored(bytes("x"), 0, CAS, DEADLINE, birth);
    entry.bump(110);
    entry.bump(120);
    Entry won = entry.asWon();
    won.bump(130);
    assertThat(won.isFetched()).isTrue();
    assertThat(won.usedAt()).isEqualTo(120);
  }

  @Test
  void anAttemptToAddIsAUse() {
    Entry entry = Entry.stored(bytes("x"), 0, CAS, DEADLINE, birth);
    entry.use(110);
    assertThat(entry.usedAt()).isEqualTo(110);
    assertThat(entry.isFetched()).isFalse();
  }

  @Test
  void flagsTakeRoomOnlyIfThereAreAny() {
    assertThat(Entry.sizeOf(3, 10, 0)).isEqualTo(72);
    assertThat(Entry.sizeOf(3, 10, 1)).isEqualTo(76);
  }

  /** Fetched, encoded, stale and won. */
  private Entry used(String value) {
    Entry entry = Entry.stored(bytes(value), FLAGS, CAS, DEADLINE, birth).withEncodedKey();
    entry.bump(birth.moment());
    return entry.asStale(CAS, DEADLINE).asWon();
  }

  private void assertKept(Entry entry) {
    assertThat(text(entry)).isEqualTo("12");
    assertThat(entry.flags()).isEqualTo(FLAGS);
    assertThat(entry.life()).isSameAs(life);
    assertThat(entry.isKeyEncoded()).isTrue();
    assertThat(entry.isFetched()).isTrue();
    assertThat(entry.usedAt()).isEqualTo(birth.moment());
  }

  private static void assertUnmarked(Entry entry) {
    assertThat(entry.isWon()).isFalse();
    assertThat(entry.isStale()).isFalse();
  }

  private static void assertUnused(Entry entry, Birth since) {
    assertThat(entry.isFetched()).isFalse();
    assertThat(entry.usedAt()).isEqualTo(since.moment());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(US_ASCII);
  }

  private static String text(Entry entry) {
    return new String(entry.value(), US_ASCII);
  }
}
