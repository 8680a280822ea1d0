package dev.corral.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.Allocation;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class KeyAllocationTest {
  private static final KeyPrefix PREFIX = KeyPrefix.of("app", "user");
  private static final int KEYS = 10_000;

  enum Colour {
    RED
  }

  record Seat(String hall, Place place) {}

  record Place(int row, long number) {}

  /** Written for each key, so that no compiler can do without it. */
  @SuppressWarnings("unused")
  private static volatile Key last = Key.of("none");

  static List<Arguments> encoders() {
    return List.of(
        Arguments.of("longs", Keys.longs(), 12_543L),
        Arguments.of("ints", Keys.ints(), -12_543),
        Arguments.of("strings", Keys.strings(), "a plain name, and then some: é"),
        Arguments.of("bytes", Keys.bytes(), new byte[] {1, 2, 3, 4}),
        Arguments.of("uuids", Keys.uuids(), new UUID(42, 43)),
        Arguments.of("enums", Keys.enums(Colour.class), Colour.RED),
        Arguments.of(
            "records", Keys.records(Seat.class), new Seat("main", new Place(1_000, 1L << 40))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("encoders")
  <K> void aKeyCostsItselfAndItsBytesAndNothingElse(String name, KeyEncoder<K> encoder, K key) {
    String text = PREFIX.encode(encoder, key).toString();

    // A raw key is the measure: an array filled at once, and the key round it.
    assertThat(bytesPerKey(() -> PREFIX.encode(encoder, key)))
        .isEqualTo(bytesPerKey(() -> Key.raw(text)));
  }

  private static long bytesPerKey(Supplier<Key> maker) {
    return Allocation.least(() -> {
          for (int i = 0; i < KEYS; i++) {
            last = maker.get();
          }
        })
        / KEYS;
  }
}
