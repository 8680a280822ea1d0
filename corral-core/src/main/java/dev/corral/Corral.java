package dev.corral;

import dev.corral.fault.ConfigurationException;
import dev.corral.store.Store;
import dev.corral.store.StoreProvider;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * The way in: a store, and all that Corral builds on it. Safe for use by many threads; an
 * application has one, and closes it at its end.
 */
public final class Corral implements AutoCloseable {
  private final Store store;

  private Corral(Store store) {
    this.store = store;
  }

  /**
   * Opens a corral on the store that the URI names. {@code memory:} is a store in this JVM's
   * memory, {@code memory:name} one that all in this JVM share who use that name. Other kinds are
   * there when their jar is.
   *
   * @param uri what kind of store, and where
   * @return the corral
   * @throws ConfigurationException if there is no such kind, or the URI is wrong
   */
  public static Corral open(String uri) {
    if (uri == null) {
      throw new IllegalArgumentException("uri must not be null");
    }
    Map<String, StoreProvider> providers = providers();
    int colon = uri.indexOf(':');
    String scheme = uri.substring(0, colon + 1).toLowerCase(Locale.ROOT);
    StoreProvider provider = providers.get(scheme);
    if (provider != null) {
      return on(provider.open(uri));
    }
    String known = String.join(", ", providers.keySet());
    throw new ConfigurationException(
        colon < 0
            ? "no store for '" + uri + "'; a store's URI begins with its kind and a colon, "
                + "and on the class path there are: " + known
            : "no store for '" + scheme + "'; on the class path there are: " + known);
  }

  /** By what their URIs begin with. What the calling thread's class loader finds comes first. */
  private static Map<String, StoreProvider> providers() {
    Map<String, StoreProvider> providers = new TreeMap<>();
    // A pool's thread may have a class loader that does not even see Corral's own providers.
    ServiceLoader.load(StoreProvider.class, Corral.class.getClassLoader())
        .forEach(provider -> providers.put(provider.scheme() + ":", provider));
    ServiceLoader.load(StoreProvider.class)
        .forEach(provider -> providers.put(provider.scheme() + ":", provider));
    return providers;
  }

  /**
   * A corral on a store that is open already.
   *
   * @param store the store, which closes with the corral
   * @return the corral
   */
  public static Corral on(Store store) {
    if (store == null) {
      throw new IllegalArgumentException("store must not be null");
    }
    return new Corral(store);
  }

  /**
   * The store itself.
   *
   * @return the store that all of this corral works on
   */
  public Store store() {
    return store;
  }

  /** Closes the store. */
  @Override
  public void close() {
    store.close();
  }
}
