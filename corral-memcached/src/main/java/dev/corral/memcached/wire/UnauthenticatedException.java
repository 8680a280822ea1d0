package dev.corral.memcached.wire;

/** The server wants another user and password, or any at all. */
public final class UnauthenticatedException extends ProtocolException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param reason what is wrong, in words for the user
   * @param reply what came, which is quoted
   */
  public UnauthenticatedException(String reason, Reply reply) {
    super(reason, reply);
  }
}
