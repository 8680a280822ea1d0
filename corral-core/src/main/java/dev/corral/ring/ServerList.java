package dev.corral.ring;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The servers of a ring, in order: at least one, no two with the same name or address. Immutable.
 *
 * <p>As text it is libketama's own: a line holds an address and a weight, and if it likes the
 * server's name on the ring, apart by tabs or spaces. {@code #} starts a comment.
 *
 * <pre>
 * # address        weight  name
 * 10.0.1.1:11211   600
 * 10.0.1.2:11211   300     cache-b
 * </pre>
 *
 * <p>Whatever is wrong with a list, all of it is reported in one {@link ServerListException}.
 */
public final class ServerList {
  /** With which some editors begin a file. */
  private static final String BYTE_ORDER_MARK = "^\u00EF\u00BB\u00BF";

  private final List<Server> servers;

  ServerList(List<Server> servers) {
    this.servers = List.copyOf(servers);
  }

  /**
   * A list of the given servers.
   *
   * @param servers the servers in order
   * @return the list
   * @throws ServerListException if there are none, or two have the same name or address
   */
  public static ServerList of(Server... servers) {
    return of(Arrays.asList(servers));
  }

  /**
   * A list of the given servers.
   *
   * @param servers the servers in order
   * @return the list
   * @throws ServerListException if there are none, or two have the same name or address
   */
  public static ServerList of(Collection<Server> servers) {
    ServerListBuilder builder = new ServerListBuilder("server list");
    int place = 0;
    for (Server server : servers) {
      builder.add("server " + ++place, server);
    }
    return builder.build();
  }

  /**
   * Reads addresses from one line, as they stand in a URI.
   *
   * @param addresses addresses with commas between them; each may have a weight, as in
   *     {@code cache1:11211=600}, which is 1 by default; a socket's path that holds {@code =} must
   *     have one. Names on the ring cannot be given here
   * @return the list
   * @throws ServerListException if there is anything wrong with it
   */
  public static ServerList parseAddresses(String addresses) {
    ServerListBuilder builder = new ServerListBuilder("server list");
    int place = 0;
    for (String item : addresses.split(",", -1)) {
      builder.addAddress("server " + ++place, item.strip());
    }
    return builder.build();
  }

  /**
   * Reads a list from text in libketama's format.
   *
   * @param text the lines
   * @return the list
   * @throws ServerListException if there is anything wrong with it
   */
  public static ServerList parse(String text) {
    return parse(text.getBytes(UTF_8), "server list");
  }

  static ServerList parse(byte[] content, String source) {
    ServerListBuilder builder = new ServerListBuilder(source);
    int number = 0;
    // Split as bytes, which Latin-1 keeps as they are, so that a line that is no UTF-8 has a
    // number.
    String text = new String(content, ISO_8859_1).replaceFirst(BYTE_ORDER_MARK, "");
    for (String line : text.split("\r?\n", -1)) {
      builder.addLine(source + ":" + ++number, line.getBytes(ISO_8859_1));
    }
    return builder.build();
  }

  /**
   * Reads a list from a file in libketama's format, encoded in UTF-8.
   *
   * @param file where the list is
   * @return the list
   * @throws ServerListException if the file cannot be read or there is anything wrong with it
   */
  public static ServerList read(Path file) {
    return parse(bytesOf(file), file.toString());
  }

  static byte[] bytesOf(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new ServerListException(List.of(file + ": there is no such file"));
    } catch (IOException e) {
      throw new ServerListException(List.of(file + ": cannot be read: " + e.getMessage()));
    }
  }

  /**
   * The servers.
   *
   * @return at least one, in order; not to be changed
   */
  public List<Server> servers() {
    return servers;
  }

  /**
   * How many servers there are.
   *
   * @return at least 1
   */
  public int size() {
    return servers.size();
  }

  /**
   * Looks a server up.
   *
   * @param nameOrAddress the server's {@linkplain Server#name name} or {@linkplain Server#address
   *     address}
   * @return the server, or nothing if none is called so
   */
  public Optional<Server> find(String nameOrAddress) {
    Server byAddress = null;
    for (Server server : servers) {
      if (server.name().equals(nameOrAddress)) {
        return Optional.of(server);
      }
      byAddress = server.address().equals(nameOrAddress) ? server : byAddress;
    }
    return Optional.ofNullable(byAddress);
  }

  /**
   * The weight that all servers have: that of one more that is not given any.
   *
   * @return the weight; empty if they differ
   */
  public OptionalInt commonWeight() {
    int first = servers.get(0).weight();
    return servers.stream().allMatch(server -> server.weight() == first)
        ? OptionalInt.of(first)
        : OptionalInt.empty();
  }

  /**
   * This list with one more server at its end.
   *
   * @param server the new one
   * @return the changed copy
   * @throws ServerListException if its name or address is taken
   */
  public ServerList with(Server server) {
    List<Server> more = new ArrayList<>(servers);
    more.add(server);
    return of(more);
  }

  /**
   * This list without one of its servers.
   *
   * @param nameOrAddress which one, as in {@link #find}
   * @return the changed copy
   * @throws IllegalArgumentException if there is no such server
   * @throws ServerListException if it is the last one
   */
  public ServerList without(String nameOrAddress) {
    Server gone = require(nameOrAddress);
    return of(servers.stream().filter(server -> !server.equals(gone)).toList());
  }

  /**
   * This list with another weight for one of its servers.
   *
   * @param nameOrAddress which one, as in {@link #find}
   * @param weight the new weight, at least 1
   * @return the changed copy
   * @throws IllegalArgumentException if there is no such server, or the weight is less
   */
  public ServerList withWeight(String nameOrAddress, int weight) {
    Server changed = require(nameOrAddress);
    return of(servers.stream()
        .map(server -> server.equals(changed) ? server.withWeight(weight) : server)
        .toList());
  }

  private Server require(String nameOrAddress) {
    return find(nameOrAddress)
        .orElseThrow(() -> new IllegalArgumentException(
            "no server is called \"" + nameOrAddress + "\"; there are " + servers));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ServerList list && servers.equals(list.servers);
  }

  @Override
  public int hashCode() {
    return servers.hashCode();
  }

  @Override
  public String toString() {
    return servers.toString();
  }
}
