package dev.corral.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatienceTest {
  @ParameterizedTest
  @CsvSource({
    "memcached://a, memcached://a?connectTimeout=3s&deadline=3s",
    "memcacheds://a?failures=1, memcacheds://a?failures=1&connectTimeout=3s&deadline=3s",
    "memcached://a?deadline=1s, memcached://a?deadline=1s&connectTimeout=3s",
    "memcached://a?deadline=1s&connectTimeout=1s, memcached://a?deadline=1s&connectTimeout=1s",
    "memory:a, memory:a"
  })
  void whatTheUserHasChosenStays(String given, String patient) {
    assertThat(Patience.in(given, "3s")).isEqualTo(patient);
  }
}
