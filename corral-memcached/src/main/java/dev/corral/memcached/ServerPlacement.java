package dev.corral.memcached;

import dev.corral.key.Key;
import dev.corral.store.Operation;
import dev.corral.store.Placement;
import java.util.concurrent.CompletableFuture;

/** Each key on its own server of one moment's ring, and on no substitute. */
record ServerPlacement(Cluster cluster, Topology topology, long timeout) implements Placement {
  @Override
  public long fingerprint() {
    return topology.ring().fingerprint();
  }

  @Override
  public boolean moves(Key key, Placement before) {
    return !(before instanceof ServerPlacement other)
        || !topology.server(key).isAt(other.topology.server(key));
  }

  @Override
  public Object home(Key key) {
    return topology.server(key).address();
  }

  @Override
  public <R> CompletableFuture<R> execute(Operation<R> operation) {
    return cluster.sendHome(MemcachedStore.request(operation), topology, timeout);
  }
}
