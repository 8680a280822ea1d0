package dev.corral.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.ring.Server;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StoreAddressTest {
  private final Server server = Server.parse("10.0.1.1:11211");

  @Test
  void aServerAloneIsReachedAsInTheCluster() {
    StoreAddress address = StoreAddress.parse(
        "MEMCACHEDS://a:1,b:2?deadline=2s&tlsTrust=/ca.pem&passwordFile=/pass&dialect=libmemcached"
            + "&failureMode=gutter&spares=c:3&failures=2&connectionsPerNode=4");
    assertThat(address.isEncrypted()).isTrue();
    assertThat(address.hasPassword()).isTrue();
    assertThat(address.deadline()).isEqualTo(Duration.ofSeconds(2));
    assertThat(address.of(server))
        .isEqualTo("memcacheds://10.0.1.1:11211=1?deadline=2s&tlsTrust=/ca.pem&passwordFile=/pass"
            + "&ioThreads=1");
  }

  @Test
  void withoutOptionsThereAreTheUsualOnes() {
    StoreAddress address = StoreAddress.parse("memcached://a:1,b:2");
    assertThat(address.isEncrypted()).isFalse();
    assertThat(address.hasPassword()).isFalse();
    assertThat(address.deadline()).isEqualTo(Duration.ofMillis(500));
    assertThat(address.of(Server.parse("unix:/run/a=b")))
        .isEqualTo("memcached://unix:/run/a=b=1?ioThreads=1");
  }

  @Test
  void whoKnowsTheAddressesOfTheClusterIsAskedForThatOfOne() {
    assertThat(StoreAddress.parse("memcached://?srv=cache.consul&nameServer=127.0.0.1:8600")
            .of(Server.parse("node1.consul:11211")))
        .isEqualTo("memcached://node1.consul:11211=1?nameServer=127.0.0.1:8600&ioThreads=1");
  }

  @Test
  void serversFoundByNameHaveCertificatesForThatName() {
    assertThat(StoreAddress.parse("memcacheds://?dns=cache.example:11211&discoveryInterval=5s")
            .of(server))
        .isEqualTo("memcacheds://10.0.1.1:11211=1?ioThreads=1&tlsHostName=cache.example");
    assertThat(StoreAddress.parse("memcacheds://?dns=cache.example:11211&tlsHostName=other")
            .of(server))
        .isEqualTo("memcacheds://10.0.1.1:11211=1?tlsHostName=other&ioThreads=1");
    assertThat(StoreAddress.parse("memcached://?dns=cache.example:11211").of(server))
        .isEqualTo("memcached://10.0.1.1:11211=1?ioThreads=1");
  }
}
