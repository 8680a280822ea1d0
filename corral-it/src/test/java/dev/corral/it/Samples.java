package dev.corral.it;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.key.Key;
import dev.corral.ring.Ring;
import dev.corral.ring.Server;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import java.util.List;
import java.util.stream.IntStream;

/** Items whose values tell their keys, so that an answer given to the wrong caller shows. */
public final class Samples {
  private Samples() {}

  public static List<Key> keys(String name, int count) {
    return IntStream.range(0, count).mapToObj(i -> key(name, i)).toList();
  }

  public static Key key(String name, int number) {
    return Key.raw(name + ":" + number);
  }

  /** Keys that belong on one server of a ring. */
  public static List<Key> keysOn(Ring ring, Server server, String name, int count) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> key(name, i))
        .filter(key -> ring.locate(key).equals(server))
        .limit(count)
        .toList();
  }

  public static byte[] value(Key key) {
    return value(key, 0);
  }

  /** A value with something behind the key. */
  public static byte[] value(Key key, int padding) {
    return (key + "=" + "x".repeat(padding)).getBytes(US_ASCII);
  }

  public static boolean isOf(Key key, GetOutcome outcome) {
    return outcome instanceof Item item && new String(item.value(), US_ASCII).startsWith(key + "=");
  }
}
