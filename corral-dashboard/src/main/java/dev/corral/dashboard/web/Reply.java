package dev.corral.dashboard.web;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is known as a whole.
 *
 * @param status the status
 * @param type what kind of text it is
 * @param text the text
 * @param headers what else is said
 */
record Reply(int status, String type, String text, Map<String, String> headers) {
  private static final String API = "/api/";

  static Reply of(String type, String text) {
    return new Reply(200, type, text, Map.of());
  }

  static Reply json(int status, @Nullable Object data) {
    return new Reply(status, "application/json", Json.of(data), Map.of());
  }

  /** Says in one sentence what is wrong: as data where data is asked for, else for people. */
  static Reply refusal(int status, String path, String why) {
    return path.startsWith(API)
        ? json(status, Map.of("error", why))
        : new Reply(status, "text/plain; charset=utf-8", why + "\n", Map.of());
  }

  Reply with(String header, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(header, value);
    return new Reply(status, type, text, more);
  }

  /** Sends it, and ends the exchange. */
  void send(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    headers.forEach(exchange.getResponseHeaders()::set);
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    boolean hasBody = body.length > 0 && !exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, hasBody ? body.length : -1);
    if (hasBody) {
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(body);
      }
    }
  }
}
