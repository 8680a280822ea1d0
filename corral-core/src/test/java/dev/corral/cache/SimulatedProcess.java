package dev.corral.cache;

import dev.corral.time.SteppedTimer;
import dev.corral.time.Timer;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * What runs together, stands still together and dies together: timers, tasks and the replies of
 * servers all come in through here. Tasks may {@linkplain #sleep block}.
 */
public final class SimulatedProcess implements Timer, Executor {
  final String name;
  private final SteppedTimer time;
  private final Strands strands;
  private final Set<Strands.Waiting> sleeping = new LinkedHashSet<>();
  private long pausedUntil;
  private boolean dead;

  public SimulatedProcess(String name, SteppedTimer time, Strands strands) {
    this.name = name;
    this.time = time;
    this.strands = strands;
  }

  /** Does something in the process: now, when it goes on, or never. */
  public void enter(Runnable what) {
    if (dead) {
      return;
    }
    long wait = pausedUntil - time.nanos();
    if (wait > 0) {
      time.after(Duration.ofNanos(wait), () -> enter(what));
    } else {
      what.run();
    }
  }

  @Override
  public Alarm after(Duration delay, Runnable task) {
    return time.after(delay, () -> enter(task));
  }

  @Override
  public void execute(Runnable task) {
    after(Duration.ZERO, () -> strands.start(task));
  }

  /** Called by a task. */
  public void sleep(Duration duration) throws InterruptedException {
    strands.await(waiting -> {
      sleeping.add(waiting);
      after(duration, () -> {
        sleeping.remove(waiting);
        waiting.resume();
      });
    });
  }

  public void pause(Duration duration) {
    pausedUntil = Math.max(pausedUntil, time.nanos() + duration.toNanos());
  }

  public boolean isPaused() {
    return time.nanos() < pausedUntil;
  }

  /** Nothing happens in it any more. What its tasks still do on their way out reaches nobody. */
  public void kill() {
    dead = true;
    List<Strands.Waiting> last = List.copyOf(sleeping);
    sleeping.clear();
    last.forEach(Strands.Waiting::abandon);
  }

  public boolean isDead() {
    return dead;
  }

  @Override
  public String toString() {
    return name;
  }
}
