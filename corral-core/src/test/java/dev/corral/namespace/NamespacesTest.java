package dev.corral.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.Corral;
import dev.corral.cache.Cache;
import dev.corral.codec.Codec;
import dev.corral.key.Keys;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NamespacesTest {
  private final Corral corral = Corral.open("memory:");
  private final Cache<String, String> cache = corral.cache(
      "shop", Keys.strings(), Codec.strings(), options -> options.ttl(Duration.ofMinutes(1)));
  private int loads;

  @AfterEach
  void close() {
    corral.close();
  }

  private String load(String key) {
    return key + " " + ++loads;
  }

  @Test
  void aNamespaceMakesAllThatIsInItVanishAndNothingElse() {
    Namespace user = corral.namespace("userId", 12543);
    Namespace other = corral.namespace("userId", 12544);
    Namespace product = corral.namespace("prodID", 54929873);
    assertThat(cache.in(user).get("basket", this::load)).isEqualTo("basket 1");
    assertThat(cache.in(other).get("basket", this::load)).isEqualTo("basket 2");
    assertThat(cache.in(user, product).get("watched", this::load)).isEqualTo("watched 3");
    assertThat(cache.in(other, product).get("watched", this::load)).isEqualTo("watched 4");

    user.invalidate();

    assertThat(cache.in(other).get("basket", this::load)).isEqualTo("basket 2");
    assertThat(cache.in(other, product).get("watched", this::load)).isEqualTo("watched 4");
    assertThat(cache.in(user).get("basket", this::load)).isEqualTo("basket 5");
    assertThat(cache.in(product, user).get("watched", this::load)).isEqualTo("watched 6");

    product.invalidate();

    assertThat(cache.in(user).get("basket", this::load)).isEqualTo("basket 5");
    assertThat(cache.in(user, product).get("watched", this::load)).isEqualTo("watched 7");
    assertThat(cache.in(other, product).get("watched", this::load)).isEqualTo("watched 8");
  }

  @Test
  void keysHoldTheGenerationsOfTheirNamespaces() {
    Namespaces namespaces = corral.namespaces();
    Namespace user = namespaces.namespace("userId", 12543);
    Namespace product = namespaces.namespace("prodID", 54929873);
    String master = namespaces.evidence().epoch().toString();
    assertThat(namespaces.key("userId", 12543)).hasToString("userId:12543|" + master);
    user.invalidate();
    String generation = user.generation().toString();
    assertThat(generation).isNotEqualTo(master);
    assertThat(namespaces.key("prodLastWatched", user, product))
        .hasToString("prodLastWatched:12543|" + generation + ":54929873|" + master);
    namespaces.invalidateAll(List.of(user, product));
    assertThat(user.generation().toString()).isNotEqualTo(generation);
    assertThat(product.generation().toString()).isNotEqualTo(master);
  }

  @Test
  void aFlushAtOnceMovesAll() {
    Namespace user = corral.namespace("userId", 12543);
    assertThat(cache.in(user).get("basket", this::load)).isEqualTo("basket 1");
    corral.namespaces().rollingFlush(Duration.ZERO);
    assertThat(cache.in(user).get("basket", this::load)).isEqualTo("basket 2");
  }
}
