package dev.corral.fault;

import org.jspecify.annotations.Nullable;

/** The store could not be asked, or did not answer. Try again later, or do without it. */
public class UnavailableException extends CorralException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what went wrong, in words for the user
   */
  public UnavailableException(String message) {
    this(message, null);
  }

  /**
   * Creates the exception.
   *
   * @param message what went wrong, in words for the user
   * @param cause what made it go wrong, or null
   */
  public UnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
