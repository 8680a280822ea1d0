package dev.corral.load;

import dev.corral.fault.UnavailableException;

/**
 * Somebody else is loading the value, and the caller has waited for as long as it would, or was
 * interrupted.
 */
public class StillLoadingException extends UnavailableException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what went wrong, in words for the user
   */
  public StillLoadingException(String message) {
    super(message);
  }
}
