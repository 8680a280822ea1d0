package dev.corral.embedded;

import dev.corral.check.Argument;
import dev.corral.embedded.connection.Accounts;
import dev.corral.fault.ConfigurationException;
import dev.corral.time.Ticker;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** How an {@link EmbeddedServer} behaves. Immutable: each change yields new options. */
public final class EmbeddedOptions {
  private static final int LEAST_ITEM_BYTES = 1024;
  private static final int MOST_ITEM_BYTES = 1 << 30;
  private static final int MOST_THREADS = 256;
  private static final int LAST_PORT = 65_535;

  static final EmbeddedOptions DEFAULTS = new EmbeddedOptions();

  private String host = "127.0.0.1";
  private int port;
  private long maxBytes = 64L << 20;
  private int maxItemBytes = 1 << 20;
  private int maxConnections = 1024;
  private int threads = Math.min(4, Runtime.getRuntime().availableProcessors());
  private @Nullable Path passwordFile;
  private Ticker ticker = Ticker.system();
  private @Nullable Instant start;
  private @Nullable Long faultSeed;

  private EmbeddedOptions() {}

  private EmbeddedOptions(EmbeddedOptions other) {
    this.host = other.host;
    this.port = other.port;
    this.maxBytes = other.maxBytes;
    this.maxItemBytes = other.maxItemBytes;
    this.maxConnections = other.maxConnections;
    this.threads = other.threads;
    this.passwordFile = other.passwordFile;
    this.ticker = other.ticker;
    this.start = other.start;
    this.faultSeed = other.faultSeed;
  }

  /**
   * The address of the interface to listen on. Anyone who reaches it can read and write all items,
   * in clear text.
   *
   * @param address 127.0.0.1 by default: only this machine
   * @return the options so changed
   */
  public EmbeddedOptions host(String address) {
    EmbeddedOptions options = new EmbeddedOptions(this);
    options.host = Argument.notEmpty("address", address);
    return options;
  }

  /**
   * The port to listen on.
   *
   * @param number 0 by default: any that is free
   * @return the options so changed
   */
  public EmbeddedOptions port(int number) {
    EmbeddedOptions options = new EmbeddedOptions(this);
    options.port = number;
    return options;
  }

  /**
   * How much the server may hold, counted as memcached's {@code -m}: keys, values, and about 59
   * bytes for each item. Beyond it, items that are seldom used are evicted.
   *
   * @param bytes 64 MiB by default
   * @return the options so changed
   */
  public EmbeddedOptions maxBytes(long bytes) {
    EmbeddedOptions options = new EmbeddedOptions(this);
    options.maxBytes = bytes;
    return options;
  }

  /**
   * How large one item may be, key and bookkeeping included, as memcached's {@code -I}.
   *
   * @param bytes 1 MiB by default; from 1 KiB to 1 GiB
   * @return the options so changed
   */
  public EmbeddedOptions maxItemBytes(int bytes) {
    EmbeddedOptions options = new EmbeddedOptions(this);
    options.maxItemBytes = bytes;
    return options;
  }

  /**
   * How many connections it takes at once, exactly. Whoever comes beyond is told so and sent away.
   * (Unlike memcached's {@code -c}, which counts the server's own files too: of 1024, it leaves
   * 1000 to clients if it has its usual four threads.)
   *
   * @param number 1024 by default
   * @return the options so changed
   */
  public EmbeddedOptions maxConnections(int number) {
    EmbeddedOptions options = new EmbeddedOptions(this);
    options.maxConnections = number;
    return options;
  }

  /**
   * How many threads serve connections.
   *
   * @param number as many as the machine has cores by default, up to 4
   * @return the options so changed
   */
  public EmbeddedOptions threads(int number) {
    EmbeddedOptions options = new EmbeddedOptions(this);
    options.threads = number;
    return options;
  }

  /**
   * A file of names and passwords, as memcached's {@code -Y}: {@code name:password} in each of up
   * to 8 lines. Clients must log in then. It is read when the server starts, and when it is
   * restarted.
   *
   * @param file none by default
   * @return the options so changed
   */
  public EmbeddedOptions passwordFile(Path file) {
    EmbeddedOptions options = new EmbeddedOptions(this);
    options.passwordFile = Argument.required("file", file);
    return options;
  }

  /**
   * Where the server takes the time from. It counts whole seconds from when it starts.
   *
   * @param source the machine's own by default
   * @return the options so changed
   */
  public EmbeddedOptions ticker(Ticker source) {
    EmbeddedOptions options = new EmbeddedOptions(this);
    options.ticker = Argument.required("source", source);
    return options;
  }

  /**
   * The time of day when the server starts, for items whose life ends on a date.
   *
   * @param time now by default
   * @return the options so changed
   */
  public EmbeddedOptions startsAt(Instant time) {
    EmbeddedOptions options = new EmbeddedOptions(this);
    options.start = Argument.required("time", time);
    return options;
  }

  /**
   * What decides which commands a fault strikes that strikes by chance.
   *
   * @param seed another each time by default
   * @return the options so changed
   */
  public EmbeddedOptions faultSeed(long seed) {
    EmbeddedOptions options = new EmbeddedOptions(this);
    options.faultSeed = seed;
    return options;
  }

  String host() {
    return host;
  }

  int port() {
    return port;
  }

  long maxBytes() {
    return maxBytes;
  }

  int maxItemBytes() {
    return maxItemBytes;
  }

  int maxConnections() {
    return maxConnections;
  }

  int threads() {
    return threads;
  }

  /** What the password file says now, or null if clients need not log in. */
  @Nullable
  Accounts accounts() {
    return passwordFile == null ? null : Accounts.of(passwordFile);
  }

  InetAddress address() {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new ConfigurationException("embedded server: host " + host + " has no address", e);
    }
  }

  @Nullable
  Path passwordFile() {
    return passwordFile;
  }

  Ticker ticker() {
    return ticker;
  }

  Instant start() {
    return start == null ? Instant.now() : start;
  }

  long faultSeed() {
    return faultSeed == null ? ThreadLocalRandom.current().nextLong() : faultSeed;
  }

  /** Returns these options if they make sense together, and names all that does not. */
  EmbeddedOptions validated() {
    List<String> problems = new ArrayList<>();
    if (port < 0 || port > LAST_PORT) {
      problems.add("port must be from 0 to " + LAST_PORT + ", but is " + port);
    }
    if (maxItemBytes < LEAST_ITEM_BYTES || maxItemBytes > MOST_ITEM_BYTES) {
      problems.add("maxItemBytes must be from " + LEAST_ITEM_BYTES + " to " + MOST_ITEM_BYTES
          + ", but is " + maxItemBytes);
    }
    if (maxBytes < maxItemBytes) {
      problems.add(
          "maxBytes must hold at least one item of " + maxItemBytes + " bytes, but is " + maxBytes);
    }
    if (maxConnections < 1) {
      problems.add("maxConnections must be at least 1, but is " + maxConnections);
    }
    if (threads < 1 || threads > MOST_THREADS) {
      problems.add("threads must be from 1 to " + MOST_THREADS + ", but is " + threads);
    }
    if (!problems.isEmpty()) {
      throw new ConfigurationException("embedded server: " + String.join("; ", problems));
    }
    return this;
  }
}
