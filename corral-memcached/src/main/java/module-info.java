import dev.corral.memcached.MemcachedStoreProvider;
import dev.corral.store.StoreProvider;

/** The store on memcached servers: a client of the meta protocol. */
module dev.corral.memcached {
  requires transitive dev.corral.core;
  requires transitive static org.jspecify;
  requires io.netty.buffer;
  requires io.netty.codec;
  requires io.netty.common;
  requires io.netty.handler;
  requires io.netty.transport;
  requires io.netty.transport.classes.epoll;
  requires io.netty.transport.unix.common;
  requires java.naming;
  requires org.slf4j;

  exports dev.corral.memcached;
  exports dev.corral.memcached.node;

  provides StoreProvider with
      MemcachedStoreProvider;
}
