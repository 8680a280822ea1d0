package dev.corral.embedded.junit;

import dev.corral.check.Argument;
import dev.corral.embedded.EmbeddedOptions;
import dev.corral.embedded.EmbeddedServer;
import dev.corral.embedded.fault.Fault;
import dev.corral.embedded.fault.InjectedFault;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Runs an {@link EmbeddedServer} around tests, for a field with {@code @RegisterExtension}.
 *
 * <p>In a static field, one server on one port serves all tests of the class, those of its nested
 * classes too. Before each test it is {@linkplain EmbeddedServer#renew made as good as new},
 * whatever the one before has done to it; connections stay. So fill it in {@code @BeforeEach}, not
 * in {@code @BeforeAll}, and let no two tests that share it run at the same time.
 *
 * <p>In an instance field, each test has a server of its own; with {@code PER_CLASS} an instance is
 * the class's, and so is its server.
 *
 * <p>Classes with fields of their own may run at the same time.
 */
@SuppressWarnings("exports") // JUnit's types: who uses it has JUnit
public final class EmbeddedMemcached
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
  private final UnaryOperator<EmbeddedOptions> options;
  private final Lock lock = new ReentrantLock();
  private volatile @Nullable EmbeddedServer server;

  /** How many classes use it now: a class and those nested in it, or several that inherit it. */
  private int classes;

  private EmbeddedMemcached(UnaryOperator<EmbeddedOptions> options) {
    this.options = options;
  }

  /**
   * A server with the default options.
   *
   * @return the extension
   */
  public static EmbeddedMemcached create() {
    return with(options -> options);
  }

  /**
   * A server with options.
   *
   * @param options changes the default options
   * @return the extension
   */
  public static EmbeddedMemcached with(UnaryOperator<EmbeddedOptions> options) {
    return new EmbeddedMemcached(Argument.required("options", options));
  }

  /**
   * The server.
   *
   * @return it, while tests run
   * @throws IllegalStateException before and after the tests
   */
  public EmbeddedServer server() {
    EmbeddedServer running = server;
    if (running == null) {
      throw new IllegalStateException("the server runs only while tests do: ask for it in a test,"
          + " or in @BeforeAll if it is in a static field with @RegisterExtension");
    }
    return running;
  }

  /**
   * What {@code Corral.open} takes to find the server.
   *
   * @return such as {@code memcached://127.0.0.1:40123}
   */
  public String uri() {
    return server().uri();
  }

  /**
   * Where the server listens, for other clients.
   *
   * @return the address and port
   */
  public InetSocketAddress address() {
    return server().address();
  }

  /**
   * Sends the server forward in time until the test ends: items die sooner.
   *
   * @param time how far
   */
  public void advance(Duration time) {
    server().advance(time);
  }

  /**
   * Lets the server do wrong until the test ends.
   *
   * @param fault what, and to which commands
   * @return a hand on the fault, which counts its strikes and heals it sooner
   */
  public InjectedFault inject(Fault fault) {
    return server().inject(fault);
  }

  /** Takes the server down until it is restarted, or the test ends. Its items are lost. */
  public void kill() {
    server().kill();
  }

  /** Takes the server down and brings it back, empty, where it was. */
  public void restart() {
    server().restart();
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    lock.lock();
    try {
      classes++; // first: who fails to start is told of the end too
      if (classes == 1) {
        server = EmbeddedServer.start(options);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    if (server == null) {
      server = EmbeddedServer.start(options);
    } else {
      server().renew();
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    lock.lock();
    try {
      if (classes == 0) {
        end();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    lock.lock();
    try {
      classes--;
      if (classes == 0) {
        end();
      }
    } finally {
      lock.unlock();
    }
  }

  private void end() {
    EmbeddedServer running = server;
    server = null;
    if (running != null) {
      running.close();
    }
  }
}
