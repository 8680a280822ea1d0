package dev.corral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.store.Item;
import dev.corral.store.MemoryStore;
import dev.corral.store.Miss;
import dev.corral.time.Ttl;
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
}
