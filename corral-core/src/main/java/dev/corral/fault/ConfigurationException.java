package dev.corral.fault;

import org.jspecify.annotations.Nullable;

/** Corral was set up wrongly. Mend the configuration. */
public class ConfigurationException extends CorralException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what went wrong, in words for the user
   */
  public ConfigurationException(String message) {
    this(message, null);
  }

  /**
   * Creates the exception.
   *
   * @param message what went wrong, in words for the user
   * @param cause what made it go wrong, or null
   */
  public ConfigurationException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
