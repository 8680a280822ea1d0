package dev.corral.namespace;

import dev.corral.cache.SimulatedProcess;
import dev.corral.cache.SimulatedServer;
import dev.corral.store.Operation;
import dev.corral.time.SteppedTimer;

/** A server of a {@link NamespaceHistory}, which can be out of reach. */
class RingServer extends SimulatedServer {
  private final int number;
  private final Promises promises;
  private final SteppedTimer time;
  private boolean down;

  RingServer(int number, SteppedTimer time, Promises promises) {
    super(time);
    this.number = number;
    this.time = time;
    this.promises = promises;
  }

  final SteppedTimer time() {
    return time;
  }

  final boolean isDown() {
    return down;
  }

  /** Whether it can be reached from now on. What it has it keeps. */
  final void reachable(boolean up) {
    down = !up;
  }

  @Override
  protected final <R> R serve(SimulatedProcess client, Operation<R> operation) {
    R outcome = act(client, operation);
    promises.tell(client, () -> "at " + number + " " + Promises.text(operation, outcome));
    return outcome;
  }

  <R> R act(SimulatedProcess client, Operation<R> operation) {
    return super.serve(client, operation);
  }

  @Override
  public String toString() {
    return "server " + number;
  }
}
