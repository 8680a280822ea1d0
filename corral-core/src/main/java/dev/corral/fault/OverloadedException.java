package dev.corral.fault;

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
}
