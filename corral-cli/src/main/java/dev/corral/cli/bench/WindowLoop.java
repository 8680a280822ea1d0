package dev.corral.cli.bench;

import java.io.IOException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a window of calls in flight: waits for the oldest, then makes one more. Servers answer in
 * order, so that one wake-up often finds many answers: clients that batch are rewarded for it.
 */
abstract class WindowLoop implements Loop {
  private final @Nullable Future<?>[] inFlight;
  private int oldest;

  WindowLoop(int window) {
    this.inFlight = new Future<?>[window];
  }

  /** Makes the next call. */
  abstract Future<?> call() throws Exception;

  /** Looks at what was answered. */
  abstract void accept(@Nullable Object answer) throws IOException;

  @Override
  public final int step() throws Exception {
    int done = await(oldest);
    inFlight[oldest] = call();
    oldest = oldest + 1 == inFlight.length ? 0 : oldest + 1;
    return done;
  }

  @Override
  public final int drain() throws Exception {
    int done = 0;
    for (int i = 0; i < inFlight.length; i++) {
      done += await(i);
      inFlight[i] = null;
    }
    return done;
  }

  private int await(int index) throws Exception {
    Future<?> call = inFlight[index];
    if (call == null) {
      return 0;
    }
    accept(answer(call));
    return 1;
  }

  /** Waits for a call. */
  @Nullable
  Object answer(Future<?> call) throws Exception {
    return call.get();
  }
}
