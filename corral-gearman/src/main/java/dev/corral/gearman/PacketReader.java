package dev.corral.gearman;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Puts packets together from bytes, in whatever pieces these come. */
final class PacketReader {
  private final int magic;
  private final int mostBytes;
  private final ByteBuffer header = ByteBuffer.allocate(Packet.HEADER);

  /** The packet that has begun: its arguments so far, or null while its header is read. */
  private @Nullable ByteBuffer body;

  private Type type = Type.NOOP;

  /** A reader of what a server says. */
  PacketReader(int mostBytes) {
    this(Packet.RESPONSE, mostBytes);
  }

  PacketReader(int magic, int mostBytes) {
    this.magic = magic;
    this.mostBytes = mostBytes;
  }

  /** The next packet that is whole by now, or null when all bytes are taken. */
  @Nullable
  Packet next(ByteBuffer in) throws ProtocolException {
    ByteBuffer bytes = body;
    if (bytes == null) {
      move(in, header);
      if (header.hasRemaining()) {
        return null;
      }
      checkMagic();
      type = readType();
      bytes = ByteBuffer.allocate(readLength());
      body = bytes;
    }
    move(in, bytes);
    if (bytes.hasRemaining()) {
      return null;
    }
    header.clear();
    body = null;
    return new Packet(type, bytes.array());
  }

  private void checkMagic() throws ProtocolException {
    int found = header.getInt(0);
    if (found != magic) {
      throw new ProtocolException("no packet begins with " + Integer.toHexString(found));
    }
  }

  private Type readType() throws ProtocolException {
    Type read = Type.of(header.getInt(4));
    if (read == null) {
      throw new ProtocolException("there is no packet of type " + header.getInt(4));
    }
    return read;
  }

  private int readLength() throws ProtocolException {
    int length = header.getInt(8);
    if (length < 0 || length > mostBytes) {
      throw new ProtocolException("a packet of " + Integer.toUnsignedString(length)
          + " bytes, where " + mostBytes + " are allowed");
    }
    return length;
  }

  private static void move(ByteBuffer from, ByteBuffer to) {
    int count = Math.min(from.remaining(), to.remaining());
    to.put(from.slice().limit(count));
    from.position(from.position() + count);
  }
}
