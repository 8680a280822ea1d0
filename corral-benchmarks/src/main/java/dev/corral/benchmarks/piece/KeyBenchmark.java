package dev.corral.benchmarks.piece;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.key.Key;
import dev.corral.key.KeyEncoder;
import dev.corral.key.KeyPrefix;
import dev.corral.key.Keys;
import java.util.UUID;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/**
 * What it costs to make the key that goes over the wire, which each call does once. A cache makes
 * it of a prefix that is encoded already and of the user's key; beside that stands the least that
 * it can cost, the same text taken as it is.
 */
public class KeyBenchmark extends Piece {
  private static final KeyPrefix CACHE = KeyPrefix.of("shop", "basket");
  private static final KeyPrefix IN_NAMESPACES = CACHE.with("prodID=54929873", "userId=12543");
  private static final KeyPrefix LONG = CACHE.with("x".repeat(230));
  private static final KeyEncoder<String> STRINGS = Keys.strings();
  private static final KeyEncoder<Long> LONGS = Keys.longs();
  private static final KeyEncoder<UUID> UUIDS = Keys.uuids();

  private final String[] texts = new String[KEYS];
  private final String[] words = new String[KEYS];
  private final Long[] numbers = new Long[KEYS];
  private final UUID[] uuids = new UUID[KEYS];
  private final byte[][] bytes = new byte[KEYS][];

  /** Makes what the keys are made of. */
  @Setup
  public void setUp() {
    for (int i = 0; i < KEYS; i++) {
      texts[i] = name(i);
      words[i] = texts[i].replace(':', '-');
      numbers[i] = 7919L * i;
      uuids[i] = new UUID(7919L * i, -i);
      bytes[i] = ("\0" + texts[i]).getBytes(US_ASCII);
    }
  }

  /** 32 characters as they are. */
  @Benchmark
  public Key raw() {
    return Key.raw(texts[next()]);
  }

  /** A cache's key of 32 characters. */
  @Benchmark
  public Key text() {
    return CACHE.encode(STRINGS, words[next()]);
  }

  /** The same with characters that must be escaped. */
  @Benchmark
  public Key escapedText() {
    return CACHE.encode(STRINGS, texts[next()]);
  }

  /** A cache's key of a number. */
  @Benchmark
  public Key number() {
    return CACHE.encode(LONGS, numbers[next()]);
  }

  /** The same in two namespaces, whose names are part of it. */
  @Benchmark
  public Key numberInNamespaces() {
    return IN_NAMESPACES.encode(LONGS, numbers[next()]);
  }

  /** A cache's key of a UUID. */
  @Benchmark
  public Key uuid() {
    return CACHE.encode(UUIDS, uuids[next()]);
  }

  /** Bytes that the server must be sent as base64. */
  @Benchmark
  public Key binary() {
    return Key.binary(bytes[next()]);
  }

  /** A key that is too long to be sent, and so is hashed. */
  @Benchmark
  public Key tooLong() {
    return LONG.encode(STRINGS, texts[next()]);
  }
}
