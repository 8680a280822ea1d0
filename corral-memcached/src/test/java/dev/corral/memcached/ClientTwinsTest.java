package dev.corral.memcached;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The blocking client and the one with futures have the same methods. */
class ClientTwinsTest {
  private static final Map<String, String> BOXED =
      Map.of("void", "java.lang.Void", "boolean", "java.lang.Boolean", "long", "java.lang.Long");

  @Test
  void eachMethodHasATwinWithAFutureOfWhatItReturns() {
    Map<String, String> blocking = signatures(MemcachedClient.class);
    blocking.remove("async[]");
    blocking.replaceAll((method, type) ->
        CompletableFuture.class.getName() + "<" + BOXED.getOrDefault(type, type) + ">");

    assertThat(signatures(AsyncMemcachedClient.class)).isEqualTo(blocking).hasSize(22);
  }

  private static Map<String, String> signatures(Class<?> type) {
    Map<String, String> signatures = new TreeMap<>();
    for (Method method : type.getDeclaredMethods()) {
      if (Modifier.isPublic(method.getModifiers())) {
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
