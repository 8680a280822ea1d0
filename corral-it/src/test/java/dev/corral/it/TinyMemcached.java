package dev.corral.it;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The truthful answers of a server that knows no more than the tests need. */
public final class TinyMemcached {
  /** A command as it came, and the value behind it if it is one that has a value. */
  public static final class Request {
    private final String[] words;
    private final byte[] value;

    Request(String line, byte[] value) {
      this.words = line.split(" ", -1);
      this.value = value;
    }

    public String command() {
      return word(0);
    }

    public String word(int index) {
      return index < words.length ? words[index] : "";
    }

    public byte[] value() {
      return value;
    }

    private boolean has(String flag) {
      for (int i = 2; i < words.length; i++) {
        if (words[i].equals(flag)) {
          return true;
        }
      }
      return false;
    }
  }

  private final Map<String, byte[]> items = new ConcurrentHashMap<>();

  public void put(String key, byte[] value) {
    items.put(key, value);
  }

  /** The answer; of no bytes where the request wants none. */
  public byte[] reply(Request request) {
    String key = request.word(1);
    return switch (request.command()) {
      case "version" -> bytes("VERSION 1.6.18\r\n");
      case "stats" -> bytes("STAT item_size_max 1048576\r\nSTAT cas_enabled yes\r\nEND\r\n");
      case "mn" -> bytes("MN\r\n");
      case "mg" -> {
        byte[] value = items.get(key);
        yield value == null ? unlessQuiet(request, "EN") : found(request, value);
      }
      case "get" -> values(request);
      case "set" -> {
        if (!request.word(3).startsWith("-")) { // which is an item that expires at once
          items.put(key, request.value);
        }
        yield bytes("STORED\r\n");
      }
      case "ms" -> {
        items.put(key, request.value);
        yield unlessQuiet(request, "HD" + flags(request));
      }
      case "md" ->
        items.remove(key) == null
            ? bytes("NF" + flags(request) + "\r\n")
            : unlessQuiet(request, "HD" + flags(request));
      default -> bytes("ERROR\r\n");
    };
  }

  private static byte[] unlessQuiet(Request request, String line) {
    return bytes(request.has("q") ? "" : line + "\r\n");
  }

  private static byte[] found(Request request, byte[] value) {
    return request.has("v")
        ? withValue("VA " + value.length + flags(request), value)
        : bytes("HD" + flags(request) + "\r\n");
  }

  private byte[] values(Request request) {
    ByteArrayOutputStream reply = new ByteArrayOutputStream();
    for (int i = 1; i < request.words.length; i++) {
      String key = request.word(i);
      byte[] value = items.get(key);
      if (value != null) {
        reply.writeBytes(withValue("VALUE " + key + " 0 " + value.length, value));
      }
    }
    reply.writeBytes(bytes("END\r\n"));
    return reply.toByteArray();
  }

  private static byte[] withValue(String line, byte[] value) {
    ByteArrayOutputStream reply = new ByteArrayOutputStream();
    reply.writeBytes(bytes(line + "\r\n"));
    reply.writeBytes(value);
    reply.writeBytes(bytes("\r\n"));
    return reply.toByteArray();
  }

  /** What was asked for, in the order in which it was asked. */
  public static String flags(Request request) {
    StringBuilder flags = new StringBuilder();
    for (int i = 2; i < request.words.length; i++) {
      String word = request.word(i);
      flags.append(
          switch (word.isEmpty() ? ' ' : word.charAt(0)) {
            case 'f' -> " f0";
            case 'c' -> " c1";
            case 't' -> " t-1";
            case 'k' -> " k" + request.word(1);
            case 'O', 'b' -> " " + word;
            default -> "";
          });
    }
    return flags.toString();
  }

  public static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }
}
