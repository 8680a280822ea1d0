package dev.corral.embedded;

import dev.corral.embedded.command.Engine;
import dev.corral.embedded.command.Interpreter;
import dev.corral.embedded.connection.Accounts;
import dev.corral.embedded.connection.Listener;
import dev.corral.embedded.connection.Login;
import dev.corral.embedded.connection.Session;
import dev.corral.embedded.fault.Fault;
import dev.corral.embedded.fault.Faults;
import dev.corral.embedded.fault.InjectedFault;
import dev.corral.embedded.stats.Settings;
import dev.corral.fault.ConfigurationException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A memcached server in this JVM, on loopback unless told otherwise, that speaks the dialect of
 * memcached 1.6.18. It can be sent forward in time, taken down and brought back, and do wrong on
 * purpose. Its threads are daemons. Safe for use by many threads.
 */
public final class EmbeddedServer implements AutoCloseable {
  private final EmbeddedOptions options;
  private final Faults faults;
  private final AtomicLong advanced = new AtomicLong();
  private final Engine engine;
  private final @Nullable Accounts accounts;
  private final Listener listener;

  private EmbeddedServer(EmbeddedOptions options) {
    this.options = options;
    this.faults = new Faults(options.faultSeed());
    this.accounts = accounts(options.passwordFile());
    this.engine = new Engine(
        () -> options.ticker().nanos() + advanced.get(),
        options.start(),
        options.maxBytes(),
        options.maxItemBytes());
    this.listener = new Listener(options.threads(), options.maxConnections(), engine.traffic());
  }

  private static @Nullable Accounts accounts(@Nullable Path file) {
    try {
      return file == null ? null : Accounts.of(file);
    } catch (IOException e) {
      throw new ConfigurationException("embedded server: passwordFile: " + e.getMessage(), e);
    }
  }

  /**
   * Starts a server with the default options, on any port that is free.
   *
   * @return the server, which listens
   */
  public static EmbeddedServer start() {
    return start(options -> options);
  }

  /**
   * Starts a server.
   *
   * @param options changes the default options
   * @return the server, which listens
   * @throws ConfigurationException if the options make no sense, or the port is taken
   */
  public static EmbeddedServer start(UnaryOperator<EmbeddedOptions> options) {
    EmbeddedServer server =
        new EmbeddedServer(options.apply(EmbeddedOptions.DEFAULTS).validated());
    try {
      server.listen(server.options.port());
    } catch (RuntimeException | Error e) {
      server.close();
      throw e;
    }
    return server;
  }

  private void listen(int port) {
    Settings settings = new Settings(
        () -> port == 0 ? address().getPort() : port,
        options.host(),
        options.maxBytes(),
        options.maxItemBytes(),
        options.maxConnections(),
        options.threads(),
        options.passwordFile());
    Interpreter interpreter = new Interpreter(engine, settings);
    engine.begin();
    listener.open(
        new InetSocketAddress(options.host(), port),
        () -> new Session(
            interpreter, accounts == null ? null : new Login(accounts, engine.traffic()), faults));
  }

  /**
   * Where it listens, or did before it was killed.
   *
   * @return the address and port
   */
  public InetSocketAddress address() {
    return listener.address();
  }

  /**
   * What {@code Corral.open} takes to find it.
   *
   * @return such as {@code memcached://127.0.0.1:40123}
   */
  public String uri() {
    String host = options.host().indexOf(':') < 0 ? options.host() : "[" + options.host() + "]";
    return "memcached://" + host + ":" + address().getPort();
  }

  /**
   * Sends it forward in time: items die sooner.
   *
   * @param time how far
   */
  public void advance(Duration time) {
    if (time.isNegative()) {
      throw new IllegalArgumentException("time does not run backwards: " + time);
    }
    advanced.addAndGet(time.toNanos());
  }

  /**
   * Lets it do wrong from now on.
   *
   * @param fault what, and to which commands
   * @return a hand on the fault, which counts its strikes and heals it
   */
  public InjectedFault inject(Fault fault) {
    return faults.inject(fault);
  }

  /** Heals all faults. */
  public void heal() {
    faults.heal();
  }

  /** Drops all items at once; connections stay. */
  public void clear() {
    engine.clear();
  }

  /**
   * Makes it as good as new, for the next test: without items and faults, at the time that it would
   * be if nobody had sent it forward, and up if it was killed. Connections stay, and CAS numbers
   * and statistics go on.
   *
   * @throws ConfigurationException if it was killed, and its port is taken since
   */
  public void renew() {
    heal();
    advanced.set(0);
    if (listener.isOpen()) {
      clear();
    } else {
      restart();
    }
  }

  /** Takes it down at once, as {@code kill -9} does: connections break, items are lost. */
  public void kill() {
    listener.shut();
    engine.clear();
  }

  /** Takes it down and brings it back, empty, where it was. */
  public void restart() {
    kill();
    listen(address().getPort());
  }

  /** Ends it, and its threads. */
  @Override
  public void close() {
    listener.close();
    faults.heal();
    engine.clear();
  }
}
