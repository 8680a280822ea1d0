package dev.corral.benchmarks.piece;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.ring.Ring;
import dev.corral.ring.Server;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.TreeMap;

/** A ring by the plainest means of the JDK: one digest that is used again, and a binary search. */
final class SortedPoints {
  private final MessageDigest md5 = md5();
  private final byte[] digest = new byte[16];
  private final ByteBuffer words = ByteBuffer.wrap(digest).order(ByteOrder.LITTLE_ENDIAN);
  private final int[] points;
  private final Server[] owners;

  SortedPoints(Ring ring) {
    TreeMap<Integer, Server> placed = new TreeMap<>();
    for (Server server : ring.servers().servers()) {
      for (int i = 0; i < 40; i++) {
        hash((server.address() + "-" + i).getBytes(US_ASCII));
        for (int h = 0; h < 4; h++) {
          placed.put(words.getInt(4 * h) ^ Integer.MIN_VALUE, server);
        }
      }
    }
    points = placed.keySet().stream().mapToInt(Integer::intValue).toArray();
    owners = placed.values().toArray(new Server[0]);
  }

  Server locate(byte[] key) {
    int found = Arrays.binarySearch(points, hash(key));
    int at = found >= 0 ? found : -found - 1;
    return owners[at == points.length ? 0 : at];
  }

  /** The key's hash, its sign bit flipped, so that signed order is unsigned order. */
  private int hash(byte[] key) {
    try {
      md5.update(key);
      md5.digest(digest, 0, digest.length);
    } catch (DigestException e) {
      throw new AssertionError("the digest fits", e);
    }
    return words.getInt(0) ^ Integer.MIN_VALUE;
  }

  private static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has MD5", e);
    }
  }
}
