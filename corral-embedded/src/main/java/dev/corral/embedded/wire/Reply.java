package dev.corral.embedded.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;

/**
 * The reply to one command, written behind the replies to those before it. A command that wants no
 * reply is silent; with the classic commands that goes for errors too.
 */
public final class Reply {
  private static final byte[] END_OF_LINE = {'\r', '\n'};

  private final ByteBuf out;
  private final int start;
  private boolean silent;

  /**
   * Begins a reply.
   *
   * @param out what it is written to
   */
  public Reply(ByteBuf out) {
    this.out = out;
    this.start = out.writerIndex();
  }

  /** Says no more of what {@link #say} would. */
  public void silence() {
    silent = true;
  }

  /**
   * Says a line, and nothing that was written before; unless it is silent.
   *
   * @param line without its end
   */
  public void say(String line) {
    discard();
    if (!silent) {
      out.writeCharSequence(line, US_ASCII);
      endLine();
    }
  }

  /**
   * Says a line, and nothing that was written before, silent or not.
   *
   * @param line without its end
   */
  public void insist(String line) {
    silent = false;
    say(line);
  }

  /** Takes back all that this reply has written. */
  public void discard() {
    out.writerIndex(start);
  }

  /**
   * Ends a line.
   *
   * @return this reply
   */
  public Reply endLine() {
    out.writeBytes(END_OF_LINE);
    return this;
  }

  /**
   * Writes a part of a line.
   *
   * @param text ASCII
   * @return this reply
   */
  public Reply write(String text) {
    out.writeCharSequence(text, US_ASCII);
    return this;
  }

  /**
   * Writes a number.
   *
   * @param number unsigned
   * @return this reply
   */
  public Reply write(long number) {
    return write(Long.toUnsignedString(number));
  }

  /**
   * Writes bytes.
   *
   * @param bytes as they are
   * @return this reply
   */
  public Reply write(byte[] bytes) {
    out.writeBytes(bytes);
    return this;
  }

  /**
   * Writes a word of the request, with a space before it.
   *
   * @param line the request
   * @param word its place
   */
  public void echo(CommandLine line, int word) {
    out.writeByte(' ');
    line.write(word, out);
  }
}
