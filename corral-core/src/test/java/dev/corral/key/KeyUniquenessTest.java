package dev.corral.key;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Looks for two inputs that share a key, and for a key that must not be sent, among random inputs
 * that are made to be mistaken for each other: of few characters, of sizes round the limits, and
 * derived from one another.
 */
class KeyUniquenessTest {
  private static final int INPUTS = 120_000;
  private static final long SEED = 20_260_101;
  private static final int LONGEST = 10_000;

  /** What forms are made of, and what must be kept from the wire. */
  private static final List<String> ATOMS =
      List.of((":|%|#|~|^|-|A|B|1|2|3|5|a|?|%-|%=|%3A|%23|%25|%#|#B|~B|%ED%A0%BD"
              + "| |\r\n|\0|\u007f|é|\ud83d|\ude00|😀")
          .split("[|]", -1));

  private static final byte[] OCTETS = {0, ' ', '!', '%', '#', 'A', 'B', '=', '~', 0x7f, -1};

  private final Random random = new Random(SEED);

  @Test
  void differentSegmentsGiveDifferentKeysThatAreFitToBeSent() {
    Map<Key, List<Object>> inputs = new HashMap<>();
    List<Object> previous = List.of("a");
    int hashed = 0;
    for (int i = 0; i < INPUTS; i++) {
      List<Object> input = random.nextBoolean() ? segments() : lookAlike(previous);
      Key key = keyOf(input);

      assertFitToBeSent(key);
      assertThat(keyOf(input.stream().map(KeyUniquenessTest::twin).toList())).isEqualTo(key);
      List<Object> sameKey = inputs.putIfAbsent(key, input);
      if (sameKey != null) {
        assertThat(input).as("another input of %s", key).isEqualTo(sameKey);
      }
      if (key.toString().contains("%#")) {
        hashed++;
      } else {
        assertThat(KeyReader.read(key)).isEqualTo(input);
      }
      previous = input;
    }
    assertThat(inputs).as("a good mix").hasSizeGreaterThan(INPUTS / 2);
    assertThat(hashed).as("a good mix").isBetween(INPUTS / 20, INPUTS / 2);
  }

  @Test
  void differentBytesGiveDifferentKeysThatAreFitToBeSent() {
    Map<Key, ByteBuffer> inputs = new HashMap<>();
    byte[] previous = {'a'};
    int binary = 0;
    for (int i = 0; i < INPUTS; i++) {
      byte[] input = random.nextInt(4) == 0 ? Key.binary(previous).bytes() : bytes();
      Key key = Key.binary(input);

      assertFitToBeSent(key);
      assertThat(Key.binary(input.clone())).isEqualTo(key);
      ByteBuffer sameKey = inputs.putIfAbsent(key, ByteBuffer.wrap(input));
      if (sameKey != null) {
        assertThat(input).as("another input of %s", key).isEqualTo(sameKey.array());
      }
      if (key.isBinary()) {
        assertThat(Base64.getDecoder().decode(key.bytes())).isEqualTo(input);
        binary++;
      }
      previous = input;
    }
    assertThat(inputs).as("a good mix").hasSizeGreaterThan(INPUTS / 2);
    assertThat(binary).as("a good mix").isBetween(INPUTS / 10, INPUTS / 2);
  }

  @Test
  void aRawKeyIsSentAsItIsWrittenOrRefused() {
    int refused = 0;
    for (int i = 0; i < INPUTS; i++) {
      String text = text(random.nextInt(4)) + "x".repeat(random.nextInt(260));
      try {
        Key key = Key.raw(text);
        assertFitToBeSent(key);
        assertThat(key).hasToString(text);
      } catch (IllegalArgumentException e) {
        assertThat(text).doesNotMatch("[!-~]{1,250}");
        refused++;
      }
    }
    assertThat(refused).as("a good mix").isBetween(INPUTS / 10, INPUTS * 9 / 10);
  }

  private static void assertFitToBeSent(Key key) {
    byte[] bytes = key.bytes();
    boolean fit = bytes.length >= 1 && bytes.length <= 250;
    for (byte b : bytes) {
      fit &= b >= 0x21 && b <= 0x7e;
    }
    assertThat(fit).as("%s is fit to be sent", key).isTrue();
  }

  /** Bytes are among the segments as buffers, which are equal if their bytes are. */
  private static Object[] given(List<Object> segments) {
    return segments.stream()
        .map(segment -> segment instanceof ByteBuffer buffer ? copyOf(buffer) : segment)
        .toArray();
  }

