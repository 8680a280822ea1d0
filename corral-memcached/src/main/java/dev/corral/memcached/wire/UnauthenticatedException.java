package dev.corral.memcached.wire;

/** The server wants another user and password, or any at all. */
public final class UnauthenticatedException extends ProtocolException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param reason what came, in words for the user
   */
  public UnauthenticatedException(String reason) {
    super(reason);
  }
}
