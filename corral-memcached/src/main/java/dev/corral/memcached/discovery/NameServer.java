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
    List<String> literals = new ArrayList<>(ask(host, "A"));
    try {
      literals.addAll(ask(host, "AAAA"));
    } catch (UnknownHostException e) {
      // There are name servers that fail or deny what they were never taught, and know all else.
      if (literals.isEmpty()) {
        throw e;
      }
    }
    require(literals, host, "A or AAAA");
    InetAddress[] addresses = new InetAddress[literals.size()];
    for (int i = 0; i < addresses.length; i++) {
      addresses[i] = InetAddress.getByName(literals.get(i));
    }
    return addresses;
  }

  /**
   * The SRV records of a service.
   *
   * @param service its full name
   * @return at least one
   * @throws UnknownHostException if there is none, or nobody could be asked
   */
  List<ServiceRecord> services(String service) throws UnknownHostException {
    List<String> records = new ArrayList<>(ask(service, "SRV"));
    records.removeIf(ServiceRecord::saysThereIsNone);
    require(records, service, "SRV");
    return records.stream().map(ServiceRecord::parse).toList();
  }

  /** The records of one type: none if the name is there without any. */
  // DNS tells text and nothing that would be made an object; the URL's scheme is always dns.
  @SuppressWarnings("BanJNDI")
  private List<String> ask(String name, String type) throws UnknownHostException {
    try {
      InitialDirContext context = new InitialDirContext(environment());
      try {
        Attribute found = context.getAttributes(name, new String[] {type}).get(type);
        return found == null ? List.of() : texts(found);
      } finally {
        context.close();
      }
    } catch (NameNotFoundException e) {
      throw unknown(name, "there is no such name", e);
    } catch (NamingException e) {
      Throwable root = e.getRootCause() == null ? e : e.getRootCause();
      throw unknown(name, "DNS did not answer: " + root.getMessage(), e);
    }
  }

  private static List<String> texts(Attribute found) throws NamingException {
    List<String> texts = new ArrayList<>();
    NamingEnumeration<?> values = found.getAll();
    while (values.hasMore()) {
      texts.add((String) values.next());
    }
    return texts;
  }

  private static void require(List<String> records, String name, String types)
      throws UnknownHostException {
    if (records.isEmpty()) {
      throw new UnknownHostException(name + ": there are no records of type " + types);
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
