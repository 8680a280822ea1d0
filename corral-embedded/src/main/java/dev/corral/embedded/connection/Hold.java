package dev.corral.embedded.connection;

import dev.corral.embedded.fault.Fault;
import dev.corral.embedded.fault.InjectedFault;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The wait of a command, until its time has come or the fault is healed; it may be told of both.
 */
final class Hold implements Runnable {
  private final EventExecutor thread;
  private final InjectedFault injected;
  private final Consumer<Hold> over;
  private final Runnable healed;
  private @Nullable Future<?> timer;

  /** A wait whose end is told on the connection's thread. */
  Hold(EventExecutor thread, InjectedFault injected, Consumer<Hold> over) {
    this.thread = thread;
    this.injected = injected;
    this.over = over;
    this.healed = () -> thread.execute(this);
  }

  void begin() {
    Fault fault = injected.fault();
    if (fault.kind() == Fault.Kind.DELAY) {
      // As long as can be counted, if it is longer.
      long nanos = TimeUnit.NANOSECONDS.convert(fault.delay());
      timer = thread.schedule(this, nanos, TimeUnit.NANOSECONDS);
    }
    injected.whenHealed(healed);
  }

  @Override
  public void run() {
    over.accept(this);
  }

  /** Tells nothing more, unless that is under way. */
  void end() {
    injected.forget(healed);
    if (timer != null) {
      timer.cancel(false);
    }
  }
}
