package dev.corral.benchmarks.peer.subject;

import com.spotify.folsom.MemcacheClient;
import com.spotify.folsom.MemcacheClientBuilder;
import com.spotify.folsom.MemcacheStatus;
import dev.corral.cli.bench.Client;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * folsom: a connection to each server on Netty's native epoll. Answers complete on the event loop
 * instead of going through a pool, with which it is faster.
 */
final class FolsomClient implements Client {
  private static final int MOST_OUTSTANDING = 100_000;
  private static final int PATIENCE_SECONDS = 10;

  private final MemcacheClient<byte[]> client;

  private FolsomClient(MemcacheClient<byte[]> client) throws Exception {
    this.client = client;
    client.awaitFullyConnected(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  static FolsomClient text(List<InetSocketAddress> servers) throws Exception {
    return new FolsomClient(builder(servers).connectAscii());
  }

  static FolsomClient binary(List<InetSocketAddress> servers) throws Exception {
    return new FolsomClient(builder(servers).connectBinary());
  }

  private static MemcacheClientBuilder<byte[]> builder(List<InetSocketAddress> servers) {
    MemcacheClientBuilder<byte[]> builder = MemcacheClientBuilder.newByteArrayClient()
        .withReplyExecutor(null)
        .withMaxOutstandingRequests(MOST_OUTSTANDING);
    servers.forEach(server -> builder.withAddress(server.getHostString(), server.getPort()));
    return builder;
  }

  @Override
  public byte @Nullable [] get(String key) throws Exception {
    return getAsync(key).get();
  }

  @Override
  public Collection<?> multiGet(List<String> keys) throws Exception {
    List<byte @Nullable []> values = client.get(keys).toCompletableFuture().get();
    // It has null for what is not there.
    return values.contains(null) ? values.stream().filter(Objects::nonNull).toList() : values;
  }

  @Override
  public CompletableFuture<byte @Nullable []> getAsync(String key) {
    return client.get(key).toCompletableFuture();
  }

  @Override
  public CompletableFuture<?> setAsync(String key, byte[] value) {
    return client.set(key, value, 0).toCompletableFuture();
  }

  @Override
  public boolean isStored(@Nullable Object answer) {
    return answer == MemcacheStatus.OK;
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
