package dev.corral.keyspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.MonthDay;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SegmentTest {
  private enum Size {
    SMALL {
      @Override
      public String toString() {
        return "small";
      }
    },
    LARGE
  }

  private record Range(int from, int to) {}

  private record OtherRange(int from, int to) {}

  private record Filter(String text, Range range) {}

  /** A record that can't be read. */
  record Secret(String text) {
    @Override
    public String text() {
      throw new IllegalStateException("no");
    }
  }

  @Test
  void whatPeopleCanReadStaysAsItIs() {
    assertThat(Segment.text("activeids")).isEqualTo("activeids");
    assertThat(Segment.text("a:b c")).isEqualTo("a:b c");
    assertThat(Segment.text(5)).isEqualTo("5").isEqualTo(Segment.text(5L));
    assertThat(Segment.text((byte) -5)).isEqualTo("-5").isEqualTo(Segment.text((short) -5));
    assertThat(Segment.text(Long.MIN_VALUE)).isEqualTo("-9223372036854775808");
    assertThat(Segment.text(Size.SMALL)).isEqualTo("SMALL");
    assertThat(Segment.text(Size.LARGE)).isEqualTo("LARGE");
    UUID id = UUID.fromString("0d3ef4b1-5a0e-4a9e-9a4b-0f8d3a2c7e11");
    assertThat(Segment.text(id)).isEqualTo("0d3ef4b1-5a0e-4a9e-9a4b-0f8d3a2c7e11");
  }

  @ParameterizedTest
  @CsvSource({
    "2025-06-01T12:00:00Z,           20250601T120000.000Z",
    "2025-06-01T12:00:00.120Z,       20250601T120000.120Z",
    "2025-06-01T12:00:00.120000001Z, 20250601T120000.120000001Z",
    "2025-06-01T12:00:00.120001Z,    20250601T120000.120001000Z",
    "1969-12-31T23:59:59.999Z,       19691231T235959.999Z",
    "+12025-06-01T12:00:00Z,         +120250601T120000.000Z",
    "-0001-06-01T12:00:00Z,          -00010601T120000.000Z",
  })
  void anInstantIsWrittenInUtcToTheMillisecondOrTheNanosecond(Instant instant, String text) {
    assertThat(Segment.text(instant)).isEqualTo(text);
  }

  /** Other processes, and other versions of Corral and the JDK, must make the same of them. */
  @Test
  void aHashIsTheSameForEver() {
    assertThat(Segment.text(List.of(1, 2))).isEqualTo("xmyfjrPf5qH6tY62xemvIQ");
    assertThat(Segment.text(Set.of("a", "b", "c"))).isEqualTo("f3iEiVkHmqbyEHv1_BFDcQ");
    assertThat(Segment.text(Map.of("a", 0.1, "b", 1e300))).isEqualTo("TPkmbcvSA-hLhkiOQLS2fA");
    assertThat(Segment.text(new Filter("x", new Range(1, 2)))).isEqualTo("iffs6ILABr7N3NV1Xu8wow");
    assertThat(Segment.text(LocalDate.of(2025, 6, 1))).isEqualTo("J-8CyLJb6vy5A66wR1fXLQ");
    assertThat(Segment.text(new byte[] {1, 2})).isEqualTo("qERuBl8htc5BKVp6m5msQg");
  }

  @Test
  void listsAndArraysKeepTheirOrder() {
    assertThat(Segment.text(List.of(1, 2)))
        .hasSize(22)
        .isNotEqualTo(Segment.text(List.of(2, 1)))
        .isEqualTo(Segment.text(Arrays.asList(1L, 2L)))
        .isEqualTo(Segment.text(new int[] {1, 2}))
        .isEqualTo(Segment.text(new Object[] {(short) 1, BigInteger.TWO}));
  }

  @Test
  void setsAndMapsHaveNoOrder() {
    assertThat(Segment.text(new LinkedHashSet<>(List.of("a", "b", "cc"))))
        .isEqualTo(Segment.text(new LinkedHashSet<>(List.of("cc", "b", "a"))))
        .isEqualTo(Segment.text(new TreeSet<>(List.of("a", "b", "cc"))))
        .isNotEqualTo(Segment.text(List.of("a", "b", "cc")));
    Map<String, Integer> one = new LinkedHashMap<>();
    one.put("x", 1);
    one.put("y", 2);
    Map<String, Integer> other = new LinkedHashMap<>();
    other.put("y", 2);
    other.put("x", 1);
    assertThat(Segment.text(one))
        .isEqualTo(Segment.text(other))
        .isEqualTo(Segment.text(new TreeMap<>(other)))
        .isNotEqualTo(Segment.text(Map.of("x", 2, "y", 1)));
  }

  /** Each differs from all others, though some read alike. */
  @Test
  void differentValuesHaveDifferentHashes() {
    List<Object> values = List.of(
        true,
        false,
        1.0,
        1.0f,
        0.0,
        -0.0,
        Double.NaN,
        new BigDecimal("1.0"),
        new BigDecimal("1.00"),
        BigInteger.ONE,
        BigInteger.TEN.pow(30),
        'c',
        new byte[] {1},
        new byte[] {},
        new int[] {},
        List.of(1),
        List.of(List.of(1)),
        List.of("1"),
        List.of("a", "b"),
        List.of("ab"),
        List.of("a:b"),
        List.of(List.of("a"), "b"),
        List.of(List.of("a", "b")),
        List.of(Size.SMALL),
        List.of("SMALL"),
        List.of(UUID.nameUUIDFromBytes(new byte[0])),
        List.of(Instant.EPOCH),
        Collections.singletonList(null),
        Set.of(),
        Set.of(1),
        Map.of(),
        Map.of(1, 1),
        Optional.empty(),
        Optional.of(1),
        Optional.of(List.of()),
        new Range(1, 2),
        new Range(2, 1),
        new OtherRange(1, 2),
        new Filter("1", new Range(1, 2)),
        LocalDate.EPOCH,
        LocalDateTime.of(2025, 6, 1, 12, 0),
        Duration.ofMinutes(1),
        MonthDay.of(6, 1),
        ZoneId.of("Europe/Berlin"),
        ZoneOffset.UTC);
    Set<String> texts = new HashSet<>();
    for (Object value : values) {
      assertThat(Segment.text(value)).hasSize(22).matches("[A-Za-z0-9_-]*");
      assertThat(texts.add(Segment.text(value))).as("%s is new", value).isTrue();
    }
  }

  @Test
  void whatHasNoStableFormIsRefusedByName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Segment.text(new Object()))
        .withMessage(
            "a segment, or a part of one, must have a stable form, but is a java.lang.Object");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Segment.text(List.of(new ArrayDeque<>())))
        .withMessageContaining("java.util.ArrayDeque");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Segment.text(java.time.Clock.systemUTC()))
        .withMessageContaining("Clock");
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller does that does not know of null-marked packages
  void nullIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Segment.text(null))
        .withMessage("segment must not be null");
  }

  @Test
  void aRecordThatCannotBeReadIsRefusedByName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Segment.text(new Secret("?")))
        .withMessage("record " + Secret.class.getName() + " cannot be read: text failed")
        .withRootCauseInstanceOf(IllegalStateException.class);
  }
}
