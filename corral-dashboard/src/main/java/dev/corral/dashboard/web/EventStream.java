package dev.corral.dashboard.web;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** Tells a viewer all that is broadcast, for as long as it looks on, as server-sent events. */
final class EventStream {
  /** Pages that lose the stream come back after so many milliseconds. */
  private static final String BEGINNING = "retry: 1000\n\n";

  /** Says nothing; but who does not take it is gone. */
  private static final String HEARTBEAT = ":\n\n";

  private final Broadcast broadcast;
  private final Duration heartbeat;
  private final Runnable getsOn;

  /**
   * A stream for each who comes.
   *
   * @param broadcast what is told
   * @param heartbeat how long nothing is told at most
   * @param getsOn is run whenever a viewer has taken what it was told
   */
  EventStream(Broadcast broadcast, Duration heartbeat, Runnable getsOn) {
    this.broadcast = broadcast;
    this.heartbeat = heartbeat;
    this.getsOn = getsOn;
  }

  /**
   * Keeps this thread until the viewer is gone or the broadcast over.
   *
   * @throws IOException when the viewer is gone
   */
  void show(HttpExchange exchange) throws IOException {
    Optional<Viewer> joined = broadcast.join();
    if (joined.isEmpty()) {
      Reply.refusal(
              503,
              exchange.getRequestURI().getPath(),
              "the dashboard is shown on " + Broadcast.MOST_VIEWERS
                  + " pages already: close one of them, then reload this one")
          .send(exchange);
      return;
    }
    Viewer viewer = joined.get();
    try {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
      // What is between us and the browser is to pass on each event at once.
      exchange.getResponseHeaders().set("X-Accel-Buffering", "no");
      exchange.sendResponseHeaders(200, 0); // as long as it takes
      tellAll(viewer, exchange.getResponseBody());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("the stream was told to end").initCause(e);
    } finally {
      broadcast.leave(viewer);
    }
  }

  private void tellAll(Viewer viewer, OutputStream out) throws IOException, InterruptedException {
    write(BEGINNING, out);
    Optional<String> news = viewer.news(heartbeat);
    while (news.isPresent()) {
      write(news.get().isEmpty() ? HEARTBEAT : news.get(), out);
      getsOn.run();
      news = viewer.news(heartbeat);
    }
  }

  private static void write(String text, OutputStream out) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
