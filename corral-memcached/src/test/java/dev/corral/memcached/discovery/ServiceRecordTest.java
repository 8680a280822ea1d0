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
  void itsTargetIsTheSameHoweverDnsWritesIt() {
    assertThat(ServiceRecord.parse("1 1 1 Cache1.EXAMPLE."))
        .isEqualTo(ServiceRecord.parse("1 1 1 cache1.example"));
  }

  @Test
  void aServiceMaySayThatItHasNoServers() {
    assertThat(ServiceRecord.saysThereIsNone("0 0 0 .")).isTrue();
    assertThat(ServiceRecord.saysThereIsNone("0 0 1 a.")).isFalse();
  }
}
