package dev.corral.ring;

import dev.corral.fault.ConfigurationException;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A memcached server as a ring sees it: where to connect to, how much of the ring it takes, and the
 * name that says where on the ring it lies. The name is apart from the address, so that a server
 * can move to another address and keep its keys. Unless one is given, each {@link Dialect} makes
 * the name from the address.
 *
 * <p>A server listens on a host's port, or {@linkplain #isUnixSocket on a unix socket}: then it has
 * a {@link #path} instead of {@link #host} and {@link #port}.
 *
 * <p>Immutable. Nothing here ever asks DNS.
 */
public final class Server {
  /** The port that an address without one means: 11211. */
  public static final int DEFAULT_PORT = 11211;

  private static final int MAX_PORT = 65_535;
  private static final Pattern HOST = Pattern.compile(
      "LABEL(\\.LABEL)*\\.?".replace("LABEL", "[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?"));
  private static final Pattern FOUR_NUMBERS = Pattern.compile("[0-9]+(\\.[0-9]+){3}");
  private static final Pattern IPV6 =
      Pattern.compile("(?<address>[^%]*)(?<scope>%[A-Za-z0-9._-]+)?");
  private static final Pattern ADDRESS =
      Pattern.compile("(\\[(?<v6>[^]]*)]|(?<host>[^:\\[\\]]*))(:(?<port>.*))?");

  private static final String UNIX = "unix:";
  private static final Pattern PATH = Pattern.compile("/[^\\s,#\\p{Cntrl}]+");

  private final String written;
  private final String host; // of a unix socket the path
  private final int port; // of a unix socket 0
  private final int weight;
  private final @Nullable String givenName;

  private Server(String written, String host, int port, int weight, @Nullable String givenName) {
    this.written = written;
    this.host = host;
    this.port = port;
    this.weight = weight;
    this.givenName = givenName;
  }

  /**
   * Reads an address. The server gets weight 1 and no name of its own.
   *
   * @param address {@code host:port}, {@code [ipv6]:port}, or either without the port; or
   *     {@code unix:/path} for a unix socket, whose path is absolute and holds no white space,
   *     commas or {@code #}
   * @return the server
   * @throws ConfigurationException if this is not an address
   */
  public static Server parse(String address) {
    // A host may be called unix, but no port has a slash.
    if (address.startsWith(UNIX) && address.indexOf('/') >= 0) {
      return parseSocket(address);
    }
    Matcher parts = ADDRESS.matcher(address);
    if (!parts.matches()) {
      throw bad(address, "expected host:port, [address]:port for IPv6, or unix:/path");
    }
    boolean isIpv6 = parts.group("v6") != null;
    String host = isIpv6 ? parts.group("v6") : parts.group("host");
    if (!(isIpv6 ? fullIpv6(host) != null : isHost(host))) {
      throw bad(address, "\"" + host + "\" is not a host name or IP address");
    }
    String port = parts.group("port");
    return new Server(
        address, host, port == null ? DEFAULT_PORT : parsePort(port, address), 1, null);
  }

  private static Server parseSocket(String address) {
    String path = address.substring(UNIX.length());
    if (!PATH.matcher(path).matches()) {
      throw bad(address, "a socket's path must begin with / and hold no white space, commas or #");
    }
    return new Server(address, path, 0, 1, null);
  }

  private static boolean isHost(String text) {
    return HOST.matcher(text).matches()
        && (IpAddress.isV4(text) || !FOUR_NUMBERS.matcher(text).matches());
  }

  /** An IPv6 address written in full, with its scope if there is one; null if it is none. */
  private static @Nullable String fullIpv6(String text) {
    Matcher parts = IPV6.matcher(text);
    String full = parts.matches() ? IpAddress.fullV6(parts.group("address")) : null;
    String scope = full == null ? null : parts.group("scope");
    return scope == null ? full : full + scope;
  }

  private static ConfigurationException bad(String address, String reason) {
    return new ConfigurationException("bad address \"" + address + "\": " + reason);
  }

  private static int parsePort(String text, String address) {
    int port = parseWhole(text);
    if (port < 1 || port > MAX_PORT) {
      throw bad(address, "the port must be 1 to 65535, but is \"" + text + "\"");
    }
    return port;
  }

  static int parseWeight(String text) {
    int weight = parseWhole(text);
    if (weight < 1) {
      throw new ConfigurationException(
          "bad weight \"" + text + "\": expected a whole number from 1 to " + Integer.MAX_VALUE);
    }
    return weight;
  }

  /** The number that the digits spell, or -1 if it is none or does not fit. */
  private static int parseWhole(String text) {
    // Ten digits always fit a long; Integer.parseInt would let "+1" pass.
    long number = text.matches("[0-9]{1,10}") ? Long.parseLong(text) : -1;
    return number <= Integer.MAX_VALUE ? (int) number : -1;
  }

  /**
   * This server with another weight.
   *
   * @param newWeight its share of the ring, relative to the other servers' weights; at least 1
   * @return the changed copy
   * @throws IllegalArgumentException if it is less
   */
  public Server withWeight(int newWeight) {
    if (newWeight < 1) {
      throw new IllegalArgumentException("weight must be at least 1, but is " + newWeight);
    }
    return new Server(written, host, port, newWeight, givenName);
  }

  /**
   * This server with a name of its own on the ring, which every dialect takes as it is.
   *
   * @param newName any characters but white space, commas and {@code #}; at least one
   * @return the changed copy
   * @throws IllegalArgumentException if it is empty or holds any of these
   */
  public Server withName(String newName) {
    if (!newName.matches("[^\\s,#]+")) {
      throw new IllegalArgumentException(
          "a server's name must not be empty or hold white space, commas or #, but is \"" + newName
              + "\"");
    }
    return new Server(written, host, port, weight, newName);
  }

  /**
   * The name of this server among others: the one that was given, else the address as it was
   * written.
   *
   * @return the name
   */
  public String name() {
    return givenName == null ? written : givenName;
  }

  /** The name that was given, if any: a dialect makes one from the address otherwise. */
  @Nullable
  String givenName() {
    return givenName;
  }

  /**
   * Whether the server listens on a unix socket: on a {@link #path} instead of a {@link #host} and
   * a {@link #port}.
   *
   * @return false if it listens on a host's port
   */
  public boolean isUnixSocket() {
    return port == 0;
  }

  /**
   * The unix socket to connect to.
   *
   * @return an absolute path
   * @throws IllegalStateException if the server {@linkplain #isUnixSocket has no unix socket}
   */
  public String path() {
    require(isUnixSocket(), "has a host and port, not a unix socket's path");
    return host;
  }

  /**
   * The host to connect to.
   *
   * @return a host name or an IP address; IPv6 without brackets
   * @throws IllegalStateException if the server {@linkplain #isUnixSocket has a unix socket}
   */
  public String host() {
    require(!isUnixSocket(), "has a unix socket's path, not a host");
    return host;
  }

  /**
   * The port to connect to.
   *
   * @return 1 to 65535
   * @throws IllegalStateException if the server {@linkplain #isUnixSocket has a unix socket}
   */
  public int port() {
    require(!isUnixSocket(), "has a unix socket's path, not a port");
    return port;
  }

  private void require(boolean isSo, String otherwise) {
    if (!isSo) {
      throw new IllegalStateException(this + " " + otherwise);
    }
  }

  /**
   * How much of the ring the server takes, relative to the others.
   *
   * @return at least 1; 1 by default
   */
  public int weight() {
    return weight;
  }

  /**
   * Where to connect to, in one.
   *
   * @return {@code host:port}, {@code [host]:port} for IPv6, or {@code unix:/path}
   */
  public String address() {
    if (isUnixSocket()) {
      return UNIX + host;
    }
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }

  /**
   * Whether both are the same to whoever connects: the address is the same, however it is written.
   *
   * @param other another
   * @return whether they are one server; names are not looked up to find out
   */
  public boolean isAt(Server other) {
    return endpoint().equals(other.endpoint());
  }

  /** The same for any two servers that one connection could not tell apart. */
  String endpoint() {
    if (isUnixSocket()) {
      return address();
    }
    String full = fullIpv6(host);
    return (full == null ? host.toLowerCase(Locale.ROOT) : full) + " " + port;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Server server
        && written.equals(server.written)
        && host.equals(server.host)
        && port == server.port
        && weight == server.weight
        && Objects.equals(givenName, server.givenName);
  }

  @Override
  public int hashCode() {
    return name().hashCode();
  }

  /** The address, after the name if there is one of its own. */
  @Override
  public String toString() {
    return givenName == null ? address() : givenName + " (" + address() + ")";
  }
}
