package dev.corral.fault;

/**
 * There was no answer in time. What was asked for may or may not have been done: try again only
 * what can be done twice.
 */
public class DeadlineExceededException extends UnavailableException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what went wrong, in words for the user
   */
  public DeadlineExceededException(String message) {
    super(message);
  }
}
