package dev.corral.metric;

/** Is told what happens in a cache. */
@FunctionalInterface
public interface CacheListener {
  /**
   * Something has happened. Called by the thread that it happened to, a caller's for most, and
   * between it and its value: do little, and never block. What it throws is logged and otherwise
   * ignored.
   *
   * @param event what happened
   */
  void on(CacheEvent event);
}
