package dev.corral.codec;

import dev.corral.fault.RejectedException;

/**
 * Bytes that were read are not a value of the kind that was expected: they are damaged, foreign, or
 * written by something newer. A cache takes them for a miss.
 *
 * <p>Neither the message nor a cause quotes the bytes. Where a decoder failed, the message names
 * the decoder's exception, and the stack trace is that exception's own.
 */
public final class CorruptValueException extends RejectedException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what is wrong with the bytes, without quoting them
   */
  public CorruptValueException(String message) {
    super(message);
  }

  /** The failure itself is not kept as the cause: its message may quote the value. */
  CorruptValueException(String message, Throwable failure) {
    super(message + ": " + failure.getClass().getName());
    setStackTrace(failure.getStackTrace());
  }
}
