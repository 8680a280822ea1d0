package dev.corral.embedded.fault;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** A fault at work in a server, until it is healed. Safe for use by many threads. */
public final class InjectedFault implements AutoCloseable {
  private final Fault fault;
  private final RandomGenerator chance;
  private final Consumer<InjectedFault> removal;
  private final AtomicLong chances = new AtomicLong();
  private final AtomicLong strikes = new AtomicLong();
  private final Set<Runnable> heldUp = ConcurrentHashMap.newKeySet();
  private volatile boolean healed;

  InjectedFault(Fault fault, RandomGenerator chance, Consumer<InjectedFault> removal) {
    this.fault = fault;
    this.chance = chance;
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
    healed = true;
    removal.accept(this);
    heldUp.forEach(this::letGo);
  }

  /**
   * Tells when it is healed, at once if it is.
   *
   * @param action run once, on whichever thread heals it
   */
  public void whenHealed(Runnable action) {
    heldUp.add(action);
    if (healed) {
      letGo(action);
    }
  }

  /** Here and in whenHealed, who takes it out runs it. */
  private void letGo(Runnable action) {
    if (heldUp.remove(action)) {
      action.run();
    }
  }

  /**
   * Tells no more that it is healed.
   *
   * @param action what was to be run
   */
  public void forget(Runnable action) {
    heldUp.remove(action);
  }

  boolean strikes(String command, List<String> keys) {
    if (healed
        || !fault.concerns(command, keys)
        || chances.incrementAndGet() <= fault.spared()
        || chance.nextDouble() >= fault.probability()) {
      return false;
    }
    return strikes.getAndUpdate(count -> count < fault.times() ? count + 1 : count) < fault.times();
  }
}
