package dev.corral.dashboard;

import dev.corral.check.Argument;
import dev.corral.fault.ConfigurationException;
import dev.corral.namespace.Namespaces;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Where a dashboard is served, and to whom. Immutable: each change yields new options. What makes
 * no sense is found when a dashboard is served with them, all at once.
 */
public final class DashboardOptions implements Cloneable {
  private static final int HIGHEST_PORT = 65_535;
  private static final int SHORTEST_TOKEN = 16;

  private int port = 7070;
  private String address = "127.0.0.1";
  private Optional<String> token = Optional.empty();
  private Optional<Namespaces> namespaces = Optional.empty();

  DashboardOptions() {}

  /**
   * The port that the page is at.
   *
   * @param number 7070 by default; 0 for one that is free, to 65535
   * @return the options so changed
   */
  public DashboardOptions port(int number) {
    return with(to -> to.port = number);
  }

  /**
   * Which of this machine's addresses the page is at. One that other machines reach needs a
   * {@linkplain #token token}; and since HTTP is not encrypted, what is not a trusted network needs
   * something in between that speaks TLS, and passes on the {@code Host} that it was asked by. That
   * should also keep out floods of connections: here only those end that send half a request, or
   * take no answer, for half a minute.
   *
   * @param address {@code 127.0.0.1} by default, which only this machine reaches; {@code 0.0.0.0}
   *     for all of them
   * @return the options so changed
   */
  public DashboardOptions listenOn(String address) {
    Argument.required("address", address);
    return with(to -> to.address = address);
  }

  /**
   * What viewers must know: a browser asks for it once, others send it as {@code Authorization:
   * Bearer}. Without one, all who use this machine may look. Wrong ones are not counted, so draw it
   * at random.
   *
   * @param secret none by default; at least 16 characters, of ASCII and without spaces
   * @return the options so changed
   */
  public DashboardOptions token(String secret) {
    Argument.required("token", secret);
    return with(to -> to.token = Optional.of(secret));
  }

  /**
   * The namespaces whose evidence is shown, for who has made them with options of their own.
   *
   * @param shown {@link dev.corral.Corral#namespaces()} by default, or none if the store has no CAS
   * @return the options so changed
   */
  public DashboardOptions namespaces(Namespaces shown) {
    Argument.required("namespaces", shown);
    return with(to -> to.namespaces = Optional.of(shown));
  }

  private DashboardOptions with(Consumer<DashboardOptions> change) {
    try {
      DashboardOptions copy = (DashboardOptions) clone();
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Returns these options if they make sense, and names all that does not. Where to listen is an
   * address then: a name might mean another one when it is looked up again.
   */
  DashboardOptions validated() {
    List<String> problems = new ArrayList<>();
    if (port < 0 || port > HIGHEST_PORT) {
      problems.add("port must be 0 to 65535, but is " + port);
    }
    InetSocketAddress place = new InetSocketAddress(address, 0);
    if (address.isBlank() || place.isUnresolved()) {
      problems.add("listenOn must be an address of this machine, but '" + address + "' is none");
    } else if (token.isEmpty() && !place.getAddress().isLoopbackAddress()) {
      problems.add("other machines reach " + address
          + ", so a token is needed: give one, or listen on 127.0.0.1");
    }
    token.ifPresent(secret -> check(secret, problems));
    if (!problems.isEmpty()) {
      throw new ConfigurationException("the dashboard's options: " + String.join("; ", problems));
    }
    return listenOn(place.getAddress().getHostAddress());
  }

  private static void check(String secret, List<String> problems) {
    if (secret.length() < SHORTEST_TOKEN) {
      problems.add(
          "token must have at least " + SHORTEST_TOKEN + " characters, but has " + secret.length());
    }
    if (!secret.chars().allMatch(sign -> sign > ' ' && sign <= '~')) {
      problems.add("token must be of ASCII and without spaces");
    }
  }

  /** Where to listen. */
  InetSocketAddress place() {
    return new InetSocketAddress(address, port);
  }

  Optional<String> token() {
    return token;
  }

  Optional<Namespaces> namespaces() {
    return namespaces;
  }
}
