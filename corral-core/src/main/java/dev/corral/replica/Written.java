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
 * @param stored whether it has taken it
 * @param cas its state then; null if it has not, or tells none
 * @param fault why it is not known; null if it is
 */
record Written(
    int index, boolean stored, @Nullable Cas cas, @Nullable Throwable fault) {
  static CompletableFuture<Written> by(Wheel wheel, int index, Put put) {
    return Flight.settle(
        Answers.begin(() -> wheel.era().at().execute(put.withFlags(Form.FLAGS).returningCas())),
        (outcome, fault) -> outcome instanceof Stored stored
            ? new Written(index, true, stored.cas(), null)
            : new Written(index, false, null, fault));
  }

  /** To one that did not answer before, or had no room. */
  static Written unsent(Holding holding) {
    Throwable fault = holding.fault();
    return new Written(
        holding.index(),
        false,
        null,
        fault != null ? fault : new UnavailableException("no room for " + holding.key()));
  }

  boolean isRefused() {
    return !stored && fault == null;
  }
}
