package dev.corral.benchmarks.server;

import static java.util.stream.Collectors.joining;

import java.util.List;

/** What goes to a server for some keys at once, and how long its answer is. */
public enum Request {
  /** A {@code get} for each key. */
  GET,
  /** One {@code get} of all keys. */
  GET_MANY,
  /** A {@code set} for each key. */
  SET,
  /** A meta get for each key. */
  MG,
  /** The same, of its flags too. */
  MG_FLAGS,
  /** A meta set for each key. */
  MS;

  /** What goes to the server, all of it ASCII. */
  public String of(List<String> keys, String value) {
    return switch (this) {
      case GET -> keys.stream().map(key -> "get " + key + "\r\n").collect(joining());
      case GET_MANY -> "get " + String.join(" ", keys) + "\r\n";
      case SET ->
        keys.stream()
            .map(key -> "set " + key + " 0 0 " + value.length() + "\r\n" + value + "\r\n")
            .collect(joining());
      case MG -> keys.stream().map(key -> "mg " + key + " v\r\n").collect(joining());
      case MG_FLAGS -> keys.stream().map(key -> "mg " + key + " f v\r\n").collect(joining());
      case MS ->
        keys.stream()
            .map(key -> "ms " + key + " " + value.length() + "\r\n" + value + "\r\n")
            .collect(joining());
    };
  }

  /** The answer to one key. */
  public String answer(String key, String value) {
    return switch (this) {
      case GET -> found(key, value) + "END\r\n";
      case GET_MANY -> found(key, value);
      case SET -> "STORED\r\n";
      case MG -> "VA " + value.length() + "\r\n" + value + "\r\n";
      case MG_FLAGS -> "VA " + value.length() + " f0\r\n" + value + "\r\n";
      case MS -> "HD\r\n";
    };
  }

  /** What follows after the answers to all keys. */
  public String end() {
    return this == GET_MANY ? "END\r\n" : "";
  }

  private static String found(String key, String value) {
    return "VALUE " + key + " 0 " + value.length() + "\r\n" + value + "\r\n";
  }
}
