package dev.corral.ring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpAddressTest {
  @ParameterizedTest
  @CsvSource({
    "::, 0:0:0:0:0:0:0:0",
    "::1, 0:0:0:0:0:0:0:1",
    "1::, 1:0:0:0:0:0:0:0",
    "2001:DB8::00a0:0, 2001:db8:0:0:0:0:a0:0",
    "1:2:3:4:5:6:7:8, 1:2:3:4:5:6:7:8",
    "0001:0:0:0:0:0:0:0000, 1:0:0:0:0:0:0:0",
    "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
    "::2:3:4:5:6:7:8, 0:2:3:4:5:6:7:8",
    "::ffff:10.0.0.1, 0:0:0:0:0:ffff:a00:1",
    "1:2:3:4:5:6:255.255.0.9, 1:2:3:4:5:6:ffff:9",
  })
  void anIpv6AddressHasOneFullText(String text, String full) {
    assertThat(IpAddress.fullV6(text)).isEqualTo(full);
    assertThat(IpAddress.fullV6(full)).isEqualTo(full);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":",
        ":::",
        ":::::",
        "1:2",
        "::1::2",
        ":1:2:3:4:5:6:7:8",
        "1:2:3:4:5:6:7:8:",
        "1:2:3:4:5:6:7:8:9",
        "1:2:3:4::5:6:7:8",
        "::12345",
        "::g",
        "10.0.0.1",
        "::10.0.0.256",
        "::10.0.0",
        "::10.0.0.1:1",
        "1:2:3:4:5:6:7:10.0.0.1",
      })
  void whatIsNoIpv6AddressHasNone(String text) {
    assertThat(IpAddress.fullV6(text)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.1, true",
    "255.249.199.0, true",
    "256.0.0.1, false",
    "10.0.0.01, false",
    "10.0.0, false",
    "10.0.0.1.1, false",
    "a.b.c.d, false",
  })
  void anIpv4AddressIsFourNumbersUpTo255(String text, boolean isV4) {
    assertThat(IpAddress.isV4(text)).isEqualTo(isV4);
  }
}
