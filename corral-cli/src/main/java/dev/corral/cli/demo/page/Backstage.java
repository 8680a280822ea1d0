package dev.corral.cli.demo.page;

import dev.corral.metric.CorralStats;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is behind a show: what all of its processes have counted, and where it is cached. One thread
 * tells it, any may ask.
 */
public final class Backstage {
  private volatile CorralStats counted = CorralStats.NONE;
  private volatile @Nullable String prefix;

  /**
   * A run begins.
   *
   * @param ofItsKeys what all of its keys begin with
   */
  public void plays(String ofItsKeys) {
    prefix = ofItsKeys;
  }

  /** Processes have counted more. */
  public void counts(CorralStats more) {
    counted = counted.plus(more);
  }

  /** All that was counted, in all runs so far. */
  CorralStats counted() {
    return counted;
  }

  /** What the keys of the last run begin with; empty before the first. */
  Optional<String> prefix() {
    return Optional.ofNullable(prefix);
  }
}
