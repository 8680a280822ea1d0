package dev.corral.cli.item;

import dev.corral.Corral;
import dev.corral.fault.CorralException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.Item;
import dev.corral.store.Lease;
import dev.corral.store.Operation;
import dev.corral.store.Store;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The items of a store, for somebody who looks after them and computes none of their values. */
final class Items implements AutoCloseable {
  private final Corral corral;
  private final Store store;

  private Items(Corral corral) {
    this.corral = corral;
    this.store = corral.store();
  }

  static Items open(String uri) {
    return new Items(PatientStores.open(uri));
  }

  /** Says what became of a key. */
  interface Telling<R> {
    /** Whether all is well. */
    boolean tell(Key key, R outcome) throws IOException;
  }

  /**
   * How a round of keys went.
   *
   * @param well for how many all is well
   * @param isFaultless whether all servers have answered
   */
  record Round(int well, boolean isFaultless) {}

  /**
   * Does the same to all keys in one flight. What one server does wrong hides no other's answer.
   */
  <R> Round each(
      List<Key> keys,
      Function<Key, ? extends Operation<R>> operation,
      PrintWriter errors,
      Telling<? super R> telling)
      throws IOException {
    List<Operation<R>> operations = new ArrayList<>();
    keys.forEach(key -> operations.add(operation.apply(key)));
    List<CompletableFuture<R>> outcomes = store.executeAll(operations);
    int well = 0;
    boolean isFaultless = true;
    for (int i = 0; i < outcomes.size(); i++) {
      Key key = keys.get(i);
      R outcome;
      try {
        outcome = Answers.join(outcomes.get(i));
        giveBack(key, outcome);
      } catch (CorralException e) {
        isFaultless = false;
        errors.println("corral: " + e.getMessage());
        continue;
      }
      well += telling.tell(key, outcome) ? 1 : 0;
    }
    return new Round(well, isFaultless);
  }

  <R> R execute(Operation<R> operation) {
    return Answers.join(store.execute(operation));
  }

  /** Whoever reads a stale item first is to compute its next value: that must not be us. */
  private <R> void giveBack(Key key, R outcome) {
    if (outcome instanceof Item item && item.lease() == Lease.WON && item.hasCas()) {
      DeleteOutcome unused =
          Answers.join(store.execute(Delete.of(key).markingStale().ifCas(item.cas())));
    }
  }

  /** Where the key is. */
  String server(Key key) {
    return store instanceof MemcachedStore memcached
        ? memcached.membership().ring().locate(key).address()
        : "memory";
  }

  @Override
  public void close() {
    corral.close();
  }
}
