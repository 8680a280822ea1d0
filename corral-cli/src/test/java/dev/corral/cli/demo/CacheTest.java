package dev.corral.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cli.demo.crowd.Frontend;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CacheTest {
  @ParameterizedTest
  @CsvSource({
    "memcached://a, memcached://a?deadline=10s",
    "memcached://a?failures=1, memcached://a?failures=1&deadline=10s",
    "memcached://a?deadline=1s, memcached://a?deadline=1s"
  })
  void whoMustNotFailIsPatientUnlessTheUserIsNot(String given, String patient) {
    assertThat(Cache.patiently(new Frontend.Place(given, "p")))
        .isEqualTo(new Frontend.Place(patient, "p"));
  }
}
