package dev.corral.memcached.security;

import dev.corral.fault.ConfigurationException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A user and password, as they were told last. Neither is ever part of a message. */
public final class Login {
  private static final Logger log = LoggerFactory.getLogger(Login.class);

  private final String source;
  private final Supplier<byte[]> reading;
  private volatile byte @Nullable [] token;

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
    try {
      token = reading.get();
    } catch (ConfigurationException e) {
      if (token == null) {
        throw e;
      }
      log.warn("the password stays as it is: {}", e.getMessage());
    }
  }

  /**
   * What a server is told.
   *
   * @return user and password, with a space between them; not to be changed
   */
  public byte[] token() {
    byte[] known = token;
    if (known == null) {
      refresh();
      known = token;
    }
    if (known == null) {
      throw new IllegalStateException("there is no password from " + source);
    }
    return known;
  }

  @Override
  public String toString() {
    return "a password from " + source;
  }
}
