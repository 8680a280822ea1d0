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

  /**
   * What the caller of a loader is given when that throws: unchecked exceptions as they are,
   * checked ones wrapped. If the loader was interrupted, so is the thread again.
   *
   * @param what what was done, such as {@code loading user:17}
   * @param thrown what the loader threw
   * @return what to throw
   */
  public static Throwable of(String what, Throwable thrown) {
    if (thrown instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    return thrown instanceof RuntimeException || thrown instanceof Error
        ? thrown
        : new LoadException(what + " failed: " + thrown.getClass().getName(), thrown);
  }
}
