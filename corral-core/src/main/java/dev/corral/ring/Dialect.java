package dev.corral.ring;

import dev.corral.fault.ConfigurationException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Whose rules a ring follows. Clients find one another's items only if they agree on each point of
 * the ring: take the dialect of those that share the servers.
 *
 * <p>A name that was {@linkplain Server#withName given to a server} counts in every dialect; what
 * is said of names below is what happens without one.
 */
public enum Dialect {
  /**
   * libketama's own, and the default. The name is the address as it was written, so that
   * {@code cache1} and {@code cache1:11211}, though the same server, lie at different places. A
   * server has 160 points times its relative weight. Libketama itself knows no unix sockets; here
   * one is named {@code unix:/path}, as written too.
   */
  LIBKETAMA {
    @Override
    String pointName(Server server) {
      return server.name();
    }

    @Override
    int[] points(String name, Server server, Totals totals) {
      // C's arithmetic: a float share times a double, narrowed to float again for floorf.
      return md5Points(
          name, (int) Math.floor((float) (totals.share(server) * 40.0 * totals.servers())));
    }
  },

  /**
   * libmemcached with {@code MEMCACHED_BEHAVIOR_KETAMA_WEIGHTED}. The name is the host, with its
   * port if that is not 11211, or {@code /path:0} for a unix socket, as
   * {@code memcached_server_add_unix_socket} has it. Points are as many as libketama's, but rounded
   * otherwise.
   */
  LIBMEMCACHED_WEIGHTED {
    @Override
    int[] points(String name, Server server, Totals totals) {
      // All in float: 25 equal servers thus get 156 points each, not 160.
      return md5Points(name, (int) Math.floor(totals.share(server) * 160f / 4f * totals.servers()));
    }
  },

  /**
   * libmemcached with {@code MEMCACHED_DISTRIBUTION_CONSISTENT} alone. Names as in
   * {@link #LIBMEMCACHED_WEIGHTED}, keys hashed with Jenkins' one-at-a-time. If all weights are 1 a
   * server has 100 points, by the same hash; if any is more, those of
   * {@link #LIBMEMCACHED_WEIGHTED}, even where all are equal.
   */
  LIBMEMCACHED {
    @Override
    int[] points(String name, Server server, Totals totals) {
      if (totals.hasWeights()) {
        return LIBMEMCACHED_WEIGHTED.points(name, server, totals);
      }
      int[] points = new int[100];
      Arrays.setAll(points, i -> OneAtATime.hash(bytes(name + "-" + i)));
      return points;
    }

    @Override
    int hash(byte[] key) {
      return OneAtATime.hash(key);
    }
  },

  /**
   * spymemcached's KetamaNodeLocator, and that of its forks. The name holds the IP address, such as
   * {@code 10.0.0.1:11211} or {@code cache1/10.0.0.1:11211}. Since DNS is never asked for it, every
   * server whose address is not an IPv4 address must be given its name, unix sockets too, which
   * spymemcached does not know. A server has 160 points; weights don't count.
   */
  SPYMEMCACHED {
    @Override
    String pointName(Server server) {
      String given = server.givenName();
      if (given != null) {
        return given;
      }
      if (server.isUnixSocket() || !IpAddress.isV4(server.host())) {
        throw new ConfigurationException(server.address()
            + " needs a name: spymemcached's holds the IP address, as in the line \""
            + server.address() + " " + server.weight() + " cache1/10.0.0.1:11211\"");
      }
      return server.address();
    }

    @Override
    int[] points(String name, Server server, Totals totals) {
      return md5Points(name, 40);
    }

    @Override
    boolean lastTakesTie() {
      return true;
    }
  };

  /** What a server's weight is measured by. */
  record Totals(int servers, long weight, boolean hasWeights) {
    static Totals of(ServerList list) {
      long weight = list.servers().stream().mapToLong(Server::weight).sum();
      return new Totals(list.size(), weight, weight > list.size());
    }

    float share(Server server) {
      return (float) server.weight() / (float) weight;
    }
  }

  /**
   * Finds a dialect by its name.
   *
   * @param name as {@link #toString} has it, such as {@code libmemcached-weighted}; in any case
   * @return the dialect
   * @throws ConfigurationException if there is none of this name
   */
  public static Dialect parse(String name) {
    for (Dialect dialect : values()) {
      if (dialect.toString().equalsIgnoreCase(name)) {
        return dialect;
      }
    }
    throw new ConfigurationException("unknown dialect \"" + name + "\": expected "
        + Arrays.stream(values()).map(Dialect::toString).collect(Collectors.joining(", ")));
  }

  /** What the server's points are made from: its given name, else one made of its address. */
  String pointName(Server server) {
    String given = server.givenName();
    if (given != null) {
      return given;
    }
    if (server.isUnixSocket()) {
      return server.path() + ":0";
    }
    return server.port() == Server.DEFAULT_PORT
        ? server.host()
        : server.host() + ":" + server.port();
  }

  /** The server's points, in no order. A light server among heavy ones can have none at all. */
  abstract int[] points(String name, Server server, Totals totals);

  /** Whether a point that two servers claim goes to the last of them in the list, not the first. */
  boolean lastTakesTie() {
    return false;
  }

  /** Where a key lies on the ring. */
  int hash(byte[] key) {
    return Md5.firstWord(key);
  }

  /** The name as users write it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Four points from each digest of {@code name-0}, {@code name-1} and so on. */
  private static int[] md5Points(String name, int digests) {
    int[] points = new int[4 * digests];
    for (int i = 0; i < digests; i++) {
      Md5.digest(bytes(name + "-" + i), points, 4 * i);
    }
    return points;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
