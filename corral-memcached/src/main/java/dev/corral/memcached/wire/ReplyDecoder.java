package dev.corral.memcached.wire;

import dev.corral.memcached.wire.Reply.Kind;
import io.netty.buffer.ByteBuf;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads replies from bytes that come in whatever pieces. For one thread. */
public final class ReplyDecoder {
  /* design
   *
   * A reply is a line, and for VA, VALUE and CONFIG as many bytes as the line says, and an end of line. No
   * reply depends on what was asked, so the decoder knows no requests.
   *
   * What came is taken to an array, a window at a time, and read there: a buffer checks each access.
   * A line is read where it stands; only if the window ends before it does, or before its value, it
   * is held in an array of its own, so that a reply cut anywhere goes on where it was cut. A value is
   * filled into the array that its reader gets; what of it is not in the window yet comes straight
   * from the buffer.
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

  /** Enough for dozens of replies, and small enough to stay in the processor's own memory. */
  private static final int WINDOW = 4096;

  private static final int LONGEST_LINE = 4096;
  private static final int MOST_DIGITS = 20;
  private static final int SHOWN = 80;
  private static final byte LF = '\n';
  private static final byte SPACE = ' ';
  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long HIGHEST_BITS = ONES << 7;
  private static final byte[] VALUE = {'V', 'A', 'L', 'U', 'E'};
  private static final byte[] END = {'E', 'N', 'D'};

  private final Reader reader;
  private final Reply reply = new Reply();
  private final byte[] window = new byte[WINDOW];
  private byte[] held = {};
  private int heldLength;
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
      if (state == State.VALUE) {
        int count = Math.min(in.readableBytes(), reply.value.length - filled);
        in.readBytes(reply.value, filled, count);
        fill(count);
      } else {
        int count = Math.min(in.readableBytes(), WINDOW);
        in.readBytes(window, 0, count);
        read(count);
      }
    }
  }

  /** Reads all that is in the window. */
  private void read(int end) throws ProtocolException {
    int at = 0;
    while (at < end) {
      switch (state) {
        case LINE -> at = readLine(at, end);
        case VALUE -> {
          int count = Math.min(end - at, reply.value.length - filled);
          System.arraycopy(window, at, reply.value, filled, count);
          fill(count);
          at += count;
        }
        case END_OF_VALUE -> readEndOfValue(window[at++]);
      }
    }
    if (state != State.LINE && heldLength == 0) {
      hold(reply.start, reply.end);
      reply.text -= reply.start;
      reply.keyEnd -= reply.start;
      show(held, 0, heldLength);
    }
  }

  /** Reads a line, or as much of it as there is. Tells where to go on. */
  private int readLine(int from, int end) throws ProtocolException {
    int at = find(LF, window, from, end);
    boolean isWhole = at < end;
    int after = isWhole ? at + 1 : end;
    if (heldLength + after - from > LONGEST_LINE) {
      hold(from, from + LONGEST_LINE - heldLength);
      show(held, 0, heldLength);
      throw new ProtocolException("a line of more than " + LONGEST_LINE + " bytes", reply);
    }
    if (isWhole && heldLength == 0) {
      show(window, from, at);
      endLine();
    } else {
      hold(from, after);
      if (isWhole) {
        show(held, 0, heldLength - 1);
        endLine();
      }
    }
    return after;
  }

  /** Puts a part of the window behind what is held. */
  private void hold(int from, int to) {
    int length = heldLength + to - from;
    if (length > held.length) {
      held = Arrays.copyOf(held, Math.max(length, Math.min(2 * held.length, LONGEST_LINE)));
    }
    System.arraycopy(window, from, held, heldLength, to - from);
    heldLength = length;
  }

  private void show(byte[] line, int start, int end) {
    reply.line = line;
    reply.start = start;
    reply.end = end;
  }

  private void endLine() throws ProtocolException {
    int last = reply.end - 1;
    if (last < reply.start || reply.line[last] != '\r') {
      throw unreadable();
    }
    reply.end = last;
    reply.clear();
    reply.kind = kind();
    switch (reply.kind) {
      case HD, NF, NS, EX -> readFlags(reply.text);
      case VA -> {
        readFlags(after(endOfWord(reply.text)));
        beginValue(reply.text);
      }
      case VALUE, CONFIG -> {
        reply.keyEnd = endOfWord(reply.text);
        if (reply.keyEnd == reply.text) {
          throw unreadable();
        }
        int flags = after(reply.keyEnd);
        int flagsEnd = endOfWord(flags);
        reply.flags = flags(flags, flagsEnd);
        beginValue(after(flagsEnd));
      }
      default -> {}
    }
    if (state == State.LINE) {
      deliver();
    }
  }

  private void deliver() throws ProtocolException {
    reader.read(reply);
    heldLength = 0;
  }

  private Kind kind() throws ProtocolException {
    byte[] line = reply.line;
    int start = reply.start;
    int end = endOfWord(start);
    reply.text = after(end);
    if (end - start == 2) {
      switch (line[start] << 8 | line[start + 1]) {
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
    if (Arrays.equals(line, start, end, VALUE, 0, VALUE.length)) {
      return Kind.VALUE;
    }
    if (Arrays.equals(line, start, end, END, 0, END.length)) {
      return Kind.END;
    }
    return switch (new String(line, start, end - start, StandardCharsets.ISO_8859_1)) {
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

  /** So much more of the value is there. */
  private void fill(int count) {
    filled += count;
    if (filled == reply.value.length) {
      state = State.END_OF_VALUE;
      filled = 0;
    }
  }

  private void readEndOfValue(byte next) throws ProtocolException {
    if (next != (filled == 0 ? '\r' : LF)) {
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
    for (int i = from; i < reply.end; ) {
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
    return find(SPACE, reply.line, from, reply.end);
  }

  /** Where the next word begins behind the end of one. */
  private int after(int wordEnd) {
    return Math.min(wordEnd + 1, reply.end);
  }

  /**
   * Where a byte is found first, or the end. Eight bytes at a time: those that are wanted become
   * zero, and taking one from a zero borrows its highest bit.
   */
  private static int find(byte wanted, byte[] bytes, int from, int end) {
    int at = from;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      long differing = (long) EIGHT_BYTES.get(bytes, at) ^ wanted * ONES;
      long found = differing - ONES & ~differing & HIGHEST_BITS;
      if (found != 0) {
        return at + Long.numberOfTrailingZeros(found) / Byte.SIZE;
      }
    }
    while (at < end && bytes[at] != wanted) {
      at++;
    }
    return at;
  }

  private ProtocolException unreadable() {
    return new ProtocolException("no reply of the protocol", reply);
  }

  /** Bytes as text for a message: a line from a broken server can hold anything. */
  static String printable(byte[] bytes, int start, int end) {
    StringBuilder text = new StringBuilder();
    for (int i = start; i < Math.min(end, start + SHOWN); i++) {
      text.append(bytes[i] >= ' ' && bytes[i] <= '~' ? (char) bytes[i] : '?');
    }
    return text.append(end - start > SHOWN ? "…" : "").toString();
  }
}
