import dev.corral.store.MemoryStoreProvider;
import dev.corral.store.StoreProvider;

/** Corral's core: the store, keys, values and the ring, and the patterns that stand on them. */
@SuppressWarnings("module") // those that parts are shared with are made after this one
module dev.corral.core {
  requires transitive static org.jspecify;
  requires com.github.benmanes.caffeine;
  requires org.slf4j;
  requires static tools.jackson.databind;
  requires static com.github.luben.zstd_jni;

  exports dev.corral;
  exports dev.corral.cache;
  exports dev.corral.codec;
  exports dev.corral.counter;
  exports dev.corral.fault;
  exports dev.corral.key;
  exports dev.corral.keyspace;
  exports dev.corral.limit;
  exports dev.corral.list;
  exports dev.corral.load;
  exports dev.corral.lock;
  exports dev.corral.metric;
  exports dev.corral.namespace;
  exports dev.corral.queue;
  exports dev.corral.replica;
  exports dev.corral.ring;
  exports dev.corral.scope;
  exports dev.corral.site;
  exports dev.corral.store;
  exports dev.corral.time;
  exports dev.corral.check to
      dev.corral.dashboard,
      dev.corral.embedded,
      dev.corral.gearman,
      dev.corral.jdbc;
  exports dev.corral.future to
      dev.corral.cli,
      dev.corral.dashboard,
      dev.corral.jdbc;
  exports dev.corral.hash to
      dev.corral.jdbc;
  exports dev.corral.item to
      dev.corral.embedded;
  exports dev.corral.patience to
      dev.corral.dashboard,
      dev.corral.jdbc;

  uses StoreProvider;

  provides StoreProvider with
      MemoryStoreProvider;
}
