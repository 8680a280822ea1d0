package dev.corral.metric;

/** Is told what happens in an atomic cache. */
@FunctionalInterface
public interface AtomicCacheListener {
  /**
   * Something has happened. Called by the caller's thread, between it and its value: do little, and
   * never block. What it throws is logged and otherwise ignored.
   *
   * @param event what happened
   */
  void on(AtomicCacheEvent event);
}
