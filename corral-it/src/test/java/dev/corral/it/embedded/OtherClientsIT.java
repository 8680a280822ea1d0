package dev.corral.it.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.embedded.EmbeddedServer;
import dev.corral.it.Nodes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import net.rubyeye.xmemcached.GetsResponse;
import net.rubyeye.xmemcached.XMemcachedClient;
import net.spy.memcached.CASResponse;
import net.spy.memcached.CASValue;
import net.spy.memcached.ConnectionFactoryBuilder;
import net.spy.memcached.MemcachedClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Other people's clients find in the embedded server what they expect of a memcached. */
class OtherClientsIT {
  private static final int MINUTE = 60;

  private final EmbeddedServer server = EmbeddedServer.start();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void spymemcachedIsServed() throws Exception {
    MemcachedClient client = new MemcachedClient(
        new ConnectionFactoryBuilder()
            .setOpTimeout(Nodes.PATIENCE.toMillis())
            .setDaemon(true)
            .build(),
        List.of(server.address()));
    try {
      assertThat(client.getVersions()).containsValue("1.6.18");
      assertThat(client.set("greeting", MINUTE, "hello").get()).isTrue();
      assertThat(client.add("greeting", MINUTE, "other").get()).isFalse();
      assertThat(client.getBulk("greeting", "none")).isEqualTo(Map.of("greeting", "hello"));

      CASValue<Object> found = client.gets("greeting");
      assertThat(client.cas("greeting", found.getCas(), "changed")).isEqualTo(CASResponse.OK);
      assertThat(client.cas("greeting", found.getCas(), "late")).isEqualTo(CASResponse.EXISTS);

      assertThat(client.incr("visits", 5, 1)).isEqualTo(1);
      assertThat(client.incr("visits", 5, 1)).isEqualTo(6);
      assertThat(client.decr("visits", 9)).isZero();

      assertThat(client.delete("greeting").get()).isTrue();
      assertThat(client.get("greeting")).isNull();

      client.set("brief", MINUTE, "x").get();
      server.advance(Duration.ofSeconds(MINUTE + 1));
      assertThat(client.get("brief")).isNull();
    } finally {
      client.shutdown();
    }
  }

  @Test
  void xmemcachedIsServed() throws Exception {
    XMemcachedClient client = new XMemcachedClient(server.address());
    try {
      client.setOpTimeout(Nodes.PATIENCE.toMillis());
      assertThat(client.getVersions()).containsValue("1.6.18");
      assertThat(client.set("greeting", MINUTE, "hello")).isTrue();
      assertThat(client.add("greeting", MINUTE, "other")).isFalse();
      assertThat(client.<String>get(List.of("greeting", "none")))
          .isEqualTo(Map.of("greeting", "hello"));

      GetsResponse<String> found = client.gets("greeting");
      assertThat(client.cas("greeting", MINUTE, "changed", found.getCas())).isTrue();
      assertThat(client.cas("greeting", MINUTE, "late", found.getCas())).isFalse();

      assertThat(client.incr("visits", 5, 1)).isEqualTo(1);
      assertThat(client.incr("visits", 5, 1)).isEqualTo(6);
      assertThat(client.decr("visits", 9)).isZero();

      assertThat(client.delete("greeting")).isTrue();
      assertThat(client.<String>get("greeting")).isNull();

      client.set("brief", MINUTE, "x");
      server.advance(Duration.ofSeconds(MINUTE + 1));
      assertThat(client.<String>get("brief")).isNull();
    } finally {
      client.shutdown();
    }
  }
}
