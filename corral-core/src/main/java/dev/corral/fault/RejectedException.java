package dev.corral.fault;

import org.jspecify.annotations.Nullable;

/** This request cannot succeed however often it is made. Give it up; others are not affected. */
public class RejectedException extends CorralException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what went wrong, in words for the user
   */
  public RejectedException(String message) {
    this(message, null);
  }

  /**
   * Creates the exception.
   *
   * @param message what went wrong, in words for the user
   * @param cause what made it go wrong, or null
   */
  public RejectedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
