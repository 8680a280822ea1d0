package dev.corral.embedded;

import dev.corral.check.Argument;
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
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A memcached server in this JVM, on loopback unless told otherwise, that speaks the dialect of
 * memcached 1.6.18. It can be sent forward in time, taken down and brought back, and do wrong on
 * purpose. Its threads are daemons. Safe for use by many threads.
 */
public final class EmbeddedServer implements AutoCloseable {
  /** So that the lives of items, which end within 70 years, can still be counted in nanoseconds. */
  private static final Duration FURTHEST = Duration.ofDays(100 * 365);

  private final EmbeddedOptions options;
  private final Faults faults;
  private final AtomicLong advanced = new AtomicLong();
  private final Instant start;
  private final long startNanos;
  private final Listener listener;
  private final Lock lock = new ReentrantLock();
  private volatile Engine engine;
  /** How far it had been sent forward when its engine was made, which knows no time before. */
  private volatile long bornAdvanced;

  private volatile boolean closed;

  private EmbeddedServer(EmbeddedOptions options) {
    this.options = options;
    this.faults = new Faults(options.faultSeed());
    this.start = options.start();
    this.startNanos = options.ticker().nanos();
    this.engine = newEngine();
    this.listener = new Listener(options.threads(), options.maxConnections());
  }

  private Engine newEngine() {
    bornAdvanced = advanced.get();
    return new Engine(
        this::nanos,
        start.plusNanos(nanos() - startNanos),
        options.maxBytes(),
        options.maxItemBytes());
  }

  private long nanos() {
    return options.ticker().nanos() + advanced.get();
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
   * @throws ConfigurationException if the options make no sense, the host has no address, the port
   *     is taken, or the password file is wrong
   */
  public static EmbeddedServer start(UnaryOperator<EmbeddedOptions> options) {
    EmbeddedOptions valid =
        Argument.changed("options", options, EmbeddedOptions.DEFAULTS).validated();
    Accounts accounts = valid.accounts();
    InetAddress host = valid.address();
    EmbeddedServer server = new EmbeddedServer(valid);
    try {
      server.listen(new InetSocketAddress(host, valid.port()), accounts);
    } catch (RuntimeException | Error e) {
      server.close();
      throw e;
    }
    return server;
  }

  private void listen(InetSocketAddress where, @Nullable Accounts accounts) {
    Settings settings = new Settings(
        () -> where.getPort() == 0 ? address().getPort() : where.getPort(),
        options.host(),
        options.maxBytes(),
        options.maxItemBytes(),
        options.maxConnections(),
        options.threads(),
        options.passwordFile());
    Engine engine = this.engine;
    Interpreter interpreter = new Interpreter(engine, settings);
    listener.open(
        where,
        engine.traffic(),
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
    String host = options.host();
    boolean isBare = host.indexOf(':') >= 0 && !host.startsWith("[");
    return "memcached://" + (isBare ? "[" + host + "]" : host) + ":" + address().getPort();
  }

  /**
   * Sends it forward in time: items die sooner.
   *
   * @param time how far; 36,500 days in all at most
   */
  public void advance(Duration time) {
    if (Argument.required("time", time).isNegative()) {
      throw new IllegalArgumentException("time does not run backwards: " + time);
    }
    advanced.updateAndGet(before -> {
      if (time.compareTo(FURTHEST.minusNanos(before)) > 0) {
        throw new IllegalArgumentException(
            "time: it can't be sent further than " + FURTHEST.toDays() + " days in all: " + time);
      }
      return before + time.toNanos();
    });
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

  /** Heals all faults, which otherwise stay at work, even when the server is restarted. */
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
   * and statistics go on, unless it was killed, or restarted after it had been sent forward.
   *
   * @throws ConfigurationException as {@link #restart} does, where it must be restarted for that
   * @throws IllegalStateException if it is closed
   */
  public void renew() {
    lock.lock();
    try {
      checkOpen();
      heal();
      boolean bornNow = bornAdvanced == 0;
      advanced.set(0);
      if (listener.isOpen() && bornNow) {
        clear();
      } else {
        restart();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes it down at once, as {@code kill -9} does: connections break, items are lost, and nobody
   * listens. Does nothing if it is down.
   */
  public void kill() {
    lock.lock();
    try {
      listener.shut();
      engine.clear();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes it down, if it is not, and brings it back where it was: without items, with figures and
   * CAS counted from the beginning, and with the accounts that the password file has now. Time goes
   * on as if nothing had happened.
   *
   * @throws ConfigurationException if another has taken its port, so that it stays down, or if its
   *     password file has become wrong, so that nothing changes
   * @throws IllegalStateException if it is closed
   */
  public void restart() {
    lock.lock();
    try {
      checkOpen();
      Accounts accounts = options.accounts();
      kill();
      engine = newEngine();
      listen(address(), accounts);
    } finally {
      lock.unlock();
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the server is closed");
    }
  }

  /**
   * Ends it, and its threads, for good; does nothing if it has ended. What a fault holds up is not
   * waited for.
   */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      listener.close();
      faults.heal();
      engine.clear();
    } finally {
      lock.unlock();
    }
  }
}
