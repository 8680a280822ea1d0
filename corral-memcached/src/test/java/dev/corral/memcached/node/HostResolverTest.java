package dev.corral.memcached.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class HostResolverTest {
  @Test
  void theSystemsOwnTakesAddressesAsTheyAre() throws UnknownHostException {
    assertThat(HostResolver.system().resolve("127.0.0.1"))
        .containsExactly(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
  }
}
