package dev.corral.ring;

import dev.corral.fault.ConfigurationException;
import dev.corral.hash.Hash64;
import dev.corral.key.Key;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * libketama's continuum: tells for every key which server holds it, such that a server that joins
 * or leaves moves only about its own share of the keys. Immutable, for any number of threads.
 * Finding a key's server takes no lock and allocates nothing.
 */
public final class Ring {
  /* design
   *
   * The points of all servers lie in one sorted array; a key belongs to the owner of the first
   * point at or after its hash. Points and hashes are unsigned: the sign bit is flipped, so that
   * Java's signed comparison orders them. A last point at the very end, owned by the owner of the
   * first one, closes the ring: no search runs off the array.
   *
   * The hash's top bits lead into the array: starts[t] is the first point whose top bits are t or
   * more. There are as many slots as points, or up to twice as many, and points are spread evenly,
   * so that from there the point is on average less than one step away.
   *
   * Points that coincide all stay, the owner that the dialect prefers first. It alone is found by a
   * search; the others are met when a walk goes past a server that is down.
   */

  private static final double POSITIONS = 1L << 32;

  private final ServerList list;
  private final Dialect dialect;
  private final long fingerprint;
  private final Server[] servers;
  private final int[] points;
  private final int[] owners;
  private final int[] starts;
  private final int startShift;

  private Ring(ServerList list, Dialect dialect, long[] placed) {
    this.list = list;
    this.dialect = dialect;
    this.fingerprint = fingerprint(list, dialect);
    this.servers = list.servers().toArray(new Server[0]);
    this.points = new int[placed.length + 1];
    this.owners = new int[placed.length + 1];
    for (int i = 0; i < placed.length; i++) {
      points[i] = (int) (placed[i] >> 32);
      owners[i] = ownerOf((int) placed[i], dialect, servers.length);
    }
    points[placed.length] = Integer.MAX_VALUE;
    owners[placed.length] = owners[0];

    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(points.length);
    this.startShift = Integer.SIZE - bits;
    this.starts = new int[1 << bits];
    int point = 0;
    for (int slot = 0; slot < starts.length; slot++) {
      while (points[point] < flip(slot << startShift)) {
        point++;
      }
      starts[slot] = point;
    }
  }

  /**
   * Places servers on a ring.
   *
   * @param servers the servers
   * @param dialect whose rules to follow
   * @return the ring
   * @throws ServerListException if the dialect cannot name all servers, or gives two the same name
   */
  public static Ring of(ServerList servers, Dialect dialect) {
    String[] names = names(servers, dialect);
    Dialect.Totals totals = Dialect.Totals.of(servers);
    long[][] placed = new long[names.length][];
    for (int i = 0; i < names.length; i++) {
      long rank = ownerOf(i, dialect, names.length);
      placed[i] = Arrays.stream(dialect.points(names[i], servers.servers().get(i), totals))
          .mapToLong(point -> (long) flip(point) << 32 | rank)
          .toArray();
    }
    return new Ring(
        servers,
        dialect,
        Arrays.stream(placed).flatMapToLong(Arrays::stream).sorted().toArray());
  }

  private static String[] names(ServerList servers, Dialect dialect) {
    List<String> problems = new ArrayList<>();
    Map<String, Server> byName = new HashMap<>();
    String[] names = new String[servers.size()];
    for (int i = 0; i < names.length; i++) {
      Server server = servers.servers().get(i);
      try {
        names[i] = dialect.pointName(server);
        Server other = byName.put(names[i], server);
        if (other != null) {
          problems.add(
              server + " and " + other + " both have the name " + names[i] + " in " + dialect);
        }
      } catch (ConfigurationException e) {
        problems.add(e.getMessage());
      }
    }
    if (!problems.isEmpty()) {
      throw new ServerListException(problems);
    }
    return names;
  }

  /** Turns a server's rank among those who claim the same point into its index, and back. */
  private static int ownerOf(int rank, Dialect dialect, int count) {
    return dialect.lastTakesTie() ? count - 1 - rank : rank;
  }

  private static int flip(int unsigned) {
    return unsigned ^ Integer.MIN_VALUE;
  }

  /**
   * The servers on this ring.
   *
   * @return the list it was made of
   */
  public ServerList servers() {
    return list;
  }

  /**
   * Whose rules this ring follows.
   *
   * @return the dialect it was made in
   */
  public Dialect dialect() {
    return dialect;
  }

  /**
   * What the ring is, in short: its dialect, and the names and weights of its servers.
   *
   * @return the same number wherever keys have the same servers, and hardly elsewhere
   */
  public long fingerprint() {
    return fingerprint;
  }

  private static long fingerprint(ServerList servers, Dialect dialect) {
    return servers.servers().stream()
        .map(server -> server.weight() + " " + dialect.pointName(server))
        .sorted()
        .mapToLong(Hash64::of)
        .reduce(Hash64.of(dialect.name()), (all, one) -> Hash64.mix(all ^ one));
  }

  /**
   * Finds the server that holds a key.
   *
   * @param key the key
   * @return its server
   */
  public Server locate(Key key) {
    return locate(key.bytes());
  }

  /**
   * Finds the server that holds a key.
   *
   * @param key the key's bytes as they are sent
   * @return its server
   */
  public Server locate(byte[] key) {
    return servers[indexOf(key)];
  }

