package dev.corral.memcached.wire;

/**
 * What came from the server is not an answer to what was sent. Nothing that follows on the same
 * connection can be trusted.
 */
public class ProtocolException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;
  private final String discreetReason;

  /**
   * Creates the exception.
   *
   * @param reason what is wrong, in words for the user
   * @param reply what came, which is quoted
   */
  public ProtocolException(String reason, Reply reply) {
    super(reason + ": " + reply);
    this.reason = reason + ": " + reply;
    this.discreetReason = reason + ": " + reply.discreet();
  }

  /**
   * What came.
   *
   * @return the reason, in words for the user
   */
  public String reason() {
    return reason;
  }

  /**
   * What came, for when it may be what the server was told before and nobody else should know.
   *
   * @return the reason, which quotes nothing but what memcached is known to say
   */
  public String discreetReason() {
    return discreetReason;
  }
}
