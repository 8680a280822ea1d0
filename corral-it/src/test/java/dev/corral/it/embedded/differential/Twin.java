package dev.corral.it.embedded.differential;

import java.net.InetSocketAddress;
import java.time.Duration;

/** The server that should answer as the real one does. */
interface Twin extends AutoCloseable {
  InetSocketAddress address();

  /** Lets its clock go on, or come nearer to what it will show by itself. */
  void elapse(Duration time);

  @Override
  void close();
}
