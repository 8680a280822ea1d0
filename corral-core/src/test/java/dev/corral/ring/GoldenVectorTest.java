package dev.corral.ring;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The answers of the real libraries. See README.md beside the vectors. */
class GoldenVectorTest {
  @ParameterizedTest
  @CsvSource({
    "libketama-equal3, LIBKETAMA, s_equal3",
    "libketama-equal5, LIBKETAMA, s_equal5",
    "libketama-weighted8, LIBKETAMA, s_weighted8",
    "libmemcached-weighted-mixed4, LIBMEMCACHED_WEIGHTED, s_mixed4",
    "libmemcached-weighted-weighted8, LIBMEMCACHED_WEIGHTED, s_weighted8",
    "libmemcached-ketama-equal3, LIBMEMCACHED, s_equal3",
    "libmemcached-ketama-equal25, LIBMEMCACHED, s_equal25",
    "libmemcached-ketama-mixed4, LIBMEMCACHED, s_mixed4",
    "spymemcached-equal3, SPYMEMCACHED, s_equal3",
    "spymemcached-equal25, SPYMEMCACHED, s_equal25",
  })
  void everyKeyLiesWhereTheOtherLibraryPutsIt(String vectors, Dialect dialect, String servers)
      throws IOException {
    Ring ring = Ring.of(ServerList.parse(resource(servers + ".txt")), dialect);
    List<String> rows = resource(vectors + ".csv").lines().toList();

    assertThat(rows).hasSize(2000).allSatisfy(row -> {
      List<String> columns = List.of(row.split(",", -1));
      Key key = Key.raw(columns.get(0));
      assertThat(ring.locate(key).address()).isEqualTo(columns.get(columns.size() - 1));
      if (columns.size() == 3) {
        assertThat(Integer.toUnsignedString(dialect.hash(key.bytes()))).isEqualTo(columns.get(1));
      }
    });
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = GoldenVectorTest.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), US_ASCII);
    }
  }
}
