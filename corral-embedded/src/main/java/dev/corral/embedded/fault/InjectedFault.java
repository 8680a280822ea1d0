package dev.corral.embedded.fault;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** A fault at work in a server, until it is healed. */
public final class InjectedFault implements AutoCloseable {
  private final Fault fault;
  private final Consumer<InjectedFault> removal;
  private final AtomicLong chances = new AtomicLong();
  private final AtomicLong strikes = new AtomicLong();
  private final CompletableFuture<Void> healed = new CompletableFuture<>();

  InjectedFault(Fault fault, Consumer<InjectedFault> removal) {
    this.fault = fault;
    this.removal = removal;
  }

  /**
   * What it does.
   *
   * @return the fault
   */
  public Fault fault() {
    return fault;
  }

  /**
   * How often it has struck.
   *
   * @return the commands that it spoiled
   */
  public long strikes() {
    return strikes.get();
  }

  /** Heals it: no command is struck any more, and what it holds up goes on. */
  @Override
  public void close() {
    removal.accept(this);
    healed.complete(null);
  }

  /**
   * Tells when it is healed.
   *
   * @param action run once, on whichever thread heals it
   */
  public void whenHealed(Runnable action) {
    CompletableFuture<Void> unused = healed.thenRun(action);
  }

  boolean strikes(String command, Iterable<String> keys, RandomGenerator chance) {
    if (!fault.concerns(command, keys)
        || chances.incrementAndGet() <= fault.spared()
        || chance.nextDouble() >= fault.probability()) {
      return false;
    }
    return strikes.getAndUpdate(count -> count < fault.times() ? count + 1 : count) < fault.times();
  }
}