  /**
   * Finds the place in the {@linkplain #servers list} of the server that holds a key.
   *
   * @param key the key's bytes as they are sent
   * @return 0 for the first server, and so on
   */
  public int indexOf(byte[] key) {
    // With one server there is nothing to ask the hash.
    return servers.length == 1 ? 0 : owners[pointAfter(dialect.hash(key))];
  }

  /**
   * Finds the server that holds a key, and those that would hold it next if the ones before were
   * not there.
   *
   * @param key the key
   * @param count how many servers are wanted, at least 1
   * @return so many different servers, or all there are with points, the key's own first
   */
  public List<Server> locate(Key key, int count) {
    if (count < 1) {
      throw new IllegalArgumentException("count must be at least 1, but is " + count);
    }
    List<Server> found = new ArrayList<>();
    first(key.bytes(), server -> found.add(server) && found.size() == count);
    return List.copyOf(found);
  }

  /** The first server clockwise from a key that is accepted, if any. Each is asked about once. */
  @Nullable
  Server first(byte[] key, Predicate<Server> accepted) {
    int last = points.length - 1;
    int from = pointAfter(dialect.hash(key));
    BitSet seen = new BitSet(servers.length);
    for (int i = 0, left = servers.length; i < last && left > 0; i++) {
      int owner = owners[(from + i) % last];
      if (!seen.get(owner)) {
        if (accepted.test(servers[owner])) {
          return servers[owner];
        }
        seen.set(owner);
        left--;
      }
    }
    return null;
  }

  private int pointAfter(int hash) {
    int sought = flip(hash);
    int point = starts[hash >>> startShift];
    while (points[point] < sought) {
      point++;
    }
    return point;
  }

  /**
   * How much of the ring belongs to a server: the part of all possible keys that it holds.
   *
   * @param server one of the ring's servers
   * @return 0 to 1
   */
  public double share(Server server) {
    int owner = requireIndex(server);
    long share = 0;
    for (int i = 0; i < points.length; i++) {
      // A point owns what lies between the one before and itself; the first all from hash 0 on.
      long before = i == 0 ? Integer.MIN_VALUE - 1L : points[i - 1];
      share += owners[i] == owner ? points[i] - before : 0;
    }
    return share / POSITIONS;
  }

  /** How much of a ring lies between two positions, both included. */
  static double share(long from, long to) {
    return (to - from + 1) / POSITIONS;
  }

  /**
   * How many points a server has.
   *
   * @param server one of the ring's servers
   * @return the number of its points; none if its weight is too small beside the others'
   */
  public int points(Server server) {
    int owner = requireIndex(server);
    return (int)
        Arrays.stream(owners, 0, owners.length - 1).filter(i -> i == owner).count();
  }

  /**
   * Where on the ring a key lies.
   *
   * @param key the key
   * @return 0 to 2<sup>32</sup> - 1
   */
  public long position(Key key) {
    return Integer.toUnsignedLong(dialect.hash(key.bytes()));
  }

  /**
   * The ring as pieces, each as long as it can be.
   *
   * @return all of it, from position 0 on without a gap; no two neighbours have one server
   */
  public List<Arc> arcs() {
    List<Arc> arcs = new ArrayList<>();
    for (int i = 0; i < points.length; i++) {
      Server server = servers[owners[i]];
      int last = arcs.size() - 1;
      long from = last < 0 ? 0 : arcs.get(last).to() + 1;
      long to = Integer.toUnsignedLong(flip(points[i]));
      if (from > to) {
        continue; // of points that coincide, the first alone has what lies before
      }
      if (last >= 0 && arcs.get(last).server().equals(server)) {
        arcs.set(last, new Arc(arcs.get(last).from(), to, server));
      } else {
        arcs.add(new Arc(from, to, server));
      }
    }
    return List.copyOf(arcs);
  }

  /**
   * Which keys have another server on another ring: exactly, by the points of both. A server is the
   * same if it {@linkplain Server#isAt is at the same address}, whatever its name and weight.
   *
   * @param after the other ring
   * @return the pieces that move, in their order, each as long as it can be
   * @throws IllegalArgumentException if the other ring has another dialect, in which keys may lie
   *     elsewhere
   */
  public List<Move> movesTo(Ring after) {
    if (dialect != after.dialect) {
      throw new IllegalArgumentException(
          "rings of one dialect can be compared, but not " + dialect + " and " + after.dialect);
    }
    List<Move> moves = new ArrayList<>();
    Iterator<Arc> others = after.arcs().iterator();
    Arc other = others.next();
    for (Arc arc : arcs()) {
      long from = arc.from();
      while (from <= arc.to()) {
        long to = Math.min(arc.to(), other.to());
        if (!arc.server().isAt(other.server())) {
          moves.add(new Move(from, to, arc.server(), other.server()));
        }
        if (to == other.to() && others.hasNext()) {
          other = others.next();
        }
        from = to + 1;
      }
    }
    return List.copyOf(moves);
  }

  private int requireIndex(Server server) {
    int index = list.servers().indexOf(server);
    if (index < 0) {
      throw new IllegalArgumentException(server + " is not on this ring; there are " + list);
    }
    return index;
  }

  @Override
  public String toString() {
    return dialect + " " + list;
  }
}
