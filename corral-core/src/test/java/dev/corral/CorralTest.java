package dev.corral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.cache.Cache;
import dev.corral.codec.Codec;
import dev.corral.fault.ConfigurationException;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.store.FourOperations;
import dev.corral.store.Item;
import dev.corral.store.MemoryStore;
import dev.corral.store.Miss;
import dev.corral.time.Ttl;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CorralTest {
  private static final Key KEY = Key.raw("key");

  @Test
  void memoryIsAStoreOfOnesOwn() {
    try (Corral one = Corral.open("memory:");
        Corral other = Corral.open("Memory:")) {
      one.store().set(KEY, new byte[] {1}, Ttl.NEVER).join();
      assertThat(one.store().get(KEY).join()).isInstanceOf(Item.class);
      assertThat(other.store().get(KEY).join()).isEqualTo(Miss.MISS);
    }
  }

  @Test
  void memoryWithANameIsShared() {
    try (Corral one = Corral.open("memory:CorralTest?maxBytes=2000000&maxItemBytes=4096");
        Corral other = Corral.open("memory:CorralTest?maxItemBytes=4096&maxBytes=2000000")) {
      one.store().set(KEY, new byte[] {1}, Ttl.NEVER).join();
      assertThat(other.store().get(KEY).join()).isInstanceOf(Item.class);
      assertThatThrownBy(() -> Corral.open("memory:CorralTest"))
          .isInstanceOf(ConfigurationException.class);
    }
  }

  @Test
  void aThreadThatSeesNoProvidersOpensMemoryAllTheSame() throws Exception {
    ClassLoader own = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
    try (Corral corral = Corral.open("memory:")) {
      assertThat(corral.store().get(KEY).get()).isEqualTo(Miss.MISS);
    } finally {
      Thread.currentThread().setContextClassLoader(own);
    }
  }

  @Test
  void theStoreClosesWithTheCorral() {
    MemoryStore store = MemoryStore.create();
    try (Corral corral = Corral.on(store)) {
      assertThat(corral.store()).isSameAs(store);
    }
    assertThatThrownBy(() -> store.get(KEY).join()).hasCauseInstanceOf(UnavailableException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "redis://host | no store for 'redis:'; on the class path there are: memory:",
        "memory       | no store for 'memory'; a store's URI begins with its kind and a colon, "
            + "and on the class path there are: memory:",
      })
  void aUriOfNoKnownKindIsRefused(String uri, String message) {
    assertThatThrownBy(() -> Corral.open(uri))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(message);
  }

  @Test
  void allThatIsWrongWithAUriIsToldAtOnce() {
    assertThatThrownBy(() -> Corral.open("memory:?maxBytes=64m&size=3&maxItemBytes"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("memory:?maxBytes=64m&size=3&maxItemBytes: "
            + "maxBytes must be a number of bytes, but is '64m'; "
            + "there is no option 'size', only maxBytes and maxItemBytes; "
            + "maxItemBytes must be a number of bytes, but is ''");
  }

  @Test
  void cachesAndLocksOfOneNameAreApart() {
    try (Corral corral = Corral.open("memory:")) {
      Cache<String, String> cache =
          corral.cache("lock", Keys.strings(), Codec.strings(), o -> o.noExpiry());
      cache.put("report", "v");
      assertThat(corral.lock("report").tryAcquire().isAcquired()).isTrue();
      assertThat(cache.get("report", key -> "other")).isEqualTo("v");
    }
  }

  @ParameterizedTest
  @CsvSource({"''", "corral-note", "corral-lock"})
  void aNameThatIsEmptyOrCorralsOwnIsNoNameForACache(String name) {
    try (Corral corral = Corral.open("memory:")) {
      assertThatThrownBy(
              () -> corral.cache(name, Keys.strings(), Codec.strings(), o -> o.noExpiry()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("name must not");
    }
  }

  @Test
  void aPrefixKeepsApplicationsApart() {
    MemoryStore store = MemoryStore.create();
    try (Corral shop = Corral.on(store, site -> site.prefix("shop"));
        Corral blog = Corral.on(store, site -> site.prefix("blog"))) {
      assertThat(shop.lock("a").tryAcquire().isAcquired()).isTrue();
      assertThat(blog.lock("a").tryAcquire().isAcquired()).isTrue();
      assertThat(shop.lock("a").tryAcquire().isAcquired()).isFalse();
    }
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller does that does not know of null-marked packages
  void aSiteThatIsNoneIsRefused() {
    assertThatThrownBy(() -> Corral.open("memory:", site -> null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("what changes returned must not be null");
    assertThatThrownBy(() -> Corral.open("memory:", site -> site.prefix(null)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @SuppressWarnings("NullAway") // as above
  void lockOptionsThatAreNoneAreRefused() {
    try (Corral corral = Corral.open("memory:")) {
      assertThatThrownBy(() -> corral.lock("a", options -> null))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("what options returned must not be null");
    }
  }

  @Test
  void namespacesAreTheSameEachTime() {
    try (Corral corral = Corral.open("memory:")) {
      assertThat(corral.namespaces()).isSameAs(corral.namespaces());
      assertThat(corral.namespace("userId", 1))
          .isEqualTo(corral.namespaces().namespace("userId", 1));
      assertThat(corral.namespaces(o -> o)).isNotSameAs(corral.namespaces());
    }
  }

  @Test
  void namespacesNeedCas() {
    try (Corral corral = Corral.on(new FourOperations(MemoryStore.create()))) {
      assertThatThrownBy(() -> corral.namespace("userId", 1))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("FourOperations");
    }
  }

  @Test
  void locksAndNamespacesAreInTheKeyStoreAndValuesAreNot() {
    MemoryStore values = MemoryStore.create();
    MemoryStore keys = MemoryStore.create();
    try (Corral corral = Corral.on(values, site -> site.keyStore(keys))) {
      assertThat(corral.lock("report").tryAcquire().isAcquired()).isTrue();
      corral.namespace("userId", 1).invalidate();
      Cache<String, String> cache =
          corral.cache("shop", Keys.strings(), Codec.strings(), o -> o.noExpiry());
      cache.put("basket", "v");
      for (Key key : List.of(
          Key.of("corral-lock", "report"),
          Key.of("corral-evidence"),
          Key.of("___counter", "userId", "1"))) {
        assertThat(keys.get(key).join()).as("%s", key).isInstanceOf(Item.class);
        assertThat(values.get(key).join()).as("%s", key).isEqualTo(Miss.MISS);
      }
      assertThat(values.get(Key.of("shop", "basket")).join()).isInstanceOf(Item.class);
      assertThat(keys.get(Key.of("shop", "basket")).join()).isEqualTo(Miss.MISS);
      assertThat(corral.store()).isSameAs(values);
    }
    assertThatThrownBy(() -> keys.get(KEY).join()).hasCauseInstanceOf(UnavailableException.class);
  }

  @Test
  void aKeyStoreWithCasServesNamespacesOfABasicStore() {
    MemoryStore values = MemoryStore.create();
    try (Corral corral =
        Corral.on(new FourOperations(values), site -> site.keyStore(MemoryStore.create()))) {
      Cache<String, String> cache =
          corral.cache("shop", Keys.strings(), Codec.strings(), o -> o.noExpiry());
      assertThat(cache.in(corral.namespace("userId", 1)).get("basket", key -> "one"))
          .isEqualTo("one");
      corral.namespace("userId", 1).invalidate();
      assertThat(cache.in(corral.namespace("userId", 1)).get("basket", key -> "two"))
          .isEqualTo("two");
    }
  }

  @Test
  void aBasicStoreIsGivenOutAsWhatItIsAndNoMore() {
    FourOperations store = new FourOperations(MemoryStore.create());
    try (Corral corral = Corral.on(store)) {
      assertThat(corral.basicStore()).isSameAs(store);
      assertThatThrownBy(corral::store).isInstanceOf(ConfigurationException.class);
    }
  }
}
