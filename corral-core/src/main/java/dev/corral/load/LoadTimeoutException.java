package dev.corral.load;

/** A load took longer than its hard timeout and was given up. */
public class LoadTimeoutException extends LoadException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what went wrong, in words for the user
   */
  public LoadTimeoutException(String message) {
    super(message);
  }
}
