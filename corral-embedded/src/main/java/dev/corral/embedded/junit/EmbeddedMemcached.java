package dev.corral.embedded.junit;

import dev.corral.embedded.EmbeddedOptions;
import dev.corral.embedded.EmbeddedServer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Runs an {@link EmbeddedServer} around tests. In a static field with {@code @RegisterExtension}
 * one server serves all tests of the class, and each finds it empty and whole; in an instance field
 * each test has a server of its own.
 */
public final class EmbeddedMemcached
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
  private final UnaryOperator<EmbeddedOptions> options;
  private @Nullable EmbeddedServer server;
  private boolean ofClass;

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
    return new EmbeddedMemcached(options);
  }

  /**
   * The server.
   *
   * @return it, while tests run
   */
  public EmbeddedServer server() {
    if (server == null) {
      throw new IllegalStateException("the server runs only while tests do");
    }
    return server;
  }

  /**
   * What {@code Corral.open} takes to find the server.
   *
   * @return such as {@code memcached://127.0.0.1:40123}
   */
  public String uri() {
    return server().uri();
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    ofClass = true;
    server = EmbeddedServer.start(options);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    if (ofClass) {
      server().heal();
      server().clear();
    } else {
      server = EmbeddedServer.start(options);
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    if (!ofClass) {
      end();
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    end();
  }

  private void end() {
    if (server != null) {
      server.close();
      server = null;
    }
  }
}
