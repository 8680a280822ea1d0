package dev.corral.it;

import dev.corral.ring.Server;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A bad network before a good server. What passes arrives in order and unchanged, so that a wrong
 * answer is always the client's; but it is cut anywhere, late, or cut off in the midst. What
 * happens to a connection follows from the seed, its number and the chunks that it is read in.
 */
public final class FaultyProxy implements AutoCloseable {
  /** What can happen to a chunk of bytes on its way. */
  public enum Fault {
    /** It comes in pieces, some of a single byte. */
    SPLIT,
    /** It comes some milliseconds late. */
    DELAY,
    /** It comes later than most deadlines allow. */
    STALL,
    /** Some of it comes, then both ends of the connection are closed. */
    CLOSE,
    /** Some of it comes, then nothing more in this direction. */
    HALF_CLOSE,
    /** Some of it comes, then both ends are reset. */
    RESET
  }

  private static final int LONGEST_DELAY_MILLIS = 10;
  private static final int LONGEST_STALL_MILLIS = 400;

  private final InetSocketAddress target;
  private final long seed;
  private final Map<Fault, Integer> chances = new EnumMap<>(Fault.class);
  private final Map<Fault, LongAdder> counts = new ConcurrentHashMap<>();
  private final Acceptor acceptor = new Acceptor("proxy");
  private volatile boolean isCalm;

  /**
   * Stands before a server.
   *
   * @param chances of 10,000 chunks, how many have each fault
   */
  public FaultyProxy(InetSocketAddress target, long seed, Map<Fault, Integer> chances) {
    this.target = target;
    this.seed = seed;
    this.chances.putAll(chances);
    acceptor.start(this::connect);
  }

  /** Stands before a server, counts who comes, and does harm only when it is told to. */
  public static FaultyProxy harmless(InetSocketAddress target) {
    return new FaultyProxy(target, 0, Map.of());
  }

  /** Where it is, as a ring names it. */
  public Server server() {
    return acceptor.server();
  }

  /** Does no more harm from now on. */
  public void calmDown() {
    isCalm = true;
  }

  /** How often each fault has happened. */
  public Map<Fault, Long> faults() {
    Map<Fault, Long> sums = new EnumMap<>(Fault.class);
    counts.forEach((fault, count) -> sums.put(fault, count.sum()));
    return sums;
  }

  /** How many connections there have been. */
  public int connections() {
    return acceptor.connections();
  }

  /** Resets the connections of this moment. */
  public void resetAll() {
    acceptor.resetAll();
  }

  /** Resets the connections of this moment, and waits until somebody connects again. */
  public void resetAllAndAwaitAnother() {
    int before = connections();
    resetAll();
    Memcached.awaitUntil("another connection", () -> connections() > before);
  }

  private void connect(Socket client, int number) throws IOException {
    client.setTcpNoDelay(true);
    Socket server = new Socket(target.getAddress(), target.getPort());
    acceptor.adopt(server);
    server.setTcpNoDelay(true);
    acceptor.begin(number + "-up", () -> relay(client, server, 2L * number));
    acceptor.begin(number + "-down", () -> relay(server, client, 2L * number + 1));
  }

  private void relay(Socket from, Socket to, long number) {
    Random random = new Random(seed * 31 + number);
    byte[] chunk = new byte[16 << 10];
    try {
      for (int length = 0; length >= 0; length = from.getInputStream().read(chunk)) {
        if (length > 0 && !pass(chunk, length, from, to, random)) {
          return;
        }
      }
      to.shutdownOutput();
    } catch (IOException e) {
      Acceptor.close(from);
      Acceptor.close(to);
    } finally {
      if (from.isOutputShutdown() || from.isClosed()) {
        Acceptor.close(from);
        Acceptor.close(to);
      }
    }
  }

  /** Tells whether there is more to pass. */
  private boolean pass(byte[] chunk, int length, Socket from, Socket to, Random random)
      throws IOException {
    OutputStream out = to.getOutputStream();
    Fault fault = isCalm ? null : draw(random);
    if (fault == null) {
      out.write(chunk, 0, length);
      return true;
    }
    counts.computeIfAbsent(fault, unused -> new LongAdder()).increment();
    switch (fault) {
      case SPLIT -> writePieces(chunk, length, out, random);
      case DELAY -> {
        acceptor.idle(Duration.ofMillis(1 + random.nextInt(LONGEST_DELAY_MILLIS)));
        out.write(chunk, 0, length);
      }
      case STALL -> {
        acceptor.idle(Duration.ofMillis(1 + random.nextInt(LONGEST_STALL_MILLIS)));
        out.write(chunk, 0, length);
      }
      default -> {
        out.write(chunk, 0, random.nextInt(length + 1));
        end(fault, from, to);
        return false;
      }
    }
    return true;
  }

  private @Nullable Fault draw(Random random) {
    int drawn = random.nextInt(10_000);
    for (Map.Entry<Fault, Integer> chance : chances.entrySet()) {
      drawn -= chance.getValue();
      if (drawn < 0) {
        return chance.getKey();
      }
    }
    return null;
  }

  private static void writePieces(byte[] chunk, int length, OutputStream out, Random random)
      throws IOException {
    int longest = random.nextInt(3) == 0 ? 1 : 1 + random.nextInt(length);
    int written = 0;
    // No more than a few: of a long chunk, the rest goes in one.
    for (int piece = 0; piece < 64 && written < length; piece++) {
      int size = Math.min(1 + random.nextInt(longest), length - written);
      out.write(chunk, written, size);
      written += size;
    }
    out.write(chunk, written, length - written);
  }

  private static void end(Fault fault, Socket from, Socket to) throws IOException {
    switch (fault) {
      case HALF_CLOSE -> {
        to.shutdownOutput();
        from.shutdownInput();
      }
      case RESET -> {
        Acceptor.reset(from);
        Acceptor.reset(to);
      }
      default -> {
        Acceptor.close(from);
        Acceptor.close(to);
      }
    }
  }

  @Override
  public void close() {
    acceptor.close();
  }
}
