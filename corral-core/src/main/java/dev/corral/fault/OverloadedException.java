package dev.corral.fault;

import org.jspecify.annotations.Nullable;

/** Too much is in flight already. Nothing was sent: try again when some of it has been answered. */
public class OverloadedException extends UnavailableException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what went wrong, in words for the user
   */
  public OverloadedException(String message) {
    super(message);
  }

  /**
   * Creates the exception.
   *
   * @param message what went wrong, in words for the user
   * @param cause what made it go wrong, or null
   */
  public OverloadedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
