/** A web page on a corral: its caches, servers, ring and namespaces. */
@SuppressWarnings("module") // the one that a part is shared with is made after this one
module dev.corral.dashboard {
  requires transitive dev.corral.core;
  requires transitive static org.jspecify;
  requires dev.corral.memcached;
  requires jdk.httpserver;
  requires org.slf4j;

  exports dev.corral.dashboard;
  exports dev.corral.dashboard.subject to
      dev.corral.cli;
  exports dev.corral.dashboard.web to
      dev.corral.cli;
}
