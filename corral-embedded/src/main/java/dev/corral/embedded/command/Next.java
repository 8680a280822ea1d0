package dev.corral.embedded.command;

import dev.corral.embedded.wire.Reply;
import org.jspecify.annotations.Nullable;

/** What the bytes behind a command line are. */
public sealed interface Next {
  /** The next command. */
  Next COMMAND = new Command();

  /** Nothing: the connection ends when what was said has been sent. */
  Next END = new End();

  /** The next command. */
  record Command() implements Next {}

  /** Nothing. */
  record End() implements Next {}

  /**
   * Bytes that nobody wants.
   *
   * @param bytes how many
   */
  record Swallow(long bytes) implements Next {}

  /**
   * A value.
   *
   * @param length its bytes, without the end of its line
   * @param storing what is done with it
   */
  record Value(int length, Storing storing) implements Next {}

  /** What is done with a value when it has come. */
  @FunctionalInterface
  interface Storing {
    /**
     * Stores it.
     *
     * @param value its bytes, or null if they did not end with the end of a line
     * @param reply where the outcome is told
     */
    void store(byte @Nullable [] value, Reply reply);
  }
}
