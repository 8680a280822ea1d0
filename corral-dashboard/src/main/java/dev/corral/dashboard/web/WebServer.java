package dev.corral.dashboard.web;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.corral.fault.ConfigurationException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the page, what it asks and what it is told, over HTTP. There is nothing that a request
 * could change. Its threads are daemons; each viewer has one, and none waits for another. A
 * connection that neither says nor takes anything for half a minute, in the midst of it, ends.
 */
public final class WebServer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(WebServer.class);

  private static final Duration HEARTBEAT = Duration.ofSeconds(10);

  /** How long a request may take to come in, and an answer to be taken. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final String EVENTS = "/events";
  private static final String QUESTIONS = "/api/";

  private static final Map<String, String> HEADERS = Map.of(
      "Content-Security-Policy", policy("default-src 'self'"),
      "X-Content-Type-Options", "nosniff",
      // Not no-referrer: browsers would then send the sign-in's form with Origin: null.
      "Referrer-Policy", "same-origin",
      "Cross-Origin-Resource-Policy", "same-origin",
      "Cache-Control", "no-store");

  private final HttpServer server;
  private final PromptThreads threads;
  private final Broadcast broadcast;
  private final EventStream events;
  private final Map<String, Question> questions;
  private final Assets assets;
  private final Guard guard;
  private final Optional<Door> door;

  private WebServer(
      HttpServer server,
      Assets assets,
      @Nullable String token,
      Broadcast broadcast,
      Map<String, Question> questions,
      Duration heartbeat,
      PromptThreads threads) {
    InetSocketAddress address = server.getAddress();
    this.server = server;
    this.threads = threads;
    this.broadcast = broadcast;
    this.events = new EventStream(broadcast, heartbeat, threads::getsOn);
    this.questions = Map.copyOf(questions);
    this.assets = assets;
    this.guard = token == null ? Guard.ofMachine(address.getAddress()) : Guard.ofAnyHost();
    this.door = Optional.ofNullable(token).map(right -> new Door(right, port(), assets.signIn()));
  }

  /**
   * Starts a server.
   *
   * @param address where to listen; port 0 for one that is free
   * @param token what viewers must know; null lets in all who use this machine
   * @param broadcast what viewers are told; it closes with the server
   * @param questions what the page may ask, by the last part of its path
   * @return the server, which listens
   * @throws IOException if it can't listen there
   */
  public static WebServer start(
      InetSocketAddress address,
      @Nullable String token,
      Broadcast broadcast,
      Map<String, Question> questions)
      throws IOException {
    return start(
        address, token, broadcast, questions, HEARTBEAT, () -> new PromptThreads(PATIENCE));
  }

  /**
   * Starts a server that tests can hurry.
   *
   * @param threads makes its threads, which close with it
   */
  static WebServer start(
      InetSocketAddress address,
      @Nullable String token,
      Broadcast broadcast,
      Map<String, Question> questions,
      Duration heartbeat,
      Supplier<PromptThreads> threads)
      throws IOException {
    Assets assets = Assets.load();
    HttpServer http = HttpServer.create(address, 0);
    WebServer server =
        new WebServer(http, assets, token, broadcast, questions, heartbeat, threads.get());
    http.createContext("/", server::handle);
    http.setExecutor(server.threads);
    // Its own thread is a daemon if the one is that starts it.
    CompletableFuture.runAsync(http::start, server.threads).join();
    return server;
  }

  /** What a page may load, which ends with what all pages must not do. */
  static String policy(String sources) {
    return sources + "; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";
  }

  /**
   * Where it listens.
   *
   * @return the port, which is never 0
   */
  public int port() {
    return server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try {
      Headers headers = exchange.getResponseHeaders();
      HEADERS.forEach(headers::set);
      Optional<Reply> refusal = guard.refusal(exchange);
      String path = exchange.getRequestURI().getRawPath();
      if (refusal.isPresent()) {
        refusal.get().send(exchange);
      } else if (door.isPresent() && path.equals(Door.SIGN_IN) && isPost(exchange)) {
        door.get().signIn(exchange).send(exchange);
      } else if (!exchange.getRequestMethod().equals("GET")) {
        Reply.refusal(405, path, "the dashboard only shows: there is nothing to change by it")
            .with("Allow", "GET")
            .send(exchange);
      } else if (door.isPresent() && !door.get().admits(exchange)) {
        door.get().challenge(path).send(exchange);
      } else if (path.equals(EVENTS)) {
        events.show(exchange);
      } else {
        answer(path, exchange.getRequestURI().getRawQuery()).send(exchange);
      }
    } finally {
      exchange.close();
    }
  }

  private static boolean isPost(HttpExchange exchange) {
    return exchange.getRequestMethod().equals("POST");
  }

  private Reply answer(String path, @Nullable String query) {
    Question question =
        path.startsWith(QUESTIONS) ? questions.get(path.substring(QUESTIONS.length())) : null;
    return question != null
        ? answer(question, path, query)
        : assets
            .at(path)
            .orElseGet(() -> Reply.refusal(404, path, "there is nothing here: the page is at /"));
  }

  private static Reply answer(Question question, String path, @Nullable String query) {
    try {
      return Reply.json(200, question.ask(Parameters.of(query)));
    } catch (IllegalArgumentException | ConfigurationException e) {
      return Reply.refusal(400, path, String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      log.warn("The dashboard could not answer {}", path, e);
      return Reply.refusal(500, path, "that went wrong: the log says why");
    }
  }

  /** Ends all streams and stops the threads. Closing it again does nothing. */
  @Override
  public void close() {
    broadcast.close();
    server.stop(0);
    threads.close();
  }
}
