package dev.corral.embedded.fault;

import dev.corral.check.Argument;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The faults at work in one server. The first that strikes a command is the only one. */
public final class Faults {
  private final List<InjectedFault> injected = new CopyOnWriteArrayList<>();
  private final Random seeds;

  /**
   * No faults.
   *
   * @param seed decides what is left to chance: with the same seed, the n-th fault injected strikes
   *     the same of the commands that it could strike
   */
  public Faults(long seed) {
    this.seeds = new Random(seed);
  }

  /**
   * Sets a fault to work.
   *
   * @param fault what it does
   * @return a hand on it
   */
  public InjectedFault inject(Fault fault) {
    InjectedFault hand = new InjectedFault(
        Argument.required("fault", fault), new Random(seeds.nextLong()), injected::remove);
    injected.add(hand);
    return hand;
  }

  /** Heals all. */
  public void heal() {
    injected.forEach(InjectedFault::close);
  }

  /**
   * Whether there is none.
   *
   * @return true until one is injected
   */
  public boolean isEmpty() {
    return injected.isEmpty();
  }

  /**
   * The fault that strikes a command.
   *
   * @param command its name
   * @param keys its keys
   * @return the fault, or null if it is spared
   */
  public @Nullable InjectedFault strike(String command, List<String> keys) {
    for (InjectedFault fault : injected) {
      if (fault.strikes(command, keys)) {
        return fault;
      }
    }
    return null;
  }
}
