package dev.corral.memcached.security;

import dev.corral.fault.ConfigurationException;
import java.util.function.Supplier;

/** A user and password, as they were told last. Neither is ever part of a message. */
public final class Login {
  private final String source;
  private final Supplier<byte[]> reading;
  private final LastGood<byte[]> token = new LastGood<>("user and password");

  /**
   * Creates a login that knows nothing yet.
   *
   * @param source where the password comes from, in words for a message
   * @param reading tells user and password, with a space between them
   */
  public Login(String source, Supplier<byte[]> reading) {
    this.source = source;
    this.reading = reading;
  }

  /**
   * Asks for the password again.
   *
   * @throws ConfigurationException if there is none, and was none before
   */
  void refresh() {
    token.refresh(before -> reading.get());
  }

  /**
   * What a server is told.
   *
   * @return user and password, with a space between them; not to be changed
   */
  public byte[] token() {
    if (!token.isKnown()) {
      refresh();
    }
    return token.get();
  }

  @Override
  public String toString() {
    return "a password from " + source;
  }
}
