package dev.corral.fault;

/**
 * The store and this client don't trust each other: a certificate or a password is wrong, or one of
 * them speaks TLS and the other does not. Nothing was done. Do without the store for now, and mend
 * the configuration, here or there.
 */
public class UntrustedException extends UnavailableException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what went wrong, in words for the user
   */
  public UntrustedException(String message) {
    super(message);
  }
}
