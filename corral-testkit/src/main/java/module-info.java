/** Corral's testkit: what a store must pass, and a clock that tests move. */
module dev.corral.testkit {
  requires static transitive org.jspecify;
  requires transitive dev.corral.core;
  requires transitive org.junit.jupiter.api;
  requires org.assertj.core;

  exports dev.corral.testkit;

  // JUnit calls the tests that a contract inherits from its parts.
  opens dev.corral.testkit to
      org.junit.platform.commons;
}
