package dev.corral.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.Allocation;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Random and mutated bytes through every way of reading: there is a value or a
 * {@link CorruptValueException}, nothing else, and never much memory for few bytes.
 */
class DecodeFuzzTest {
  private static final int INPUTS = 100_000;

  /**
   * What reading may allocate beyond what its bytes can inflate to: parsers, exceptions, traces.
   */
  private static final long OVERHEAD = 256 * 1024;

  /** One byte of zstd can be 32 KiB; once inflated, and once more as the value made of it. */
  private static final long PER_BYTE = 2 * 32 * 1024;

  record User(long id, String name, List<String> tags, Map<String, Double> scores) {}

  private static final User ANNA =
      new User(7, "Anna", List.of("herd", "herd", "é"), Map.of("a", 1.5));
  private static final String HERD = "herd ".repeat(60);
  private static final byte[] FIRST_BYTES = {0, 1, 2, (byte) 0xc1};

  private record Path(String name, Function<byte[], ?> read, List<byte[]> valid) {
    static <T> Path of(Codec<T> codec, List<T> values) {
      return new Path(
          codec.toString(), codec::decode, values.stream().map(codec::encode).toList());
    }

    static <T> Path enveloped(Codec<T> codec, T value) {
      Envelope plain = Envelope.of(codec.encode(value));
      Envelope full = plain
          .stamp(-2)
          .expiry(Ttl.seconds(300), Duration.ofSeconds(21))
          .loadTime(Duration.ofMillis(300))
          .softExpiry(Instant.ofEpochSecond(1_800_000_000));
      return new Path(
          "Envelope with " + codec,
          bytes -> Envelope.open(bytes).value(codec),
          List.of(plain.seal(), full.seal(), Envelope.absent().stamp(3).seal()));
    }
  }

  private static List<Path> paths() {
    Codec<User> json = Codec.json(User.class);
    Codec<Map<String, Object>> anyJson = Codec.json(new TypeToken<>() {});
    Codec<byte[]> trusting = Codec.of(value -> value, DecodeFuzzTest::firstOf);
    List<String> texts = List.of("", "h", HERD);
    Codec<String> deflated = Codec.strings().compressed(o -> o.threshold(0).deflate());
    Codec<String> zstd = Codec.strings().compressed(o -> o.threshold(0).zstd());
    Codec<User> deflatedJson = json.compressed(o -> o.threshold(0).deflate());
    assertThat(deflated.encode(HERD)[0]).isEqualTo(Algorithm.DEFLATE.mark());
    assertThat(zstd.encode(HERD)[0]).isEqualTo(Algorithm.ZSTD.mark());
    assertThat(deflatedJson.encode(ANNA)[0]).isEqualTo(Algorithm.DEFLATE.mark());
    return List.of(
        Path.of(Codec.bytes(), List.of(new byte[3])),
        Path.of(Codec.strings(), List.of("", "herd", "héllo 🐎 \ufffd")),
        Path.of(Codec.longs(), List.of(0L, -1L, 12543L, Long.MAX_VALUE)),
        Path.of(Codec.booleans(), List.of(true, false)),
        Path.of(Codec.existence(), List.of(Present.PRESENT)),
        Path.of(json, List.of(ANNA)),
        Path.of(anyJson, List.of(Map.of("a", List.of(1, "b")))),
        Path.of(trusting, List.of(new byte[] {0}, new byte[] {1, 9})),
        Path.of(deflated, texts),
        Path.of(zstd, texts),
        Path.enveloped(Codec.strings(), "herd"),
        Path.enveloped(json, ANNA),
        Path.enveloped(deflatedJson, ANNA));
  }

  /** A decoder that trusts its bytes. */
  private static byte[] firstOf(byte[] bytes, int offset, int length) {
    return new byte[] {bytes[offset + bytes[offset]]};
  }

  @TestFactory
  Stream<DynamicTest> whateverTheBytesAreThereIsAValueOrTheyAreCorrupt() {
    return paths().stream()
        .map(path -> DynamicTest.dynamicTest(path.name(), () -> {
          // On a thread of its own: most inputs throw, and a test's deep stack makes that slow.
          FutureTask<Integer> values = new FutureTask<>(() -> fuzz(path));
          new Thread(values, path.name()).start();
          assertThat(values.get()).as("inputs that were values").isBetween(1, INPUTS);
        }));
  }

  /** Returns how many inputs were values. */
  private static int fuzz(Path path) {
    Random random = new Random(path.name().hashCode());
    for (byte[] valid : path.valid()) {
      // This also loads classes, so that only reading is measured below.
      assertThat(path.read().apply(valid)).isNotNull();
    }
    int values = 0;
    for (int i = 0; i < INPUTS; i++) {
      byte[] input = i % 2 == 0 ? randomBytes(random) : mutation(random, path.valid());
      long before = Allocation.bytes();
      try {
        Objects.requireNonNull(path.read().apply(input));
        values++;
      } catch (CorruptValueException expected) {
        // the other way that it may end
      } catch (Throwable e) {
        throw new AssertionError("input " + i + ": " + Arrays.toString(input), e);
      }
      long allocated = Allocation.bytes() - before;
      if (allocated > OVERHEAD + PER_BYTE * input.length) {
        throw new AssertionError(
            "input " + i + " made reading allocate " + allocated + ": " + Arrays.toString(input));
      }
    }
    return values;
  }

  private static byte[] randomBytes(Random random) {
    byte[] bytes = new byte[random.nextInt(40)];
    random.nextBytes(bytes);
    if (bytes.length > 0 && random.nextBoolean()) {
      bytes[0] = FIRST_BYTES[random.nextInt(FIRST_BYTES.length)];
    }
    return bytes;
  }

  private static byte[] mutation(Random random, List<byte[]> valid) {
    byte[] original = valid.get(random.nextInt(valid.size()));
    byte[] bytes = switch (random.nextInt(4)) {
      case 0 -> Arrays.copyOf(original, random.nextInt(original.length + 1));
      case 1 -> Arrays.copyOf(original, original.length + random.nextInt(9));
      default -> original.clone();
    };
    for (int changes = random.nextInt(4); changes > 0 && bytes.length > 0; changes--) {
      int at = random.nextInt(bytes.length);
      bytes[at] =
          (byte) (random.nextBoolean() ? random.nextInt() : bytes[at] ^ 1 << random.nextInt(8));
    }
    return bytes;
  }
}
