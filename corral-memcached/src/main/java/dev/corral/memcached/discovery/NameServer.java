package dev.corral.memcached.discovery;

import dev.corral.fault.ConfigurationException;
import dev.corral.memcached.node.HostResolver;
import dev.corral.ring.Server;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.directory.InitialDirContext;

/** Asks DNS: the machine's own servers, or one that is named. For any number of threads. */
public final class NameServer implements HostResolver {
  private static final String FACTORY = "com.sun.jndi.dns.DnsContextFactory";

  /** How long the first question waits for its answer; each of the others twice as long. */
  private static final String MILLIS = "1000";

  private static final String QUESTIONS = "2";

  private final String url;

  private NameServer(String url) {
    this.url = url;
  }

  /**
   * Those that the machine is set up with.
   *
   * @return whoever they are
   */
  public static NameServer ofMachine() {
    return new NameServer("dns:");
  }

  /**
   * Reads where a name server is.
   *
   * @param address {@code host:port}; without a port it is 53
   * @return the server
   * @throws ConfigurationException if that is no address
   */
  public static Server parse(String address) {
    Server server = withPort(address);
    if (server.isUnixSocket()) {
      throw new ConfigurationException(
          "bad name server \"" + address + "\": expected host:port or [address]:port");
    }
    return server;
  }

  private static Server withPort(String address) {
    try {
      return Server.parse(address + ":53");
    } catch (ConfigurationException e) { // there is a port already, or it is none
      return Server.parse(address);
    }
  }

  /**
   * One of one's own.
   *
   * @param server where it is
   * @return the name server
   */
  public static NameServer at(Server server) {
    return new NameServer("dns://" + server.address() + "/");
  }

  @Override
  public InetAddress[] resolve(String host) throws UnknownHostException {
    List<InetAddress> addresses = new ArrayList<>();
    for (String literal : ask(host, "A", "AAAA")) {
      addresses.add(InetAddress.getByName(literal));
    }
    return addresses.toArray(InetAddress[]::new);
  }

  /**
   * The SRV records of a service.
   *
   * @param service its full name
   * @return at least one
   * @throws UnknownHostException if there is none, or nobody could be asked
   */
  List<ServiceRecord> services(String service) throws UnknownHostException {
    return ask(service, "SRV").stream().map(ServiceRecord::parse).toList();
  }

  // DNS tells text and nothing that would be made an object; the URL's scheme is always dns.
  @SuppressWarnings("BanJNDI")
  private List<String> ask(String name, String... types) throws UnknownHostException {
    List<String> records = new ArrayList<>();
    try {
      InitialDirContext context = new InitialDirContext(environment());
      try {
        for (String type : types) {
          Attribute found = context.getAttributes(name, new String[] {type}).get(type);
          if (found != null) {
            addAll(found, records);
          }
        }
      } finally {
        context.close();
      }
    } catch (NameNotFoundException e) {
      throw unknown(name, "there is no such name", e);
    } catch (NamingException e) {
      throw unknown(name, "DNS did not answer: " + e.getMessage(), e);
    }
    if (records.isEmpty()) {
      throw new UnknownHostException(
          name + ": there are no records of type " + String.join(" or ", types));
    }
    return records;
  }

  private static void addAll(Attribute found, List<String> records) throws NamingException {
    NamingEnumeration<?> values = found.getAll();
    while (values.hasMore()) {
      records.add((String) values.next());
    }
  }

  private static UnknownHostException unknown(String name, String why, Throwable cause) {
    UnknownHostException unknown = new UnknownHostException(name + ": " + why);
    unknown.initCause(cause);
    return unknown;
  }

  @SuppressWarnings("JdkObsolete") // JNDI wants it
  private Hashtable<String, String> environment() {
    Hashtable<String, String> environment = new Hashtable<>();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, FACTORY);
    environment.put(Context.PROVIDER_URL, url);
    environment.put("com.sun.jndi.dns.timeout.initial", MILLIS);
    environment.put("com.sun.jndi.dns.timeout.retries", QUESTIONS);
    return environment;
  }

  @Override
  public String toString() {
    return url;
  }
}
