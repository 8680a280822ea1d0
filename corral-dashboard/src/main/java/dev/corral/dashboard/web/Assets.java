package dev.corral.dashboard.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The files that the page is made of. They are listed here, and no others can be asked for. */
final class Assets {
  private static final String INDEX = "index.html";
  private static final String SIGN_IN = "sign-in.html";

  /** What can be asked for below {@code /page/}. */
  static final List<String> NAMES = List.of(
      "app.js",
      "arcs.js",
      "charts.js",
      "corral.svg",
      "dashboard.css",
      "dom.js",
      "format.js",
      "namespaces.js",
      "ring.js",
      "servers.js",
      "story.js",
      "stream.js",
      "theme.js",
      "tiles.js",
      "totals.js",
      "verdict.js",
      "vendor/uPlot.LICENSE",
      "vendor/uPlot.iife.min.js",
      "vendor/uPlot.min.css");

  private static final Map<String, String> TYPES = Map.of(
      "css", "text/css",
      "html", "text/html",
      "js", "text/javascript",
      "svg", "image/svg+xml");

  private final Map<String, Reply> byPath = new HashMap<>();
  private final String signIn;

  private Assets() {
    byPath.put("/", reply(INDEX));
    NAMES.forEach(name -> byPath.put("/page/" + name, reply(name)));
    signIn = text(SIGN_IN);
  }

  /** Reads them all. */
  static Assets load() {
    return new Assets();
  }

  /** What is at a path, as the request has written it: there is no other way to write it. */
  Optional<Reply> at(String path) {
    return Optional.ofNullable(byPath.get(path));
  }

  /** The page that asks for the token. */
  String signIn() {
    return signIn;
  }

  private static Reply reply(String name) {
    return Reply.of(type(name), text(name));
  }

  private static String type(String name) {
    String ending = name.substring(name.lastIndexOf('.') + 1);
    return TYPES.getOrDefault(ending, "text/plain") + "; charset=utf-8";
  }

  private static String text(String name) {
    try (InputStream in = Assets.class.getResourceAsStream("page/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("can't read the page's " + name, e);
    }
  }
}
