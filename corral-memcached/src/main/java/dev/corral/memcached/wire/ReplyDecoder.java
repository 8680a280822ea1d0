package dev.corral.memcached.wire;

import dev.corral.memcached.wire.Reply.Kind;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads replies from bytes that come in whatever pieces. For one thread. */
public final class ReplyDecoder {
  /* design
   *
   * A reply is a line, and for VA, VALUE and CONFIG as many bytes as the line says, and an end of line. No
   * reply depends on what was asked, so the decoder knows no requests.
   *
   * Nothing is put aside but what it must be: a line is gathered in one array that is used again and
   * again, so that a reply cut anywhere goes on where it was cut; a value is filled into the array
   * that its reader gets. That is one copy of each byte.
   *
   *   LINE --VA n, VALUE … n--> VALUE --n bytes--> END_OF_VALUE --\r\n--> LINE
   *   LINE --any other line--> LINE
   *
   * A wrong length would make the decoder take a value for lines, or lines for a value, so it is
   * refused where it is seen: no number, more than the server may hold, no end of line behind the
   * value. After an exception the decoder is good for nothing more.
   */

  /** Takes replies as they come. */
  @FunctionalInterface
  public interface Reader {
    /**
     * Takes a reply.
     *
     * @param reply what was read, to be used only until this returns
     * @throws ProtocolException if nobody waits for such a reply
     */
    void read(Reply reply) throws ProtocolException;
  }

  private enum State {
    LINE,
    VALUE,
    END_OF_VALUE
  }

  private static final int LONGEST_LINE = 4096;
  private static final int MOST_DIGITS = 20;
  private static final int SHOWN = 80;
  private static final byte LF = '\n';
  private static final byte[] VALUE = {'V', 'A', 'L', 'U', 'E'};
  private static final byte[] END = {'E', 'N', 'D'};

  private final Reader reader;
  private final Reply reply = new Reply();
  private State state = State.LINE;
  private int filled;
  private int largestValue;

  /**
   * Creates a decoder.
   *
   * @param reader who takes the replies
   * @param largestValue how many bytes a value may have
   */
  public ReplyDecoder(Reader reader, int largestValue) {
    this.reader = reader;
    this.largestValue = largestValue;
  }

  /**
   * Changes how many bytes a value may have, from the next one on.
   *
   * @param bytes the most that the server holds
   */
  public void limitValues(int bytes) {
    largestValue = bytes;
  }

  /**
   * Reads all that a buffer has.
   *
   * @param in what came next
   * @throws ProtocolException if it is no reply, or its reader refused it
   */
  public void decode(ByteBuf in) throws ProtocolException {
    while (in.isReadable()) {
      switch (state) {
        case LINE -> readLine(in);
        case VALUE -> readValue(in);
        case END_OF_VALUE -> readEndOfValue(in);
      }
    }
  }

  private void readLine(ByteBuf in) throws ProtocolException {
    int start = in.readerIndex();
    int end = in.indexOf(start, in.writerIndex(), LF);
    int wanted = end < 0 ? in.readableBytes() : end + 1 - start;
    int count = Math.min(wanted, LONGEST_LINE - reply.length);
    int length = reply.length + count;
    if (length > reply.line.length) {
      int doubled = Math.min(2 * reply.line.length, LONGEST_LINE);
      reply.line = Arrays.copyOf(reply.line, Math.max(length, doubled));
    }
    in.readBytes(reply.line, reply.length, count);
    reply.length = length;
    if (count < wanted) {
      throw new ProtocolException("a line of more than " + LONGEST_LINE + " bytes", reply);
    }
    if (end >= 0) {
      endLine();
    }
  }

  private void endLine() throws ProtocolException {
    int length = reply.length - 2;
    if (length < 0 || reply.line[length] != '\r') {
      reply.length--;
      throw unreadable();
    }
    reply.length = length;
    reply.clear();
    reply.kind = kind();
    switch (reply.kind) {
      case HD, NF, NS, EX -> readFlags(reply.text);
      case VA -> {
        readFlags(afterWord(reply.text));
        beginValue(reply.text);
      }
      case VALUE, CONFIG -> {
        reply.keyEnd = endOfWord(reply.text);
        if (reply.keyEnd == reply.text) {
          throw unreadable();
        }
        int flags = afterWord(reply.text);
        reply.flags = flags(flags, endOfWord(flags));
        beginValue(afterWord(flags));
      }
      default -> {}
    }
    if (state == State.LINE) {
      deliver();
    }
  }

  private void deliver() throws ProtocolException {
    reader.read(reply);
    reply.length = 0;
  }

