package dev.corral.ring;

import static java.util.stream.Collectors.toSet;

import dev.corral.key.Key;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides where a request goes when servers can be down. It only decides: who is live is an input,
 * and nothing is remembered from call to call. Immutable, for any number of threads. It allocates
 * nothing while the key's own server is live, nor where a key is {@linkplain Route.Refused refused}
 * in {@link FailureMode#FAIL_FAST}.
 */
public final class Router {
  /* design
   *
   * An ejected server is not taken out of the ring; the walk goes past its points. A ring built
   * without it leads to the same server, as long as the others keep their number of points. Where
   * weights differ, or rounding does, they don't, and the rebuilt ring would also move keys of
   * servers that are live. The walk never does.
   */

  private final FailureMode mode;
  private final Ring ring;
  private final @Nullable Ring substitutes;
  private final Route[] homes;
  private final Route[] refusals;

  private Router(FailureMode mode, Ring ring, @Nullable Ring substitutes) {
    this.mode = mode;
    this.ring = ring;
    this.substitutes = substitutes;
    this.homes = ring.servers().servers().stream().map(Route.Home::new).toArray(Route[]::new);
    this.refusals = ring.servers().servers().stream().map(Route.Refused::new).toArray(Route[]::new);
  }

  /**
   * A router that refuses the keys of a server that is down.
   *
   * @param ring where keys belong
   * @return the router, in mode {@link FailureMode#FAIL_FAST}
   */
  public static Router failFast(Ring ring) {
    return new Router(FailureMode.FAIL_FAST, ring, null);
  }

  /**
   * A router that sends the keys of a server that is down to the next live one clockwise.
   *
   * @param ring where keys belong
   * @return the router, in mode {@link FailureMode#EJECT}
   */
  public static Router ejecting(Ring ring) {
    return new Router(FailureMode.EJECT, ring, ring);
  }

  /**
   * A router that sends the keys of a server that is down to a ring of spare servers, there to the
   * first live one.
   *
   * @param ring where keys belong
   * @param spare where they go instead
   * @return the router, in mode {@link FailureMode#GUTTER}
   * @throws ServerListException if a server is on both rings
   */
  public static Router guttering(Ring ring, Ring spare) {
    Set<String> taken = ring.servers().servers().stream().map(Server::endpoint).collect(toSet());
    List<String> problems = spare.servers().servers().stream()
        .filter(server -> taken.contains(server.endpoint()))
        .map(server -> server + " cannot be a spare: it is on the ring itself")
        .toList();
    if (!problems.isEmpty()) {
      throw new ServerListException(problems);
    }
    return new Router(FailureMode.GUTTER, ring, spare);
  }

  /**
   * What happens to the keys of a server that is down.
   *
   * @return the mode
   */
  public FailureMode mode() {
    return mode;
  }

  /**
   * Decides where a request for a key goes.
   *
   * @param key the key
   * @param health which servers are live
   * @return the way to go
   */
  public Route route(Key key, Health health) {
    byte[] bytes = key.bytes();
    int home = ring.indexOf(bytes);
    Route direct = homes[home];
    if (health.isLive(direct.home())) {
      return direct;
    }
    // A server that came back since it was asked about just now is not its own substitute.
    Server substitute = substitutes == null
        ? null
        : substitutes.first(
            bytes, server -> !server.equals(direct.home()) && health.isLive(server));
    return substitute == null ? refusals[home] : new Route.Substitute(direct.home(), substitute);
  }
}
