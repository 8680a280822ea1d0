package dev.corral.load;

import dev.corral.fault.CorralException;
import org.jspecify.annotations.Nullable;

/** A value could not be loaded, and there was no old one to serve. The cause is the loader's. */
public class LoadException extends CorralException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what went wrong, in words for the user
   */
  public LoadException(String message) {
    this(message, null);
  }

  /**
   * Creates the exception.
   *
   * @param message what went wrong, in words for the user
   * @param cause what the loader threw, or null if it threw nothing
   */
  public LoadException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
