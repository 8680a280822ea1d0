package dev.corral.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What blocks and what answers with futures have the same methods. */
class LockTwinsTest {
  private static final Map<String, String> BOXED = Map.of("boolean", "java.lang.Boolean");

  @Test
  void eachMethodOfALockHasATwinWithAFutureOfWhatItReturns() {
    assertTwins(Lock.class, AsyncLock.class, List.of("async[]"), 3);
  }

  @Test
  void eachMethodOfAHoldThatAsksTheStoreHasATwinToo() {
    assertTwins(
        Hold.class,
        AsyncHold.class,
        List.of("async[]", "token[]", "fence[]", "remaining[]", "close[]"), // closing is releasing
        3);
  }

  private static void assertTwins(Class<?> blocking, Class<?> async, List<String> not, int count) {
    Map<String, String> expected = signatures(blocking);
    assertThat(expected).containsKeys(not.toArray(String[]::new));
    expected.keySet().removeAll(not);
    expected.replaceAll((method, type) ->
        CompletableFuture.class.getName() + "<" + BOXED.getOrDefault(type, type) + ">");

    assertThat(signatures(async)).isEqualTo(expected).hasSize(count);
  }

  private static Map<String, String> signatures(Class<?> type) {
    Map<String, String> signatures = new TreeMap<>();
    for (Method method : type.getDeclaredMethods()) {
      if (!Modifier.isStatic(method.getModifiers())) {
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
