package dev.corral.ring;

/** Where to send a request for a key. */
public sealed interface Route {
  /**
   * The server that holds the key.
   *
   * @return the key's own server, whether or not it is live
   */
  Server home();

  /**
   * To the key's own server, which is live.
   *
   * @param home the server
   */
  record Home(Server home) implements Route {}

  /**
   * To another server, since the key's own is down. What is written there should live shortly.
   *
   * @param home the key's own server
   * @param server the one to ask instead
   */
  record Substitute(Server home, Server server) implements Route {}

  /**
   * To none: the key's own server is down, and so are those that could stand in.
   *
   * @param home the key's own server
   */
  record Refused(Server home) implements Route {}
}
