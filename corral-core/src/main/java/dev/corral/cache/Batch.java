package dev.corral.cache;

import dev.corral.check.Argument;
import dev.corral.codec.Lookup;
import dev.corral.future.Answers;
import dev.corral.load.BatchComputation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A call for many keys: what this process has copies of, and a visit for the rest. */
final class Batch<K, V> {
  private final View<K, V> view;
  private final Map<K, @Nullable Lookup<V>> values = new LinkedHashMap<>();
  private @Nullable Visit<K, V> visit;

  Batch(View<K, V> view, Collection<? extends K> keys) {
    this.view = view;
    for (K key : Argument.required("keys", keys)) {
      if (!values.containsKey(Argument.required("key", key))) {
        values.put(key, view.turnstile().copy(view, key));
      }
    }
  }

  /** Begins a visit for the keys of which there is no copy; null if there are none. */
  @Nullable
  Visit<K, V> begin(BatchComputation<K, V> computation, Executor executor) {
    List<K> missing = new ArrayList<>();
    values.forEach((key, copy) -> {
      if (copy == null) {
        missing.add(key);
      }
    });
    if (missing.isEmpty()) {
      return null;
    }
    long since = view.turnstile().site.ticker().nanos();
    visit = new Visit<>(view, missing, computation, executor, since);
    view.turnstile().enter(visit);
    return visit;
  }

  /** What was found, when the visit has ended. Throws the first fault that there was. */
  Map<K, V> values() {
    if (visit != null) {
      for (Caller<K, V> caller : visit.callers) {
        values.put(caller.key, Answers.join(caller.result));
      }
      RuntimeException complaint = visit.complaint();
      if (complaint != null) {
        throw complaint;
      }
    }
    Map<K, V> found = new LinkedHashMap<>();
    values.forEach((key, lookup) -> {
      if (lookup instanceof Lookup.Found<V> value) {
        found.put(key, value.value());
      }
    });
    return found;
  }
}
