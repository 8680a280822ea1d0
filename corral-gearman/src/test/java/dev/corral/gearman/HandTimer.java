package dev.corral.gearman;

import dev.corral.time.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** Alarms that go off when the test says so, save the pauses between attempts to connect. */
final class HandTimer implements Timer {
  private record Pending(Duration delay, Runnable task) {}

  private final Queue<Pending> pending = new ConcurrentLinkedQueue<>();

  @Override
  public Alarm after(Duration delay, Runnable task) {
    if (delay.compareTo(Queues.PAUSE) <= 0) {
      return Timer.system().after(delay, task);
    }
    Pending alarm = new Pending(delay, task);
    pending.add(alarm);
    return () -> pending.remove(alarm);
  }

  /** Lets all alarms go off that were set for so long. */
  void fire(Duration delay) {
    for (Pending alarm : List.copyOf(pending)) {
      if (alarm.delay.equals(delay) && pending.remove(alarm)) {
        alarm.task.run();
      }
    }
  }

  /** Waits for an alarm that was set for so long, and takes it, to let it go off later. */
  Runnable take(Duration delay) {
    await(delay);
    Pending taken =
        pending.stream().filter(alarm -> alarm.delay.equals(delay)).findFirst().orElseThrow();
    pending.remove(taken);
    return taken.task;
  }

  /** Waits until there is an alarm for so long. */
  void await(Duration delay) {
    long end = System.nanoTime() + Queues.PATIENCE.toNanos();
    while (pending.stream().noneMatch(alarm -> alarm.delay.equals(delay))) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("waited in vain for an alarm of " + delay);
      }
      LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
    }
  }
}
