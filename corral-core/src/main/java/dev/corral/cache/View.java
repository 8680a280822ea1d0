package dev.corral.cache;

import dev.corral.check.Argument;
import dev.corral.fault.ConfigurationException;
import dev.corral.key.Key;
import dev.corral.key.KeyEncoder;
import dev.corral.key.KeyPrefix;
import dev.corral.scope.Scope;
import java.nio.ByteBuffer;
import java.util.function.UnaryOperator;

/**
 * A cache as one caller sees it: with the call's own options, in its scopes.
 *
 * @param turnstile what all views of a cache share
 * @param base the cache's keys begin with it
 * @param prefix the view's keys begin with it: the base, and the names of the scopes
 * @param encoder says which segments a key consists of
 * @param options the options of this view
 * @param scopes what its values belong to
 */
record View<K, V>(
    Turnstile<K, V> turnstile,
    KeyPrefix base,
    KeyPrefix prefix,
    KeyEncoder<? super K> encoder,
    CacheOptions<K, V> options,
    Scopes scopes) {

  Key wire(K key) {
    return prefix.encode(encoder, key);
  }

  /** What its copies in this process are kept under. */
  Object nearKey(K key) {
    Object own = key instanceof byte[] bytes ? ByteBuffer.wrap(bytes.clone()) : key;
    return scopes.isEmpty() ? own : new ScopedKey(prefix.toString(), own);
  }

  private record ScopedKey(String prefix, Object key) {}

  /** To whom those hand over, and from whom they take, who are in no scopes. */
  Handover<K> handover() {
    Handover<K> to = options.handover();
    if (to == null) {
      throw new ConfigurationException("the cache has no queue: see the option loadBy");
    }
    if (!scopes.isEmpty()) {
      throw new ConfigurationException(
          "a queue knows nothing of scopes: ask the cache itself, not the one in " + prefix);
    }
    return to;
  }

  View<K, V> with(UnaryOperator<CacheOptions<K, V>> changes) {
    CacheOptions<K, V> own = Argument.changed("changes", changes, options).within(options);
    return new View<>(turnstile, base, prefix, encoder, own, scopes);
  }

  View<K, V> in(Scope... more) {
    Scopes all = scopes.and(more);
    KeyPrefix longer = base;
    for (Scope scope : all.all()) {
      longer = longer.with(scope.name());
    }
    return new View<>(turnstile, base, longer, encoder, options, all);
  }
}
