package dev.corral.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.time.Ttl;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopeTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final byte[] NOTHING = "nothing".getBytes(UTF_8);
  private static final Envelope HI = Envelope.of("hi".getBytes(UTF_8));
  private static final Ttl FIVE_MINUTES = Ttl.of(Duration.ofMinutes(5));
  private static final Duration SPAN = Duration.ofSeconds(21);
  private static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");

  static Object[][] layouts() {
    return new Object[][] {
      {HI, "c100 6869"},
      {Envelope.of(new byte[0]), "c100"},
      {Envelope.absent(), "c110"},
      {HI.stamp(0x0123456789abcdefL), "c101 0123456789abcdef 6869"},
      {HI.expiry(FIVE_MINUTES, SPAN), "c102 e0a712 88a401 6869"},
      {HI.expiry(Ttl.seconds(1), Duration.ZERO), "c102 e807 00 6869"},
      {HI.loadTime(Duration.ofMillis(300)), "c104 ac02 6869"},
      {HI.softExpiry(NOON), "c108 80b4b898e833 6869"},
      {
        HI.stamp(-1)
            .expiry(FIVE_MINUTES, SPAN)
            .loadTime(Duration.ofMillis(5))
            .softExpiry(Instant.ofEpochMilli(1)),
        "c10f ffffffffffffffff e0a712 88a401 05 01 6869"
      },
      {Envelope.absent().stamp(1).expiry(FIVE_MINUTES, SPAN), "c113 0000000000000001 e0a71288a401"},
    };
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void anEnvelopeHasTheseBytesAndComesBackFromThem(Envelope envelope, String hex) {
    byte[] bytes = HEX.parseHex(hex.replace(" ", ""));

    assertThat(HEX.formatHex(envelope.seal())).isEqualTo(HEX.formatHex(bytes));
    assertSame(Envelope.open(bytes), envelope);
  }

  @Test
  void randomEnvelopesComeBack() {
    Random random = new Random(5);
    for (int i = 0; i < 5_000; i++) {
      byte[] body = new byte[random.nextInt(40)];
      random.nextBytes(body);
      Envelope envelope = random.nextInt(4) == 0 ? Envelope.absent() : Envelope.of(body);
      envelope = random.nextBoolean() ? envelope : envelope.stamp(random.nextLong());
      envelope = random.nextBoolean()
          ? envelope
          : envelope.expiry(Ttl.of(duration(random).plusMillis(1)), duration(random));
      envelope = random.nextBoolean() ? envelope : envelope.loadTime(duration(random));
      envelope = random.nextBoolean()
          ? envelope
          : envelope.softExpiry(Instant.EPOCH.plus(duration(random)));

      byte[] bytes = envelope.seal();
      assertSame(Envelope.open(bytes), envelope);
      assertThat(Envelope.open(bytes).seal()).isEqualTo(bytes);
    }
  }

  @Test
  void whatIsNotSaidMeansNothing() {
    Envelope envelope = Envelope.open(HI.seal());

    assertThat(envelope.stamp()).isZero();
    assertThat(envelope.ttl()).isEqualTo(Ttl.NEVER);
    assertThat(envelope.span()).isZero();
    assertThat(envelope.loadTime()).isZero();
    assertThat(envelope.softExpiry()).isEqualTo(Instant.MAX);
    assertThat(envelope.isAbsent()).isFalse();
  }

  @Test
  void aChangeLeavesTheOriginalAsItWas() {
    Envelope changed = HI.stamp(1).loadTime(SPAN).expiry(FIVE_MINUTES, SPAN).softExpiry(NOON);

    assertThat(changed.seal()).hasSizeGreaterThan(20);
    whatIsNotSaidMeansNothing();
  }

  @Test
  void anOpenedEnvelopeCanBeChangedAndSealedAgain() {
    Envelope opened = Envelope.open(HI.stamp(7).expiry(FIVE_MINUTES, SPAN).seal());

    assertThat(opened.stamp(0).expiry(Ttl.NEVER, SPAN).seal()).isEqualTo(HI.seal());
  }

  @Test
  void emptyZeroAndFalseAreFoundAndAbsenceIsNot() {
    assertThat(reopened("".getBytes(UTF_8)).value(Codec.strings())).isEqualTo(Lookup.found(""));
    assertThat(reopened("0".getBytes(UTF_8)).value(Codec.longs())).isEqualTo(Lookup.found(0L));
    assertThat(reopened("0".getBytes(UTF_8)).value(Codec.booleans()))
        .isEqualTo(Lookup.found(false));
    assertThat(reopened(new byte[0]).value(Codec.existence()))
        .isEqualTo(Lookup.found(Present.PRESENT));
    assertThat(Envelope.open(Envelope.absent().seal()).value(Codec.strings()))
        .isEqualTo(Lookup.absent());
  }

  @Test
  void theValueIsReadWhereItLies() {
    byte[] bytes = HI.stamp(1).seal();
    Codec<byte[]> same = Codec.of(value -> value, (array, offset, length) -> {
      assertThat(offset).isEqualTo(10);
      assertThat(length).isEqualTo(2);
      return array;
    });

    assertThat(Envelope.open(bytes).value(same).orElse(new byte[0])).isSameAs(bytes);
  }

  @Test
  void aValueThatTheCodecCannotReadIsCorrupt() {
    assertThatThrownBy(() -> Envelope.open(HI.seal()).value(Codec.longs()))
        .isExactlyInstanceOf(CorruptValueException.class);
  }

  @Test
  void durationsAreRoundedUpAndMomentsDownToMilliseconds() {
    Envelope envelope = HI.expiry(Ttl.of(Duration.ofNanos(1)), Duration.ofNanos(1_000_001))
        .loadTime(Duration.ofNanos(999_999))
        .softExpiry(Instant.ofEpochSecond(0, 1_999_999));

    assertThat(envelope.ttl()).isEqualTo(Ttl.of(Duration.ofMillis(1)));
    assertThat(envelope.span()).isEqualTo(Duration.ofMillis(2));
    assertThat(envelope.loadTime()).isEqualTo(Duration.ofMillis(1));
    assertThat(envelope.softExpiry()).isEqualTo(Instant.ofEpochMilli(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "c1",
        "c0006869", // another version
        "7b7d", // JSON
        "c120", // bits of a later version
        "c140",
        "c180",
        "c1106869", // no value, and one
        "c10101234567",
        "c102",
        "c10200", // a ttl of nothing
        "c10200a401",
        "c102e807",
        "c102ffffffffffffffff7f00", // a ttl of 292 million years
        "c102e807ffffffffffffffff7f",
        "c104ffffffffffffffff7f",
        "c10480",
        "c108ffffffffffffffffff01" // a number without an end
      })
  void otherBytesAreCorrupt(String hex) {
    assertThatThrownBy(() -> Envelope.open(HEX.parseHex(hex)))
        .isExactlyInstanceOf(CorruptValueException.class);
  }

  @Test
  void anEnvelopeThatBreaksOffIsCorrupt() {
    byte[] whole = Envelope.absent()
        .stamp(-1)
        .expiry(FIVE_MINUTES, SPAN)
        .loadTime(SPAN)
        .softExpiry(NOON)
        .seal();

    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> Envelope.open(part))
          .isExactlyInstanceOf(CorruptValueException.class);
    }
  }

  @Test
  void noTextInUtf8IsAnEnvelope() {
    byte first = HI.seal()[0];

    assertThat(IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
            .filter(codePoint -> Character.toString(codePoint).getBytes(UTF_8)[0] == first))
        .isEmpty();
  }

  static Object[][] typicalSizes() {
    Envelope expiring = HI.expiry(FIVE_MINUTES, SPAN);
    Duration loaded = Duration.ofMillis(300);
    return new Object[][] {
      {"no expiry", 2, HI},
      {"ttl 5 min", 8, expiring},
      {"ttl 5 min, scoped", 16, expiring.stamp(-1)},
      {"ttl 5 min, scoped, early recompute", 18, expiring.stamp(-1).loadTime(loaded)},
      {"ttl 1 day, stale for 1 hour", 10, HI.expiry(Ttl.seconds(86_400), Duration.ofHours(1))},
      {"a store that cannot tell the remaining life", 14, expiring.softExpiry(NOON)},
    };
  }

  @ParameterizedTest(name = "{0}: {1} bytes")
  @MethodSource("typicalSizes")
  void anEnvelopeAddsFewBytes(String what, int added, Envelope envelope) {
    assertThat(envelope.seal()).as(what).hasSize("hi".length() + added);
  }

  @Test
  void badDurationsAndMomentsAreRefusedByName() {
    assertRefused("span", () -> HI.expiry(FIVE_MINUTES, Duration.ofMillis(-1)));
    assertRefused("span", () -> HI.expiry(Ttl.NEVER, Duration.ofDays(36_501)));
    assertRefused("loadTime", () -> HI.loadTime(Duration.ofMillis(-1)));
    assertRefused("loadTime", () -> HI.loadTime(Duration.ofDays(36_501)));
    assertRefused("softExpiry", () -> HI.softExpiry(Instant.ofEpochMilli(-1)));
    assertRefused("softExpiry", () -> HI.softExpiry(Instant.MAX.minusNanos(1)));
  }

  private static void assertRefused(String name, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(name + " must be");
  }

  private static Envelope reopened(byte[] value) {
    return Envelope.open(Envelope.of(value).seal());
  }

  private static Duration duration(Random random) {
    return Duration.ofMillis((random.nextLong() >>> 1) >>> (22 + random.nextInt(42)));
  }

  private static void assertSame(Envelope actual, Envelope expected) {
    assertThat(actual.stamp()).isEqualTo(expected.stamp());
    assertThat(actual.ttl()).isEqualTo(expected.ttl());
    assertThat(actual.span()).isEqualTo(expected.span());
    assertThat(actual.loadTime()).isEqualTo(expected.loadTime());
    assertThat(actual.softExpiry()).isEqualTo(expected.softExpiry());
    assertThat(actual.isAbsent()).isEqualTo(expected.isAbsent());
    assertThat(actual.value(Codec.bytes()).orElse(NOTHING))
        .isEqualTo(expected.value(Codec.bytes()).orElse(NOTHING));
  }
}
