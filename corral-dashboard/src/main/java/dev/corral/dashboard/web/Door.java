package dev.corral.dashboard.web;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Lets in who knows the token: a browser signs in with it and is given a cookie, others send it as
 * {@code Authorization: Bearer}. The token is in no URL and no cookie, and what a cookie holds ends
 * with the server.
 */
final class Door {
  static final String SIGN_IN = "/sign-in";

  private static final String BEARER = "Bearer ";
  private static final int SECRET_BYTES = 32;
  private static final int LONGEST_FORM = 4096;

  private final String token;
  private final String cookie;
  private final String secret;
  private final String page;

  /**
   * A door.
   *
   * @param token who knows it may come in
   * @param port cookies are shared by all ports of a host, so this one's name tells them apart
   * @param page asks for the token; what it says when that was wrong is hidden in it
   */
  Door(String token, int port, String page) {
    this.token = token;
    this.cookie = "corral-dashboard-" + port;
    this.page = page;
    byte[] bytes = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(bytes);
    this.secret = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  boolean admits(HttpExchange exchange) {
    Headers headers = exchange.getRequestHeaders();
    return sendsToken(headers) || sendsCookie(headers);
  }

  private boolean sendsToken(Headers headers) {
    String given = headers.getFirst("Authorization");
    return given != null
        && given.regionMatches(true, 0, BEARER, 0, BEARER.length())
        && isSame(token, given.substring(BEARER.length()));
  }

  private boolean sendsCookie(Headers headers) {
    return headers.getOrDefault("Cookie", List.of()).stream()
        .flatMap(cookies -> Stream.of(cookies.split("; *", -1)))
        .anyMatch(given -> isSame(cookie + "=" + secret, given));
  }

  /** Asks who has shown nothing for the token. */
  Reply challenge(String path) {
    Reply reply = path.equals("/") || path.equals(SIGN_IN)
        ? signInPage(page)
        : Reply.refusal(
            401,
            path,
            "this dashboard wants a token: sign in at /, or send it as Authorization: Bearer TOKEN");
    return reply.with("WWW-Authenticate", "Bearer");
  }

  /** Signs in who has sent the token by the page's form. */
  Reply signIn(HttpExchange exchange) throws IOException {
    byte[] form = exchange.getRequestBody().readNBytes(LONGEST_FORM + 1);
    if (form.length > LONGEST_FORM) {
      return Reply.refusal(413, SIGN_IN, "that is too long for a token: go back and try again")
          .with("Connection", "close");
    }
    return isSame(token, given(new String(form, StandardCharsets.UTF_8)))
        ? Reply.refusal(303, SIGN_IN, "welcome: go to /")
            .with("Location", "/")
            .with("Set-Cookie", cookie + "=" + secret + "; HttpOnly; SameSite=Strict; Path=/")
        : signInPage(page.replace("id=\"wrong\" hidden", "id=\"wrong\""));
  }

  private static String given(String form) {
    try {
      return Parameters.of(form).getOrDefault("token", "");
    } catch (IllegalArgumentException e) {
      return ""; // what can't be read is not the token
    }
  }

  /** It needs nothing but itself, since nothing else is given out before the token is. */
  private static Reply signInPage(String html) {
    return new Reply(
        401,
        "text/html; charset=utf-8",
        html,
        Map.of(
            "Content-Security-Policy",
            WebServer.policy("default-src 'none'; style-src 'unsafe-inline'")));
  }

  /** Takes as long whether much or little of it is right. */
  private static boolean isSame(String right, String given) {
    return MessageDigest.isEqual(
        right.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
  }
}
