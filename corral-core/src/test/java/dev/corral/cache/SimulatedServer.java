package dev.corral.cache;

import dev.corral.key.Key;
import dev.corral.store.Delete;
import dev.corral.store.MemoryStore;
import dev.corral.store.Operation;
import dev.corral.time.SteppedTimer;
import java.time.Duration;

/**
 * A server that tests can trouble. Subclasses watch what it does, or break its rules. It counts in
 * whole seconds, and its CAS from 1 on whenever it is started, as memcached does.
 */
public class SimulatedServer {
  final SteppedTimer time;
  private MemoryStore store;
  private long startedAt;
  private long stalledUntil;

  protected SimulatedServer(SteppedTimer time) {
    this.time = time;
    this.store = open();
  }

  private MemoryStore open() {
    startedAt = time.nanos();
    return MemoryStore.create(o -> o.ticker(time).wholeSeconds(true));
  }

  /** Does what a request asks for. */
  protected <R> R serve(SimulatedProcess client, Operation<R> operation) {
    return store.execute(operation).join();
  }

  /** The time since it was started, as it counts it. */
  long seconds() {
    return (time.nanos() - startedAt) / 1_000_000_000L;
  }

  public void evict(Key key) {
    store.execute(Delete.of(key)).join();
  }

  public void restart() {
    store.close();
    store = open();
  }

  /** Requests that come until then are answered after it. */
  public void stall(Duration duration) {
    stalledUntil = time.nanos() + duration.toNanos();
  }

  /** How long it goes on to stand still. */
  long stallNanos() {
    return Math.max(0, stalledUntil - time.nanos());
  }
}
