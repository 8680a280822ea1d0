package dev.corral.benchmarks.piece;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.google.code.yanf4j.core.Session;
import com.spotify.folsom.RawMemcacheClient;
import com.spotify.folsom.client.NoopMetrics;
import com.spotify.folsom.client.test.FakeRawMemcacheClient;
import com.spotify.folsom.guava.HostAndPort;
import com.spotify.folsom.ketama.AddressAndClient;
import com.spotify.folsom.ketama.Continuum;
import dev.corral.key.Key;
import dev.corral.ring.Dialect;
import dev.corral.ring.Ring;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.IntStream;
import net.rubyeye.xmemcached.impl.KetamaMemcachedSessionLocator;
import net.spy.memcached.DefaultHashAlgorithm;
import net.spy.memcached.KetamaNodeLocator;
import net.spy.memcached.MemcachedNode;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * What it costs to find the server of a key: Corral's ring beside the ketama locators of
 * spymemcached and xmemcached, beside folsom's, and beside the JDK's MD5 with a search in a sorted
 * array, which is about the least that a lookup with the JDK's own means can cost.
 *
 * <p>Each is given keys as it takes them: spymemcached and xmemcached strings, which they encode on
 * every lookup, the others bytes, since Corral's keys are encoded once per call for routing and
 * wire alike, and so are folsom's. The key's making is therefore measured too, in
 * {@code corralFromString}, as the fairest match to those two.
 */
@SuppressWarnings("NullAway.Init") // JMH calls setUp before all else.
public class RingLookupBenchmark extends Piece {
  /** How many servers there are, all of the same weight. */
  @Param({"10", "100"})
  public int servers;

  private final String[] names = new String[KEYS];
  private final Key[] keys = new Key[KEYS];
  private final byte[][] bytes = new byte[KEYS][];

  private Ring ring;
  private KetamaNodeLocator spymemcached;
  private KetamaMemcachedSessionLocator xmemcached;
  private Continuum folsom;
  private SortedPoints sortedPoints;

  /** Makes the keys, 32 characters each, and all the rings. */
  @Setup
  public void setUp() {
    for (int i = 0; i < KEYS; i++) {
      names[i] = name(i);
      keys[i] = Key.raw(names[i]);
      bytes[i] = names[i].getBytes(US_ASCII);
    }
    List<InetSocketAddress> addresses = IntStream.range(0, servers)
        .mapToObj(i -> new InetSocketAddress("10.0.0." + i, 11211))
        .toList();

    ring = Ring.of(
        ServerList.of(addresses.stream()
            .map(address -> Server.parse(address.getHostString() + ":" + address.getPort()))
            .toList()),
        Dialect.SPYMEMCACHED);
    spymemcached = new KetamaNodeLocator(
        addresses.stream().map(address -> standIn(MemcachedNode.class, address)).toList(),
        DefaultHashAlgorithm.KETAMA_HASH);
    xmemcached = new KetamaMemcachedSessionLocator();
    // Else each lookup would ask our stand-in whether it is closed, at a cost that is not theirs.
    xmemcached.setFailureMode(true);
    xmemcached.updateSessions(
        addresses.stream().map(address -> standIn(Session.class, address)).toList());
    folsom = new Continuum(
        addresses.stream().map(RingLookupBenchmark::addressAndClient).toList());
    sortedPoints = new SortedPoints(ring);
    requireEqualAnswers();
  }

  /**
   * Comparing lookups with different answers would mean little. Left out are xmemcached, which
   * names the servers otherwise, and so has another ring of the same size, and folsom, whose ring
   * is not ketama's: it hashes by murmur3, and has 100 points for a server instead of 160.
   */
  private void requireEqualAnswers() {
    for (int i = 0; i < KEYS; i++) {
      String expected = "/" + ring.locate(keys[i]).address();
      String spy = spymemcached.getPrimary(names[i]).getSocketAddress().toString();
      String sorted = "/" + sortedPoints.locate(bytes[i]).address();
      if (!spy.equals(expected) || !sorted.equals(expected)) {
        throw new IllegalStateException(names[i] + ": " + expected + ", " + spy + ", " + sorted);
      }
    }
  }

  /** Corral's ring, of a key that is made already. */
  @Benchmark
  public Server corral() {
    return ring.locate(keys[next()]);
  }

  /** Corral's ring, with a key made of a string. */
  @Benchmark
  public Server corralFromString() {
    return ring.locate(Key.raw(names[next()]));
  }

  /** spymemcached's tree map. */
  @Benchmark
  public MemcachedNode spymemcached() {
    return spymemcached.getPrimary(names[next()]);
  }

  /** xmemcached's tree map. */
  @Benchmark
  public Session xmemcached() {
    return xmemcached.getSessionByKey(names[next()]);
  }

  /** folsom's tree map. */
  @Benchmark
  public RawMemcacheClient folsom() {
    return folsom.findClient(bytes[next()]);
  }

  /** The JDK's MD5 and a binary search in a sorted array. */
  @Benchmark
  public Server jdkMd5AndSortedArray() {
    return sortedPoints.locate(bytes[next()]);
  }

  /** One of folsom's own stand-ins: a lookup asks it whether it is connected. */
  private static AddressAndClient addressAndClient(InetSocketAddress address) {
    String host = address.getHostString();
    return new AddressAndClient(
        HostAndPort.fromParts(host, address.getPort()),
        new FakeRawMemcacheClient(NoopMetrics.INSTANCE, host + ":" + address.getPort()));
  }

  /** A server that has an address and nothing else. */
  private static <T> T standIn(Class<T> type, InetSocketAddress address) {
    InvocationHandler handler = (self, method, arguments) -> switch (method.getName()) {
      case "getSocketAddress", "getRemoteSocketAddress" -> address;
      case "toString" -> address.toString();
      case "hashCode" -> address.hashCode();
      case "equals" -> self == arguments[0];
      default -> throw new UnsupportedOperationException(method.toString());
    };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
