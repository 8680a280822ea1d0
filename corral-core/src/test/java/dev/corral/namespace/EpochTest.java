package dev.corral.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EpochTest {
  private static final int SIZE = 2;
  private static final long NOW = 1_000_000;
  private static final long PERIOD = 10_000;

  private final NamespaceRig.Member member = new NamespaceRig().process();

  /** One that moves in the first tenth of a rolling flush, and one that does in the last. */
  private final Namespace early = withFraction(0, 0.1);

  private final Namespace late = withFraction(0.9, 1);

  private Namespace withFraction(double least, double most) {
    return IntStream.range(0, 10_000)
        .mapToObj(member::user)
        .filter(user -> user.fraction() >= least && user.fraction() < most)
        .findFirst()
        .orElseThrow();
  }

  private static Epoch epoch(long master, long... touched) {
    return Epoch.begin(master, SIZE, 0xabcd)
        .touched(Arrays.stream(touched).boxed().toList(), NOW);
  }

  private static Epoch rolling(Epoch before, boolean moved) {
    return before.next(0x2222, NOW, PERIOD, moved, 0xabcd);
  }

  private static Epoch.Old oldOf(Epoch epoch) {
    Epoch.Old old = epoch.old();
    if (old == null) {
      throw new AssertionError("there is no old half");
    }
    return old;
  }

  private static String hex(Epoch epoch) {
    return HexFormat.of().formatHex(epoch.bytes("___"));
  }

  private static @Nullable Epoch parse(byte[] item) {
    return Epoch.parse(item, "___", SIZE);
  }

  @Test
  void anItemHasTheseBytesInEveryVersionForItIsStored() {
    Epoch plain = epoch(0x1111, 0x0000_0001_0000_0002L);
    assertThat(hex(plain))
        .isEqualTo("45" + "01" + "00" + "000000000000abcd" + "0000000000001111" //
            + "03" + "5f5f5f" + "0002" + "0a00");
    assertThat(hex(plain.seal(0x3333)))
        .isEqualTo("45" + "01" + "01" + "000000000000abcd" + "0000000000003333" + "03" + "5f5f5f"
            + "0002" + "0000");
    String rolling = "000000000000abcd" + "0000000000002222" + "03" + "5f5f5f" + "0002" + "0000"
        + "0000000000001111" + "00000000000f4240" + "0000000000002710" + "0a00";
    assertThat(hex(rolling(plain, false))).isEqualTo("450102" + rolling);
    assertThat(hex(rolling(plain, true))).isEqualTo("450106" + rolling);
  }

  @Test
  void itsUsualSizeIsAHundredBytesAndSome() {
    Epoch epoch = Epoch.begin(0x1111, 80, 0);
    assertThat(epoch.bytes("___")).hasSize(105);
    assertThat(epoch.next(0x2222, NOW, PERIOD, false, 0).bytes("___")).hasSize(209);
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    Epoch plain = epoch(0x1111, 3, 4);
    for (Epoch each : List.of(
        plain,
        plain.seal(9),
        rolling(plain, false),
        rolling(plain, true),
        rolling(plain, true).touched(List.of(7L), NOW))) {
      assertThat(parse(each.bytes("___"))).isEqualTo(each);
    }
    Epoch off = Epoch.begin(0x1111, 0, 5);
    assertThat(Epoch.parse(off.bytes("ü"), "ü", 0)).isEqualTo(off);
    Epoch large = Epoch.begin(0x1111, 8192, 5);
    assertThat(Epoch.parse(large.bytes("___"), "___", 8192)).isEqualTo(large);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "e", "12345", "{\"json\": true}", "\0\0\0\0\0\0\0\0"})
  void whatIsNoEvidenceCountsAsGone(String item) {
    assertThat(parse(item.getBytes(StandardCharsets.ISO_8859_1))).isNull();
  }

  @Test
  void anItemThatWasCutOffCountsAsGone() {
    byte[] whole = rolling(epoch(0x1111), false).bytes("___");
    for (int length = 0; length < whole.length; length++) {
      assertThat(parse(Arrays.copyOf(whole, length))).as("%s bytes", length).isNull();
    }
    assertThat(parse(whole)).isNotNull();
  }

  @Test
  void brokenBytesAreNothingWorseThanGoneOrAnothersOptions() {
    Random random = new Random(1);
    byte[] whole = rolling(epoch(0x1111), false).bytes("___");
    for (int i = 0; i < 50_000; i++) {
      byte[] broken = Arrays.copyOf(whole, random.nextInt(whole.length + 10));
      for (int j = random.nextInt(4); j >= 0 && broken.length > 0; j--) {
        broken[random.nextInt(broken.length)] = (byte) random.nextInt();
      }
      try {
        Epoch unused = parse(broken);
      } catch (ConfigurationException e) {
        assertThat(broken[0]).isEqualTo((byte) 'E');
      }
    }
  }

  @Test
  void anotherFormatIsSaidToBeOne() {
    byte[] item = epoch(0x1111).bytes("___");
    item[1] = 2;
    assertThatThrownBy(() -> parse(item))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("the evidence was written by another version of Corral: it has format 2,"
            + " and this one knows format 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "___ | 80 | evidence of 2 bytes, here 80 bytes",
        "___ | 0  | evidence of 2 bytes, here no bytes (off)",
        "abc | 2  | the prefix '___', here 'abc'",
        "abc | 1  | evidence of 2 bytes, here 1 bytes; and the prefix '___', here 'abc'",
      })
  void othersOptionsAreNamedBesideOurs(String prefix, int size, String difference) {
    byte[] item = rolling(epoch(0x1111), false).bytes("___");
    assertThatThrownBy(() -> Epoch.parse(item, prefix, size))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("all processes must have the same options for namespaces, but others have "
            + difference);
  }

  @Test
  void evidenceThatIsOffElsewhereIsSaidToBeSo() {
    byte[] item = Epoch.begin(0x1111, 0, 0).bytes("___");
    assertThatThrownBy(() -> parse(item))
        .hasMessageEndingWith("others have evidence of no bytes (off), here 2 bytes");
  }

  @Test
  void withoutAFlushEveryNamespaceIsUnderTheMaster() {
    Epoch epoch = Epoch.begin(0x1111, 80, 0).touched(List.of(early.hash()), NOW);
    assertThat(epoch.masterOf(early, NOW)).isEqualTo(0x1111);
    assertThat(epoch.mayBeTouched(early, NOW)).isTrue();
    assertThat(epoch.mayBeTouched(late, NOW)).isFalse();
    assertThat(epoch.hasMoved(late, 0)).isTrue();
    assertThat(epoch.isRolling(NOW)).isFalse();
  }

  @Test
  void aNamespaceMovesWhenItsPartOfThePeriodIsOver() {
    Epoch before = Epoch.begin(0x1111, 80, 0).touched(List.of(late.hash()), NOW);
    Epoch epoch = before.next(0x2222, NOW, PERIOD, false, 0);
    long moment = NOW + (long) Math.ceil(late.fraction() * PERIOD);
    assertThat(epoch.masterOf(late, moment - 1)).isEqualTo(0x1111);
    assertThat(epoch.mayBeTouched(late, moment - 1)).isTrue();
    assertThat(epoch.masterOf(late, moment)).isEqualTo(0x2222);
    assertThat(epoch.mayBeTouched(late, moment)).isFalse();
    assertThat(epoch.masterOf(early, NOW + PERIOD / 10)).isEqualTo(0x2222);
  }

  @Test
  void allHaveMovedAtTheEndAndNoneBeforeTheBeginning() {
    Epoch epoch = Epoch.begin(0x1111, 80, 0).next(0x2222, NOW, PERIOD, false, 0);
    List<Namespace> users = IntStream.range(0, 1000).mapToObj(member::user).toList();
    assertThat(users).noneMatch(user -> epoch.hasMoved(user, NOW - 1));
    assertThat(users).allMatch(user -> epoch.hasMoved(user, NOW + PERIOD));
    assertThat(users.stream()
            .filter(user -> epoch.hasMoved(user, NOW + PERIOD / 4))
            .count())
        .isBetween(200L, 300L);
    assertThat(epoch.isRolling(NOW + PERIOD - 1)).isTrue();
    assertThat(epoch.isRolling(NOW + PERIOD)).isFalse();
  }

  @Test
  void afterAChangeOfServersTouchedNamespacesHaveMovedWhateverClocksSay() {
    Epoch before = Epoch.begin(0x1111, 80, 1).touched(List.of(late.hash()), NOW);
    Epoch epoch = before.next(0x2222, NOW, PERIOD, true, 2);
    assertThat(epoch.hasMoved(late, Long.MIN_VALUE)).isTrue();
    assertThat(epoch.masterOf(late, NOW)).isEqualTo(0x2222);
    assertThat(epoch.hasMoved(early, NOW - 1)).isFalse();
    assertThat(epoch.servers()).isEqualTo(2);
    Epoch touched = epoch.touched(List.of(early.hash()), NOW);
    assertThat(touched.hasMoved(early, NOW - 1)).isTrue();
    assertThat(touched.mayBeTouched(early, NOW - 1)).isTrue();
  }

  @Test
  void duringAFlushTouchesGoToBothHalves() {
    Epoch epoch = Epoch.begin(0x1111, 80, 0).next(0x2222, NOW, PERIOD, false, 0);
    Epoch touched = epoch.touched(List.of(late.hash()), NOW + 1);
    assertThat(touched.filter().mayContain(late.hash())).isTrue();
    assertThat(oldOf(touched).filter().mayContain(late.hash())).isTrue();
    assertThat(touched.mayBeTouched(late, NOW + 1)).isTrue();
    assertThat(touched.mayBeTouched(late, NOW + PERIOD)).isTrue();
    assertThat(touched.master()).isEqualTo(0x2222);
  }

  @Test
  void aFlushThatIsOverIsForgottenByTheNextWrite() {
    Epoch epoch = Epoch.begin(0x1111, 80, 7).next(0x2222, NOW, PERIOD, false, 7);
    Epoch touched = epoch.touched(List.of(late.hash()), NOW + PERIOD);
    assertThat(touched).isEqualTo(Epoch.begin(0x2222, 80, 7).touched(List.of(late.hash()), NOW));
  }

  @Test
  void whatIsKnownToBeTouchedChangesNothing() {
    Epoch epoch = epoch(0x1111, 3);
    assertThat(epoch.touched(List.of(3L), NOW)).isSameAs(epoch);
    Epoch half = rolling(epoch, false); // in which 3 is touched in the old half alone
    assertThat(half.touched(List.of(3L), NOW)).isNotEqualTo(half);
    Epoch both = half.touched(List.of(3L), NOW);
    assertThat(both.touched(List.of(3L), NOW)).isSameAs(both);
  }

  @Test
  void theNextEpochBeginsUntouchedAndKeepsTheOneBefore() {
    Epoch before = epoch(0x1111, 3);
    Epoch next = rolling(before, false);
    assertThat(next.master()).isEqualTo(0x2222);
    assertThat(next.filter()).isEqualTo(Filter.empty(SIZE));
    assertThat(next.old()).isEqualTo(new Epoch.Old(0x1111, before.filter(), NOW, PERIOD, false));
    assertThat(oldOf(next.next(0x3333, NOW, PERIOD, false, 0)).master()).isEqualTo(0x2222);
  }

  @Test
  void withoutAPeriodAllMoveAtOnce() {
    Epoch next = epoch(0x1111, 3).next(0x2222, NOW, 0, false, 0xabcd);
    assertThat(next).isEqualTo(Epoch.begin(0x2222, SIZE, 0xabcd));
  }

  @Test
  void aSealHoldsNothingOfWhatItSeals() {
    Epoch seal = rolling(epoch(0x1111, 3), false).seal(0x3333);
    assertThat(seal.sealed()).isTrue();
    assertThat(seal.old()).isNull();
    assertThat(seal.filter()).isEqualTo(Filter.empty(SIZE));
    assertThat(seal.master()).isEqualTo(0x3333);
  }

  @Test
  void ofTwoItemsOfOneEpochAllThatEitherKnowsIsKnown() {
    Epoch rolling = rolling(epoch(0x1111), false);
    Epoch one = rolling.touched(List.of(3L), NOW);
    Epoch other = rolling.touched(List.of(4L), NOW);
    assertThat(one.and(other)).isEqualTo(rolling.touched(List.of(3L, 4L), NOW));
    assertThat(other.and(one)).isEqualTo(one.and(other));
    Epoch later = one.touched(List.of(5L), NOW + PERIOD); // without the old half
    assertThat(one.and(later)).isEqualTo(later);
    assertThat(later.and(one)).isEqualTo(later);
  }

  @Test
  void theGenerationAfterAMoveIsKnownUnlessItWouldHaveToBeLookedUp() {
    Epoch epoch = Epoch.begin(0x1111, 80, 0).next(0x2222, NOW, PERIOD, false, 0);
    assertThat(epoch.generationAfterMove(late, 0x1111)).isEqualTo(0x2222);
    assertThat(epoch.generationAfterMove(late, 0x5555)).isEqualTo(0x2222);
    Epoch touched = epoch.touched(List.of(late.hash()), NOW);
    assertThat(touched.generationAfterMove(late, 0x5555)).isEqualTo(0x5555);
    assertThat(touched.generationAfterMove(late, 0x2222)).isZero();
    assertThat(touched.generationAfterMove(late, 0x1111)).isZero();
  }
}
