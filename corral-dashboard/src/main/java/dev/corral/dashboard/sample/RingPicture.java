package dev.corral.dashboard.sample;

import dev.corral.fault.ConfigurationException;
import dev.corral.key.Key;
import dev.corral.ring.Arc;
import dev.corral.ring.Move;
import dev.corral.ring.Ring;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import dev.corral.ring.ServerListException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The ring as a picture, and what can be asked about it. Any thread may ask; all answers are about
 * the ring that was drawn last.
 */
final class RingPicture {
  private volatile @Nullable Ring ring;

  /**
   * Draws a ring.
   *
   * @param now the ring of this moment
   * @return the picture; empty if it is the same as before
   */
  Optional<Map<String, Object>> draw(Ring now) {
    Ring before = ring;
    if (before != null && before.servers().equals(now.servers())) {
      return Optional.empty();
    }
    ring = now;
    return Optional.of(picture(now));
  }

  private static Map<String, Object> picture(Ring ring) {
    List<Arc> arcs = ring.arcs();
    Map<Server, Integer> places = places(ring);
    Map<String, Object> picture = new LinkedHashMap<>();
    picture.put("dialect", ring.dialect().toString());
    picture.put(
        "servers",
        ring.servers().servers().stream().map(server -> server(ring, server)).toList());
    picture.put("ends", arcs.stream().map(Arc::to).toList());
    picture.put("owners", arcs.stream().map(arc -> places.get(arc.server())).toList());
    return picture;
  }

  private static Map<Server, Integer> places(Ring ring) {
    List<Server> servers = ring.servers().servers();
    return IntStream.range(0, servers.size())
        .boxed()
        .collect(Collectors.toMap(servers::get, i -> i));
  }

  private static Map<String, Object> server(Ring ring, Server server) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", server.name());
    row.put("address", server.address());
    row.put("weight", server.weight());
    row.put("share", ring.share(server));
    row.put("points", ring.points(server));
    return row;
  }

  /**
   * Where a key falls.
   *
   * @param parameters {@code key}: the key as it is sent
   */
  Map<String, Object> key(Map<String, String> parameters) {
    Ring drawn = drawn();
    Key key = Key.raw(required(parameters, "key"));
    long position = drawn.position(key);
    Arc arc =
        drawn.arcs().stream().filter(one -> position <= one.to()).findFirst().orElseThrow();
    Map<Server, Integer> places = places(drawn);
    List<Integer> walk =
        drawn.locate(key, places.size()).stream().map(places::get).toList();
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("key", key.toString());
    answer.put("position", position);
    answer.put("from", arc.from());
    answer.put("to", arc.to());
    answer.put("server", walk.get(0));
    answer.put("next", walk.subList(1, walk.size()));
    return answer;
  }

  private Ring drawn() {
    Ring drawn = ring;
    if (drawn == null) {
      throw new IllegalArgumentException("the store has no servers");
    }
    return drawn;
  }

  private static String required(Map<String, String> parameters, String name) {
    String value = parameters.get(name);
    if (value == null) {
      throw new IllegalArgumentException(name + " is missing");
    }
    return value;
  }

  /**
   * What a change of servers would move.
   *
   * @param parameters {@code add}: an address, or {@code address=weight}; or {@code remove}: a name
   *     or an address; or both
   */
  Map<String, Object> preview(Map<String, String> parameters) {
    Ring before = drawn();
    Ring after = Ring.of(changed(before.servers(), parameters), before.dialect());
    List<Move> moves = before.movesTo(after);
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("moved", moves.stream().mapToDouble(Move::share).sum());
    answer.put("servers", servers(before, after));
    answer.put(
        "ranges",
        moves.stream()
            .map(move -> List.of(
                move.from(), move.to(), move.before().name(), move.after().name()))
            .toList());
    return answer;
  }

  private static ServerList changed(ServerList servers, Map<String, String> parameters) {
    String added = parameters.get("add");
    String removed = parameters.get("remove");
    if (added == null && removed == null) {
      throw new IllegalArgumentException("say which server to add or to remove");
    }
    // First the one that comes, so that even a single server can be exchanged.
    ServerList more = added == null ? servers : joined(servers, added.strip());
    if (removed == null) {
      return more;
    }
    if (more.size() == 1 && more.find(removed).isPresent()) {
      throw new IllegalArgumentException(removed + " is the last server: a ring needs one");
    }
    return more.without(removed);
  }

  private static ServerList joined(ServerList servers, String item) {
    try {
      ServerList joined = servers;
      ServerList joining = ServerList.parseAddresses(Arrays.stream(item.split(",", -1))
          .map(each -> each.contains("=") ? each : each + "=" + commonWeight(servers, each))
          .collect(Collectors.joining(",")));
      for (Server server : joining.servers()) {
        joined = joined.with(server);
      }
      return joined;
    } catch (ServerListException e) {
      // Each problem begins with its place, which says nothing here.
      throw new ConfigurationException(
          e.problems().stream()
              .map(problem -> problem.substring(problem.indexOf(": ") + 2))
              .collect(Collectors.joining("; ")),
          e);
    }
  }

  private static int commonWeight(ServerList servers, String item) {
    return servers
        .commonWeight()
        .orElseThrow(() -> new IllegalArgumentException(
            "the servers differ in weight, so give this one's too, as in " + item + "="
                + servers.servers().get(0).weight()));
  }

  private static List<Object> servers(Ring before, Ring after) {
    List<Object> rows = new ArrayList<>();
    for (Server server : after.servers().servers()) {
      rows.add(share(server, share(after, server), share(before, server)));
    }
    for (Server server : before.servers().servers()) {
      if (share(after, server) == null) {
        rows.add(share(server, 0.0, share(before, server)));
      }
    }
    return rows;
  }

  /** A server's part of a ring; null if it is not there. */
  private static @Nullable Double share(Ring ring, Server server) {
    return ring.servers().servers().stream()
        .filter(server::isAt)
        .findFirst()
        .map(ring::share)
        .orElse(null);
  }

  private static Map<String, @Nullable Object> share(
      Server server, @Nullable Double share, @Nullable Double before) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("name", server.name());
    row.put("address", server.address());
    row.put("share", share);
    row.put("before", before);
    return row;
  }
}
