package dev.corral.keyspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.corral.Corral;
import dev.corral.cache.Cache;
import dev.corral.codec.Codec;
import dev.corral.key.Keys;
import dev.corral.metric.CacheEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KeyspaceTest {
  private final Corral corral = Corral.open("memory:");

  /** A model. */
  private static class Foo {}

  @AfterEach
  void closeCorral() {
    corral.close();
  }

  @Test
  void aClassesKeyspaceIsCalledAsTheClassInLowerCase() {
    assertThat(Keyspace.of(Foo.class)).hasToString("foo");
    assertThat(corral.keyspace(Foo.class)).hasToString("foo").isSameAs(corral.keyspace("foo"));
  }

  @Test
  void namespaceAndVersionAreAroundTheName() {
    KeyspaceName name = Keyspace.of(Foo.class).namespace("company").version(5);
    assertThat(name).hasToString("company:foo:v5");
    assertThat(Keyspace.of(Foo.class).version(0)).hasToString("foo:v0");
    assertThat(corral.keyspace(name)).hasToString("company:foo:v5");
    assertThat(corral.keyspace(name).lastModified().name()).isEqualTo("company:foo:v5:lmt");
  }

  @Test
  void aNameIsWhatItSays() {
    KeyspaceName name = Keyspace.of("foo").version(5);
    assertThat(name)
        .isEqualTo(Keyspace.of("foo").version(5))
        .hasSameHashCodeAs(Keyspace.of("foo").version(5))
        .isNotEqualTo(Keyspace.of("foo"))
        .isNotEqualTo("foo:v5");
  }

  @Test
  void eachNameHasOneKeyspaceInACorral() {
    KeyspaceName name = Keyspace.of(Foo.class).version(5);
    assertThat(corral.keyspace(name))
        .isSameAs(corral.keyspace(Keyspace.of("foo").version(5)))
        .isNotSameAs(corral.keyspace("foo"));
  }

  @Test
  void childrenAppendSegmentsAndShareTheLastModifiedTime() {
    Keyspace foos = corral.keyspace(Foo.class);
    Keyspace page = foos.child("active").child("page", 3);
    assertThat(page).hasToString("foo:active:page:3");
    assertThat(page.lastModified()).isSameAs(foos.lastModified());
    assertThat(foos).hasToString("foo");
  }

  @Test
  void noSegmentCanBeTakenForTwo() {
    Keyspace foos = corral.keyspace("a:b");
    assertThat(foos.child("c:d")).hasToString("a%3Ab:c%3Ad");
    assertThat(foos.child("c", "d")).hasToString("a%3Ab:c:d");
    assertThat(foos.lastModified().name()).isEqualTo("a%3Ab:lmt");
    assertThat(Keyspace.of("a:b")).hasToString("a%3Ab");
    assertThat(Keyspace.of("b").namespace("a")).hasToString("a:b");
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller does that does not know of null-marked packages
  void whatIsNoNameIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Keyspace.of(""))
        .withMessage("name must not be empty");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Keyspace.of("corral-lock"))
        .withMessage(
            "name must not begin with 'corral-', which is Corral's own, but is corral-lock");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Keyspace.of("foo").namespace(""))
        .withMessage("namespace must not be empty");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Keyspace.of("foo").version(-1))
        .withMessage("version must not be negative, but is -1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Keyspace.of(new Foo() {}.getClass()))
        .withMessageStartingWith("model must have a name, but is ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> corral.keyspace("foo").child("a", (Object) null))
        .withMessage("segment must not be null");
    assertThatIllegalArgumentException().isThrownBy(() -> corral.keyspace((KeyspaceName) null));
  }

  @Test
  void aCacheOfTheKeyspaceExpiresWithAllElseOfTheClass() {
    Keyspace foos = corral.keyspace(Foo.class);
    Cache<Long, String> byId =
        foos.cache("foo-by-id", Keys.longs(), Codec.strings(), o -> o.noExpiry());
    AtomicCache<String> lists = corral.atomicCache(Codec.strings());
    AtomicInteger loads = new AtomicInteger();
    for (int round = 1; round <= 3; round++) {
      for (int i = 0; i < 3; i++) {
        assertThat(byId.get(7L, id -> "one " + loads.incrementAndGet()))
            .isEqualTo("one " + (2 * round - 1));
        assertThat(lists.fetch(foos.child("ids"), () -> "all " + loads.incrementAndGet()))
            .isEqualTo("all " + 2 * round);
      }
      foos.lastModified().expire();
    }
    assertThat(byId.stats().count(CacheEvent.Kind.LOADED)).isEqualTo(3);
  }

  @Test
  void cachesOfOneNameInTwoKeyspacesAreApart() {
    Cache<Long, String> foos =
        corral.keyspace("foo").cache("by-id", Keys.longs(), Codec.strings(), o -> o.noExpiry());
    Cache<Long, String> bars =
        corral.keyspace("bar").cache("by-id", Keys.longs(), Codec.strings(), o -> o.noExpiry());
    foos.put(1L, "foo");
    bars.put(1L, "bar");
    assertThat(List.of(foos.peek(1L).orElse(""), bars.peek(1L).orElse("")))
        .containsExactly("foo", "bar");
  }

  @Test
  void cachesOfOneNameInAKeyspaceAndItsChildrenAreApartAndExpireTogether() {
    Keyspace foos = corral.keyspace("foo");
    List<Cache<Long, String>> caches = new ArrayList<>();
    for (Keyspace one : List.of(foos, foos.child("a"), foos.child("b"), foos.child("a", "b"))) {
      caches.add(one.cache("by-id", Keys.longs(), Codec.strings(), o -> o.noExpiry()));
    }
    for (int i = 0; i < caches.size(); i++) {
      caches.get(i).put(1L, "value " + i);
    }
    for (int i = 0; i < caches.size(); i++) {
      assertThat(caches.get(i).peek(1L).orElse("")).isEqualTo("value " + i);
    }
    foos.lastModified().expire();
    assertThat(caches).noneMatch(cache -> cache.peek(1L).isFound());
  }

  @Test
  void aSitesPrefixComesBeforeTheName() {
    try (Corral shop = Corral.open("memory:", site -> site.prefix("shop"))) {
      assertThat(shop.keyspace(Foo.class).child("x")).hasToString("shop:foo:x");
    }
  }
}
