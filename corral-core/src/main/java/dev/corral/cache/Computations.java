package dev.corral.cache;

import dev.corral.check.Argument;
import dev.corral.load.BatchComputation;
import dev.corral.load.BatchLoader;
import dev.corral.load.Computation;
import dev.corral.load.LoadException;
import dev.corral.load.Loaded;
import dev.corral.load.Loader;
import dev.corral.load.Previous;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The user's loaders as the cache wants them, and its values as the user does. */
final class Computations {
  private Computations() {}

  static <K, V> BatchComputation<K, V> loading(Loader<? super K, ? extends V> loader) {
    Argument.required("loader", loader);
    return keys -> {
      K only = keys.keySet().iterator().next();
      return Map.of(only, Loaded.ofNullable(loader.load(only)));
    };
  }

  static <K, V> BatchComputation<K, V> computing(Computation<? super K, V> computation) {
    Argument.required("computation", computation);
    return keys -> {
      // Equality is left to the map that the keys came in: those of one key may have none.
      Map.Entry<K, Optional<Previous<V>>> only = keys.entrySet().iterator().next();
      Loaded<V> loaded = computation.compute(only.getKey(), only.getValue());
      return Map.of(only.getKey(), returned(loaded));
    };
  }

  static <K, V> BatchComputation<K, V> loadingAll(BatchLoader<K, ? extends V> loader) {
    Argument.required("loader", loader);
    return keys -> {
      Map<K, Loaded<V>> all = new HashMap<>();
      returned(loader.load(keys.keySet()))
          .forEach((key, value) -> all.put(key, Loaded.ofNullable(value)));
      return all;
    };
  }

  private static <T> T returned(@Nullable T result) {
    if (result == null) {
      throw new LoadException("the loader returned null");
    }
    return result;
  }
}
