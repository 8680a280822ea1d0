/** A memcached server in pure Java, for tests and first runs. */
module dev.corral.embedded {
  requires transitive dev.corral.core;
  requires transitive static org.jspecify;
  requires io.netty.buffer;
  requires io.netty.codec;
  requires io.netty.common;
  requires io.netty.transport;
  requires org.slf4j;
  // Not transitive: a module that requires this one could not be compiled without JUnit.
  requires static org.junit.jupiter.api;

  exports dev.corral.embedded;
  exports dev.corral.embedded.fault;
  exports dev.corral.embedded.junit;
}