  private Kind kind() throws ProtocolException {
    byte[] line = reply.line;
    int end = 0;
    while (end < reply.length && line[end] != ' ') {
      end++;
    }
    reply.text = Math.min(end + 1, reply.length);
    if (end == 2) {
      switch (line[0] << 8 | line[1]) {
        case 'H' << 8 | 'D' -> {
          return Kind.HD;
        }
        case 'V' << 8 | 'A' -> {
          return Kind.VA;
        }
        case 'E' << 8 | 'N' -> {
          return Kind.EN;
        }
        case 'N' << 8 | 'F' -> {
          return Kind.NF;
        }
        case 'N' << 8 | 'S' -> {
          return Kind.NS;
        }
        case 'E' << 8 | 'X' -> {
          return Kind.EX;
        }
        case 'M' << 8 | 'N' -> {
          return Kind.MN;
        }
        case 'O' << 8 | 'K' -> {
          return Kind.OK;
        }
        default -> throw unreadable();
      }
    }
    // Rare but for these two, which a multi-get has by the dozen.
    if (Arrays.equals(line, 0, end, VALUE, 0, VALUE.length)) {
      return Kind.VALUE;
    }
    if (Arrays.equals(line, 0, end, END, 0, END.length)) {
      return Kind.END;
    }
    return switch (new String(line, 0, end, StandardCharsets.ISO_8859_1)) {
      case "STAT" -> Kind.STAT;
      case "CONFIG" -> Kind.CONFIG;
      case "STORED" -> Kind.STORED;
      case "VERSION" -> Kind.VERSION;
      case "ERROR" -> Kind.ERROR;
      case "CLIENT_ERROR" -> Kind.CLIENT_ERROR;
      case "SERVER_ERROR" -> Kind.SERVER_ERROR;
      default -> throw unreadable();
    };
  }

  /** Makes room for the value whose length stands there in the line. */
  private void beginValue(int start) throws ProtocolException {
    long size = number(start, endOfWord(start));
    if (size < 0 || size > largestValue) {
      throw new ProtocolException(
          "a value too large to be one, at most " + largestValue + " bytes are expected", reply);
    }
    if (size > 0) {
      reply.value = new byte[(int) size];
      state = State.VALUE;
    } else {
      state = State.END_OF_VALUE;
    }
    filled = 0;
  }

  private void readValue(ByteBuf in) {
    byte[] value = reply.value;
    int count = Math.min(in.readableBytes(), value.length - filled);
    in.readBytes(value, filled, count);
    filled += count;
    if (filled == value.length) {
      state = State.END_OF_VALUE;
      filled = 0;
    }
  }

  private void readEndOfValue(ByteBuf in) throws ProtocolException {
    if (in.readByte() != (filled == 0 ? '\r' : LF)) {
      throw new ProtocolException("a value of another length than its line says", reply);
    }
    if (filled++ == 1) {
      state = State.LINE;
      deliver();
    }
  }

  /** Reads what a meta reply tells beside its value. */
  private void readFlags(int from) throws ProtocolException {
    byte[] line = reply.line;
    for (int i = from; i < reply.length; ) {
      int wordEnd = endOfWord(i);
      switch (line[i]) {
        case 'f' -> reply.flags = flags(i + 1, wordEnd);
        case 'c' -> reply.cas = number(i + 1, wordEnd);
        case 't' -> reply.ttl = ttl(i + 1, wordEnd);
        case 'O' -> reply.opaque = i + 2 == wordEnd ? (char) line[i + 1] : '?';
        case 'W' -> reply.won = true;
        case 'Z' -> reply.lost = true;
        case 'X' -> reply.stale = true;
        default -> {} // what newer servers tell unasked
      }
      i = wordEnd + 1;
    }
  }

  private int flags(int start, int end) throws ProtocolException {
    long flags = number(start, end);
    if (flags < 0 || flags > 0xffff_ffffL) {
      throw unreadable();
    }
    return (int) flags;
  }

  /** Seconds, or -1, the only number below 0, for a life without end. */
  private long ttl(int start, int end) throws ProtocolException {
    if (end - start == 2 && reply.line[start] == '-' && reply.line[start + 1] == '1') {
      return -1;
    }
    long seconds = number(start, end);
    if (seconds < 0) {
      throw unreadable();
    }
    return seconds;
  }

  /** An unsigned number of up to 64 bits. */
  private long number(int start, int end) throws ProtocolException {
    if (end <= start || end - start > MOST_DIGITS) {
      throw unreadable();
    }
    long number = 0;
    for (int i = start; i < end; i++) {
      int digit = reply.line[i] - '0';
      boolean isTooMuch = i - start == MOST_DIGITS - 1
          && Long.compareUnsigned(number, Long.divideUnsigned(-1L - digit, 10)) > 0;
      if (digit < 0 || digit > 9 || isTooMuch) {
        throw unreadable();
      }
      number = number * 10 + digit;
    }
    return number;
  }

  private int endOfWord(int from) {
    int i = from;
    while (i < reply.length && reply.line[i] != ' ') {
      i++;
    }
    return i;
  }

  private int afterWord(int from) {
    return Math.min(endOfWord(from) + 1, reply.length);
  }

  private ProtocolException unreadable() {
    return new ProtocolException("no reply of the protocol", reply);
  }

  /** Bytes as text for a message: a line from a broken server can hold anything. */
  static String printable(byte[] bytes, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Math.min(length, SHOWN); i++) {
      text.append(bytes[i] >= ' ' && bytes[i] <= '~' ? (char) bytes[i] : '?');
    }
    return text.append(length > SHOWN ? "…" : "").toString();
  }
}
