package dev.corral.it.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.corral.it.Memcached;
import java.io.IOException;
import java.net.URI;

/** Another web site on this machine, with an empty page. */
final class Stranger implements AutoCloseable {
  private static final byte[] PAGE = "<!doctype html><title>A stranger</title>".getBytes(UTF_8);

  private final HttpServer server;

  Stranger() throws IOException {
    server = HttpServer.create(Memcached.loopback(0), 0);
    server.createContext("/", Stranger::answer);
    server.start();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", "text/html");
      exchange.sendResponseHeaders(200, PAGE.length);
      exchange.getResponseBody().write(PAGE);
    }
  }

  /**
   * Where its page is.
   *
   * @param host a name of this machine: of the one that the dashboard has, browsers say that it is
   *     the same site
   */
  URI uri(String host) {
    return URI.create("http://" + host + ":" + server.getAddress().getPort() + "/");
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
