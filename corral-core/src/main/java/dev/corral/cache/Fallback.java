package dev.corral.cache;

import dev.corral.check.Argument;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a caller does that has waited for others' loads for as long as it would.
 *
 * @param <K> the kind of keys
 * @param <V> the kind of values
 */
public final class Fallback<K, V> {
  private static final Fallback<?, ?> LOAD = new Fallback<>(true, null);
  private static final Fallback<?, ?> FAIL = new Fallback<>(false, null);

  private final boolean loading;
  private final @Nullable Function<Set<K>, Map<K, V>> function;

  private Fallback(boolean loading, @Nullable Function<Set<K>, Map<K, V>> function) {
    this.loading = loading;
    this.function = function;
  }

  /**
   * Loads anyway, one load per key and process. What is loaded so is not stored.
   *
   * @param <K> the kind of keys
   * @param <V> the kind of values
   * @return the fallback
   */
  @SuppressWarnings("unchecked") // it holds neither
  public static <K, V> Fallback<K, V> load() {
    return (Fallback<K, V>) LOAD;
  }

  /**
   * Fails with a {@link dev.corral.load.StillLoadingException}.
   *
   * @param <K> the kind of keys
   * @param <V> the kind of values
   * @return the fallback
   */
  @SuppressWarnings("unchecked") // it holds neither
  public static <K, V> Fallback<K, V> fail() {
    return (Fallback<K, V>) FAIL;
  }

  /**
   * Gives every caller this value. It is not stored.
   *
   * @param value the value
   * @param <K> the kind of keys
   * @param <V> the kind of values
   * @return the fallback
   */
  public static <K, V> Fallback<K, V> value(V value) {
    Argument.required("value", value);
    return by(keys -> {
      Map<K, V> all = new HashMap<>();
      keys.forEach(key -> all.put(key, value));
      return all;
    });
  }

  /**
   * Asks a function, once for all keys that one call still lacks. What it returns is not stored.
   *
   * @param function is given the keys, runs where the call's loader would, and returns a value for
   *     each that has one; what it throws reaches the caller
   * @param <K> the kind of keys
   * @param <V> the kind of values
   * @return the fallback
   */
  public static <K, V> Fallback<K, V> by(Function<Set<K>, Map<K, V>> function) {
    return new Fallback<>(false, Argument.required("function", function));
  }

  boolean isLoading() {
    return loading;
  }

  @Nullable
  Function<Set<K>, Map<K, V>> function() {
    return function;
  }
}
