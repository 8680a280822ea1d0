package dev.corral.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.codec.Codec;
import dev.corral.fault.ConfigurationException;
import dev.corral.key.Keys;
import dev.corral.load.Loaded;
import dev.corral.scope.Scope;
import dev.corral.site.Site;
import dev.corral.store.MemoryStore;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CacheApiTest {
  private static final List<String> KEYS = List.of("a", "b");

  private record Bad(
      String named, String call, BiConsumer<Cache<String, String>, AsyncCache<String, String>> on) {
    Arguments arguments() {
      return Arguments.of(named, call, on);
    }
  }

  private static Bad bad(
      String named, String call, BiConsumer<Cache<String, String>, AsyncCache<String, String>> on) {
    return new Bad(named, call, on);
  }

  @SuppressWarnings({"NullAway", "FutureReturnValueIgnored"}) // what callers give that know no null
  static Stream<Arguments> badInput() {
    Collection<String> withNull = Arrays.asList("a", null);
    return Stream.of(
            bad("key", "get", (c, a) -> c.get(null, key -> key)),
            bad("key", "async get", (c, a) -> a.get(null, key -> key)),
            bad("loader", "get", (c, a) -> c.get("a", null)),
            bad("loader", "async get", (c, a) -> a.get("a", null)),
            bad("key", "compute", (c, a) -> c.compute(null, (key, old) -> Loaded.of("v"))),
            bad("key", "async compute", (c, a) -> a.compute(null, (key, old) -> Loaded.of("v"))),
            bad("computation", "compute", (c, a) -> c.compute("a", null)),
            bad("computation", "async compute", (c, a) -> a.compute("a", null)),
            bad("keys", "getAll", (c, a) -> c.getAll(null, keys -> Map.of())),
            bad("keys", "async getAll", (c, a) -> a.getAll(null, keys -> Map.of())),
            bad("key", "getAll", (c, a) -> c.getAll(withNull, keys -> Map.of())),
            bad("key", "async getAll", (c, a) -> a.getAll(withNull, keys -> Map.of())),
            bad("loader", "getAll", (c, a) -> c.getAll(KEYS, null)),
            bad("loader", "async getAll", (c, a) -> a.getAll(KEYS, null)),
            bad("keys", "computeAll", (c, a) -> c.computeAll(null, keys -> Map.of())),
            bad("keys", "async computeAll", (c, a) -> a.computeAll(null, keys -> Map.of())),
            bad("key", "computeAll", (c, a) -> c.computeAll(withNull, keys -> Map.of())),
            bad("key", "async computeAll", (c, a) -> a.computeAll(withNull, keys -> Map.of())),
            bad("computation", "computeAll", (c, a) -> c.computeAll(KEYS, null)),
            bad("computation", "async computeAll", (c, a) -> a.computeAll(KEYS, null)),
            bad("key", "peek", (c, a) -> c.peek(null)),
            bad("key", "async peek", (c, a) -> a.peek(null)),
            bad("key", "put", (c, a) -> c.put(null, "v")),
            bad("key", "async put", (c, a) -> a.put(null, "v")),
            bad("value", "put", (c, a) -> c.put("a", null)),
            bad("value", "async put", (c, a) -> a.put("a", null)),
            bad("key", "expire", (c, a) -> c.expire(null)),
            bad("key", "async expire", (c, a) -> a.expire(null)),
            bad("key", "invalidate", (c, a) -> c.invalidate(null)),
            bad("key", "async invalidate", (c, a) -> a.invalidate(null)),
            bad("key", "touch", (c, a) -> c.touch(null)),
            bad("key", "async touch", (c, a) -> a.touch(null)),
            bad("key", "keepAlive", (c, a) -> c.keepAlive(null)),
            bad("key", "async keepAlive", (c, a) -> a.keepAlive(null)),
            bad("changes", "with", (c, a) -> c.with(null)),
            bad("changes", "async with", (c, a) -> a.with(null)),
            bad("what changes returned", "with null", (c, a) -> c.with(o -> null)),
            bad("what changes returned", "async with null", (c, a) -> a.with(o -> null)),
            bad("scopes", "in", (c, a) -> c.in((Scope[]) null)),
            bad("scopes", "async in", (c, a) -> a.in((Scope[]) null)))
        .map(Bad::arguments);
  }

  @ParameterizedTest(name = "{1}: {0}")
  @MethodSource("badInput")
  void badInputIsRefusedByNameBeforeAnythingIsSent(
      String named, String call, BiConsumer<Cache<String, String>, AsyncCache<String, String>> on) {
    for (int nearEntries : new int[] {0, 10}) {
      CacheRig rig = new CacheRig();
      ObservedStore store = new ObservedStore(rig.store);
      Cache<String, String> cache = rig.process(
          store,
          o -> o.ttl(Duration.ofSeconds(10)).near(nearEntries, Duration.ofSeconds(nearEntries)));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> on.accept(cache, cache.async()))
          .withMessage(named + " must not be null");
      assertThat(store.asked).isEmpty();
      assertThat(rig.tasks).isEmpty();
    }
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller gives that does not know of null-marked packages
  void aScopeMustNotBeNullEither() {
    Cache<String, String> cache = new CacheRig().process(o -> o.noExpiry());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> cache.in(new Scope[] {null}))
        .withMessage("scopes must not contain null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> cache.async().in(new Scope[] {null}))
        .withMessage("scopes must not contain null");
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller gives that does not know of null-marked packages
  void whatACacheIsMadeFromMustBeGiven() {
    Site site = Site.on(MemoryStore.create());
    Codec<String> codec = Codec.strings();
    assertNamed("site", () -> Cache.on(null, "c", Keys.strings(), codec, o -> o.noExpiry()));
    assertNamed("name", () -> Cache.on(site, null, Keys.strings(), codec, o -> o.noExpiry()));
    assertNamed("keys", () -> Cache.<String, String>on(site, "c", null, codec, o -> o.noExpiry()));
    assertNamed("codec", () -> Cache.on(site, "c", Keys.strings(), null, o -> o.noExpiry()));
    assertNamed("options", () -> Cache.on(site, "c", Keys.strings(), codec, null));
    assertNamed(
        "what options returned", () -> Cache.on(site, "c", Keys.strings(), codec, o -> null));
    site.close();
  }

  private static void assertNamed(String name, Runnable call) {
    assertThatIllegalArgumentException()
        .isThrownBy(call::run)
        .withMessage(name + " must not be null");
  }

  @Test
  void theOptionsOfACallAreCheckedToo() {
    Cache<String, String> cache = new CacheRig().process(o -> o.noExpiry());
    assertThatThrownBy(() -> cache.with(o -> o.maxLoads(0)))
        .isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(() -> cache.async().with(o -> o.maxLoads(0)))
        .isInstanceOf(ConfigurationException.class);
  }

  @Test
  void noKeysAreNoQuestion() {
    CacheRig rig = new CacheRig();
    ObservedStore store = new ObservedStore(rig.store);
    Cache<String, String> cache = rig.process(store, o -> o.noExpiry());
    assertThat(cache.getAll(List.of(), keys -> Map.of())).isEmpty();
    assertThat(cache.async().getAll(List.of(), keys -> Map.of())).isCompletedWithValue(Map.of());
    assertThat(store.asked).isEmpty();
  }

  @Test
  void eachMethodHasATwinWithAFutureOfWhatItReturns() {
    Map<String, String> expected = signatures(Cache.class);
    assertThat(expected.remove("async[]")).contains(AsyncCache.class.getName());
    assertThat(expected.keySet().removeIf(method -> method.startsWith("serve[")))
        .isTrue();
    expected.replaceAll((method, type) -> switch (method.replaceAll("\\[.*", "")) {
      case "with", "in" -> type.replace(Cache.class.getName(), AsyncCache.class.getName());
      case "stats" -> type;
      default -> CompletableFuture.class.getName() + "<" + boxed(type) + ">";
    });
    assertThat(signatures(AsyncCache.class)).isEqualTo(expected).hasSize(14);
  }

  private static String boxed(String type) {
    return switch (type) {
      case "void" -> "java.lang.Void";
      case "boolean" -> "java.lang.Boolean";
      default -> type;
    };
  }

  private static Map<String, String> signatures(Class<?> type) {
    Map<String, String> signatures = new TreeMap<>();
    for (Method method : type.getDeclaredMethods()) {
      int modifiers = method.getModifiers();
      if (Modifier.isPublic(modifiers) && !Modifier.isStatic(modifiers)) {
        String parameters = Arrays.toString(Arrays.stream(method.getGenericParameterTypes())
            .map(Type::getTypeName)
            .toArray());
        signatures.put(
            method.getName() + parameters, method.getGenericReturnType().getTypeName());
      }
    }
    return signatures;
  }
}
