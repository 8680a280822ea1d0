package dev.corral.it;

import dev.corral.testkit.StoreContract;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The contract of stores on real servers, whose time nobody moves. Its tests mostly wait, so that
 * they run beside one another (see the pom).
 */
@Tag("contract")
@Execution(ExecutionMode.CONCURRENT)
public abstract class ServerContract extends StoreContract {
  /** A server's clock ticks once a second, each at a moment of its own. */
  @Override
  protected void pass(Duration time) {
    long end = System.nanoTime() + time.plusMillis(1_100).toNanos();
    Memcached.awaitUntil("time to pass", () -> System.nanoTime() - end >= 0);
  }
}
