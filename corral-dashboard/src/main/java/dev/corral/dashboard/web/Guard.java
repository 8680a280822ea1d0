package dev.corral.dashboard.web;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/*
 * design
 *
 * Whoever uses this machine may see a dashboard that has no token. But so might any web page on the
 * Internet, by the browser of whoever uses this machine, if it were not for two rules.
 *
 * A page elsewhere can have its own host name point to 127.0.0.1 (DNS rebinding), and is then of
 * the same origin as the dashboard, for all that the browser knows. What it can't change is the
 * name that the browser sends as Host. So without a token only names count that can't be pointed
 * elsewhere. With a token any name will do: the cookie is kept for the name that it was given by.
 *
 * A page elsewhere can also make the browser ask this server, though not see what it answers. The
 * browser says so by Sec-Fetch-Site, and by Origin. Nothing here could be changed by that, but a
 * viewer's place could be taken. All that is let through is a link to the dashboard.
 */
/** Turns away what web pages elsewhere make a browser ask, and all that is no question. */
final class Guard {
  private static final Pattern PORT = Pattern.compile(":[0-9]*$");

  private final Optional<Set<String>> hosts;

  private Guard(Optional<Set<String>> hosts) {
    this.hosts = hosts;
  }

  /** For a server that anybody may ask who uses this machine. */
  static Guard ofMachine(InetAddress address) {
    String own = address.getHostAddress();
    String literal = own.contains(":") ? "[" + own + "]" : own;
    return new Guard(Optional.of(Set.copyOf(List.of("localhost", "127.0.0.1", "[::1]", literal))));
  }

  /** For a server that asks for a token. */
  static Guard ofAnyHost() {
    return new Guard(Optional.empty());
  }

  /** Why a request is not looked at any further, if it is not. */
  Optional<Reply> refusal(HttpExchange exchange) {
    Headers headers = exchange.getRequestHeaders();
    String path = exchange.getRequestURI().getRawPath();
    String host = only(headers, "Host");
    if (host == null) {
      return forbidden(path, "a request must say once, as Host, by which name it asks");
    }
    if (!isKnown(host)) {
      return forbidden(
          path,
          "this dashboard answers to localhost and 127.0.0.1 only: open it by one of these,"
              + " or serve it with a token");
    }
    if (isForeign(headers, host) || isAskedElsewhere(headers, exchange.getRequestMethod(), path)) {
      return forbidden(path, "the dashboard does not answer to other sites: open it by itself");
    }
    return Optional.empty();
  }

  boolean isKnown(String host) {
    String name = PORT.matcher(host).replaceFirst("").toLowerCase(Locale.ROOT);
    return hosts.map(known -> known.contains(name)).orElse(true);
  }

  private static boolean isForeign(Headers headers, String host) {
    String origin = headers.containsKey("Origin") ? only(headers, "Origin") : "http://" + host;
    // What is between us and the browser may speak TLS to it.
    return origin == null
        || !(origin.equalsIgnoreCase("http://" + host)
            || origin.equalsIgnoreCase("https://" + host));
  }

  private static boolean isAskedElsewhere(Headers headers, String method, String path) {
    String site = headers.getFirst("Sec-Fetch-Site");
    boolean isLink = method.equals("GET")
        && path.equals("/")
        && "navigate".equals(headers.getFirst("Sec-Fetch-Mode"))
        && "document".equals(headers.getFirst("Sec-Fetch-Dest"));
    return ("cross-site".equals(site) || "same-site".equals(site)) && !isLink;
  }

  /** A header that is there once, else null. */
  private static @Nullable String only(Headers headers, String name) {
    List<String> values = headers.getOrDefault(name, List.of());
    return values.size() == 1 ? values.get(0) : null;
  }

  private static Optional<Reply> forbidden(String path, String why) {
    return Optional.of(Reply.refusal(403, path, why));
  }
}
