package dev.corral.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class EmbeddedServerTest {
  @Test
  void itAnswersInOrder() throws IOException {
    try (EmbeddedServer server = EmbeddedServer.start()) {
      assertThat(RawClient.said(server, """
              set a 5 0 3
              abc
              get a b a
              mg a v f c t k Oq
              ms b 2 T10 c
              12
              ma b v t c
              md a I
              mg a v
              mg a v
              mg n N30 v t
              mn
              me b
              foo
              """.replace("\n", "\r\n")))
          .isEqualTo("""
              STORED
              VALUE a 5 3
              abc
              VALUE a 5 3
              abc
              END
              VA 3 f5 c1 t-1 ka Oq
              abc
              HD c2
              VA 2 t10 c3
              13
              HD
              VA 3 X W
              abc
              VA 3 Z X
              abc
              VA 0 t30 W

              MN
              ME b exp=-10 la=0 cas=3 fetch=no cls=1 size=62
              ERROR
              """.replace("\n", "\r\n"));
    }
  }

  @Test
  void anIpv6AddressIsInBracketsOnce() {
    try (EmbeddedServer server = EmbeddedServer.start(o -> o.host("[::1]"))) {
      assertThat(server.uri()).isEqualTo("memcached://[::1]:" + server.address().getPort());
    }
    try (EmbeddedServer server = EmbeddedServer.start(o -> o.host("::1"))) {
      assertThat(server.uri()).startsWith("memcached://[::1]:");
    }
  }

  @Test
  void whatFaultsLeaveToChanceIsAnotherForEachServer() {
    assertThat(EmbeddedOptions.DEFAULTS.faultSeed())
        .isNotEqualTo(EmbeddedOptions.DEFAULTS.faultSeed());
    assertThat(EmbeddedOptions.DEFAULTS.faultSeed(7).faultSeed()).isEqualTo(7);
  }
}
