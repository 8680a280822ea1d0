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
 * <p>Immutable. Nothing here ever asks DNS.
 */
public final class Server {
  /** The port that an address without one means: 11211. */
  public static final int DEFAULT_PORT = 11211;

  private static final int MAX_PORT = 65_535;
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]+");
  private static final Pattern IPV6 =
      Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(%[A-Za-z0-9._-]+)?");
  private static final Pattern ADDRESS =
      Pattern.compile("(\\[(?<v6>[^]]*)]|(?<host>[^:\\[\\]]*))(:(?<port>.*))?");

  private final String written;
  private final String host;
  private final int port;
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
   * @param address {@code host:port}, {@code [ipv6]:port}, or either without the port
   * @return the server
   * @throws ConfigurationException if this is not an address
   */
  public static Server parse(String address) {
    Matcher parts = ADDRESS.matcher(address);
    if (!parts.matches()) {
      throw new ConfigurationException(
          "bad address \"" + address + "\": expected host:port, or [address]:port for IPv6");
    }
    boolean isIpv6 = parts.group("v6") != null;
    String host = isIpv6 ? parts.group("v6") : parts.group("host");
    if (!(isIpv6 ? IPV6 : HOST).matcher(host).matches()) {
      throw new ConfigurationException(
          "bad address \"" + address + "\": \"" + host + "\" is not a host name or IP address");
    }
    String port = parts.group("port");
    return new Server(
        address, host, port == null ? DEFAULT_PORT : parsePort(port, address), 1, null);
  }

  private static int parsePort(String text, String address) {
    int port = parseWhole(text);
    if (port < 1 || port > MAX_PORT) {
      throw new ConfigurationException(
          "bad address \"" + address + "\": the port must be 1 to 65535, but is \"" + text + "\"");
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
   * The host to connect to.
   *
   * @return a host name or an IP address; IPv6 without brackets
   */
  public String host() {
    return host;
  }

  /**
   * The port to connect to.
   *
   * @return 1 to 65535
   */
  public int port() {
    return port;
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
   * Host and port in one.
   *
   * @return {@code host:port}, or {@code [host]:port} for IPv6
   */
  public String address() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }

  /** The same for any two servers that one connection could not tell apart. */
  String endpoint() {
    return address().toLowerCase(Locale.ROOT);
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
