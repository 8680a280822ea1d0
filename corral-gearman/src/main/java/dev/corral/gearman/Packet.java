package dev.corral.gearman;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * One message of the protocol: its type, and arguments with a zero byte between them, of which only
 * the last can hold zero bytes itself.
 */
final class Packet {
  /** The bytes before the arguments: four of magic, the type, and the length of the arguments. */
  static final int HEADER = 12;

  static final int REQUEST = 0x00_52_45_51; // \0REQ
  static final int RESPONSE = 0x00_52_45_53; // \0RES

  private final Type type;
  private final byte[] body;

  Packet(Type type, byte[] body) {
    this.type = type;
    this.body = body;
  }

  /** A packet whose arguments are all short text. */
  static Packet of(Type type, String... arguments) {
    return new Packet(type, bytes(String.join("\0", arguments)));
  }

  /** A packet with text first, and any bytes last. */
  static Packet of(Type type, byte[] last, String... first) {
    byte[] texts = bytes(String.join("\0", first) + "\0");
    return new Packet(
        type,
        ByteBuffer.allocate(texts.length + last.length).put(texts).put(last).array());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  Type type() {
    return type;
  }

  /** As it is sent to a server. */
  ByteBuffer toRequest() {
    return toBytes(REQUEST);
  }

  ByteBuffer toBytes(int magic) {
    return ByteBuffer.allocate(HEADER + body.length)
        .putInt(magic)
        .putInt(type.number())
        .putInt(body.length)
        .put(body)
        .flip();
  }

  /** The arguments before the last of so many. */
  List<String> texts(int count) throws ProtocolException {
    List<String> texts = new ArrayList<>();
    int from = 0;
    for (int i = 1; i < count; i++) {
      int end = endOfArgument(from);
      texts.add(new String(body, from, end - from, ISO_8859_1));
      from = end + 1;
    }
    return texts;
  }

  /** The last of so many arguments. */
  byte[] last(int count) throws ProtocolException {
    int from = 0;
    for (int i = 1; i < count; i++) {
      from = endOfArgument(from) + 1;
    }
    byte[] last = new byte[body.length - from];
    System.arraycopy(body, from, last, 0, last.length);
    return last;
  }

  /** All of its arguments as one text, for packets that have a single one. */
  String text() {
    return new String(body, ISO_8859_1);
  }

  private int endOfArgument(int from) throws ProtocolException {
    for (int i = from; i < body.length; i++) {
      if (body[i] == 0) {
        return i;
      }
    }
    throw new ProtocolException(type + " lacks an argument");
  }

  @Override
  public String toString() {
    return type + " of " + body.length + " bytes";
  }
}
