/** Refreshes handed to a Gearman job server. */
module dev.corral.gearman {
  requires transitive dev.corral.core;
  requires transitive static org.jspecify;
  requires org.slf4j;

  exports dev.corral.gearman;
}
