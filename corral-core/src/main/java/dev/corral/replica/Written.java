package dev.corral.replica;

import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.store.Cas;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome.Stored;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What came of a write to a holder.
 *
 * @param index which one of the wheel's
 * @param sent whether it was sent at all
 * @param stored whether the holder has taken it
 * @param cas its state then; null if it has not, or tells none
 * @param fault why it is not known, or was not sent; null if it is known
 */
record Written(
    int index,
    boolean sent,
    boolean stored,
    @Nullable Cas cas,
    @Nullable Throwable fault) {
  static CompletableFuture<Written> by(Wheel wheel, int index, Put put) {
    return Flight.settle(
        Answers.begin(() -> wheel.era().at().execute(put.withFlags(Form.FLAGS).returningCas())),
        (outcome, fault) -> outcome instanceof Stored stored
            ? new Written(index, true, true, stored.cas(), null)
            : new Written(index, true, false, null, fault));
  }

  /** To one that did not answer before, or had no room. */
  static Written unsent(Holding holding) {
    Throwable fault = holding.fault();
    return new Written(
        holding.index(),
        false,
        false,
        null,
        fault != null ? fault : new UnavailableException("no room for " + holding.key()));
  }

  boolean isRefused() {
    return !stored && fault == null;
  }

  /** Whether the holder may have taken it, or may still do so. */
  boolean isPossible() {
    return stored || (sent && fault != null);
  }
}
