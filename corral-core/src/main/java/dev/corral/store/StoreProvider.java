package dev.corral.store;

import java.util.Set;

/**
 * Opens stores of one kind by their URI. Implementations are found by
 * {@link java.util.ServiceLoader}, so that a store is on offer when its jar is there.
 */
public interface StoreProvider {
  /**
   * Which URIs are its own.
   *
   * @return what may stand before the first colon, in lower case
   */
  Set<String> schemes();

  /**
   * Opens a store.
   *
   * @param uri the whole URI
   * @return the store, which the caller closes
   * @throws dev.corral.fault.ConfigurationException if the URI is wrong, naming all that is
   * @throws dev.corral.fault.CorralException if it says where to look for servers, and there are
   *     none
   */
  Store open(String uri);
}
