/** A memcached server in pure Java, for tests and first runs. */
module dev.corral.embedded {
  requires transitive dev.corral.core;
  requires transitive static org.jspecify;
  requires transitive static org.junit.jupiter.api;
  requires io.netty.buffer;
  requires io.netty.codec;
  requires io.netty.common;
  requires io.netty.transport;

  exports dev.corral.embedded;
  exports dev.corral.embedded.fault;
  exports dev.corral.embedded.junit;
}
