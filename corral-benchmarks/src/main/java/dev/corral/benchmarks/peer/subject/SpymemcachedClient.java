package dev.corral.benchmarks.peer.subject;

import dev.corral.cli.bench.Client;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import net.spy.memcached.ConnectionFactoryBuilder;
import net.spy.memcached.ConnectionFactoryBuilder.Locator;
import net.spy.memcached.ConnectionFactoryBuilder.Protocol;
import net.spy.memcached.DefaultHashAlgorithm;
import net.spy.memcached.MemcachedClient;
import org.jspecify.annotations.Nullable;

/**
 * spymemcached: a connection to each server, all on one selector thread. It may merge queued gets
 * into one of many keys. Its buffers, those for writing too, have 128 KiB instead of 16, with which
 * it is faster. Its usual transcoder leaves bytes as they are.
 */
final class SpymemcachedClient implements Client {
  private static final int BUFFER = 128 * 1024;
  private static final int PATIENCE_MILLIS = 5_000;

  private final MemcachedClient client;

  SpymemcachedClient(List<InetSocketAddress> servers, Protocol protocol) throws IOException {
    System.setProperty("net.spy.log.LoggerImpl", "net.spy.memcached.compat.log.SLF4JLogger");
    client = new MemcachedClient(
        new ConnectionFactoryBuilder()
            .setProtocol(protocol)
            .setLocatorType(Locator.CONSISTENT)
            .setHashAlg(DefaultHashAlgorithm.KETAMA_HASH)
            .setShouldOptimize(true)
            .setReadBufferSize(BUFFER)
            .setOpTimeout(PATIENCE_MILLIS)
            .setDaemon(true)
            .build(),
        servers);
    // Until it is connected to all it sends keys to whichever server is there.
    while (client.getAvailableServers().size() < servers.size()) {
      LockSupport.parkNanos(10_000_000);
    }
  }

  @Override
  public byte @Nullable [] get(String key) {
    return (byte[]) client.get(key);
  }

  @Override
  public Collection<?> multiGet(List<String> keys) {
    return client.getBulk(keys).values();
  }

  @Override
  @SuppressWarnings("unchecked") // the transcoder makes bytes of what were bytes
  public Future<byte @Nullable []> getAsync(String key) {
    return (Future<byte[]>) (Future<?>) client.asyncGet(key);
  }

  @Override
  public Future<?> setAsync(String key, byte[] value) {
    return client.set(key, 0, value);
  }

  @Override
  public boolean isStored(@Nullable Object answer) {
    return Boolean.TRUE.equals(answer);
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
