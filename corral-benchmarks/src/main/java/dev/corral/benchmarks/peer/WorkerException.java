package dev.corral.benchmarks.peer;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A worker has not done what it was asked for. */
final class WorkerException extends IOException {
  private static final long serialVersionUID = 1L;

  WorkerException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
