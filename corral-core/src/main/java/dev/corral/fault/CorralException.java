package dev.corral.fault;

import org.jspecify.annotations.Nullable;

/**
 * The root of all that Corral throws because something went wrong at run time. A mistake in a call
 * itself, such as a null key or a negative ttl, is an {@link IllegalArgumentException} instead.
 *
 * <p>Messages name the server, the operation and the time spent where there are any, and never hold
 * a value.
 */
public abstract class CorralException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what went wrong, in words for the user
   * @param cause what made it go wrong, or null
   */
  protected CorralException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
