package dev.corral.memcached.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServiceRecordTest {
  @Test
  void itIsReadAsTheJdkTellsIt() {
    assertThat(ServiceRecord.parse("10 5 11211 cache1.example."))
        .isEqualTo(new ServiceRecord(10, 5, 11211, "cache1.example"));
    assertThat(ServiceRecord.parse("0 65535 1 a")).isEqualTo(new ServiceRecord(0, 65535, 1, "a"));
  }

  @Test
  void aServiceThatIsDecidedlyNotThereHasNoTarget() {
    assertThat(ServiceRecord.parse("0 0 0 .")).isEqualTo(new ServiceRecord(0, 0, 0, ""));
  }
}