  private static byte[] copyOf(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private static Key keyOf(List<Object> segments) {
    return Key.of(given(segments));
  }

  private List<Object> segments() {
    List<Object> segments = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      segments.add(segment());
    }
    int kind = random.nextInt(100);
    if (kind < 3) {
      segments.set(0, longText(random.nextInt(LONGEST + 1)));
    } else if (kind < 30) {
      int missing =
          245 + random.nextInt(12) - KeyPrefix.of(given(segments)).toString().length();
      segments.add("x".repeat(Math.max(0, missing)));
    }
    return segments;
  }

  private Object segment() {
    return switch (random.nextInt(8)) {
      case 0 -> (long) random.nextInt(-100, 100);
      case 1 -> random.nextLong() >> random.nextInt(64);
      case 2 -> ByteBuffer.wrap(random.nextBoolean() ? new byte[random.nextInt(5)] : bytes());
      case 3 -> new UUID(-random.nextInt(2), random.nextInt(4));
      default -> text(random.nextInt(5));
    };
  }

  private String text(int atoms) {
    return random.ints(atoms, 0, ATOMS.size()).mapToObj(ATOMS::get).collect(joining());
  }

  /** Text of control characters and ASCII, or of characters round the surrogates. */
  private String longText(int length) {
    int from = random.nextInt(2) * 0xd780;
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) (from + random.nextInt(0x100)));
    }
    return text.toString();
  }

  /** Another list that an encoding with a hole might take for the given one. */
  private List<Object> lookAlike(List<Object> segments) {
    List<Object> other = new ArrayList<>(segments);
    int at = random.nextInt(other.size());
    Object one = other.get(at);
    String text = one.toString();
    switch (random.nextInt(9)) {
      case 0 -> other.set(at, text);
      case 1 -> other.set(at, KeyPrefix.of(given(List.of(one))).toString());
      case 2 -> other.add(at, "");
      case 3 -> {
        int cut = random.nextInt(text.length() + 1);
        other.set(at, text.substring(0, cut));
        other.add(at + 1, text.substring(cut));
      }
      case 4 -> {
        String joint = random.nextBoolean() ? ":" : "";
        other.set(
            at, other.stream().skip(at).limit(2).map(Object::toString).collect(joining(joint)));
        other
            .subList(Math.min(at + 1, other.size()), Math.min(at + 2, other.size()))
            .clear();
      }
      case 5 -> other.set(at, one instanceof Long number ? -number : text + text(1));
      case 6 -> other.add(other.remove(at));
      case 7 -> other = new ArrayList<>(List.of(keyOf(other).toString()));
      default ->
        other = new ArrayList<>(List.of((Object[]) keyOf(other).toString().split(":", -1)));
    }
    int length = other.stream().mapToInt(segment -> segment.toString().length()).sum();
    return length > LONGEST ? segments() : other;
  }

  /** The same segment as another object, a number as one of another width if it fits. */
  private static Object twin(Object segment) {
    if (segment instanceof Long number) {
      if (number == number.byteValue()) {
        return number.byteValue();
      }
      if (number == number.intValue()) {
        return number.intValue();
      }
      return number;
    }
    if (segment instanceof ByteBuffer buffer) {
      return ByteBuffer.wrap(copyOf(buffer));
    }
    return segment instanceof UUID id
        ? UUID.fromString(id.toString())
        : String.valueOf(segment.toString().toCharArray());
  }

  private byte[] bytes() {
    boolean printable = random.nextBoolean();
    int length = switch (random.nextInt(20)) {
      case 0, 1 -> 24;
      case 2, 3 -> 180 + random.nextInt(10);
      case 4, 5 -> 245 + random.nextInt(10);
      case 6 -> 1 + random.nextInt(LONGEST);
      default -> 1 + random.nextInt(8);
    };
    byte[] bytes = new byte[length];
    // Long ones have little that varies, so that they come again.
    Arrays.fill(bytes, printable ? (byte) 'x' : 0);
    for (int i = Math.min(length, 6) - 1; i >= 0; i--) {
      byte octet = OCTETS[random.nextInt(OCTETS.length)];
      bytes[i] = printable && (octet <= ' ' || octet == 0x7f) ? (byte) '%' : octet;
    }
    return bytes;
  }
}
