package dev.corral.memcached.wire;

/**
 * What came from the server is not an answer to what was sent. Nothing that follows on the same
 * connection can be trusted.
 */
public class ProtocolException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;

  /**
   * Creates the exception.
   *
   * @param reason what came, in words for the user
   */
  public ProtocolException(String reason) {
    super(reason);
    this.reason = reason;
  }

  /**
   * What came.
   *
   * @return the reason, in words for the user
   */
  public String reason() {
    return reason;
  }
}
