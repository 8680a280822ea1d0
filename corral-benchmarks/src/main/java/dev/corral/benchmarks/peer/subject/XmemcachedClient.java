package dev.corral.benchmarks.peer.subject;

import dev.corral.cli.bench.Client;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.rubyeye.xmemcached.CommandFactory;
import net.rubyeye.xmemcached.MemcachedClient;
import net.rubyeye.xmemcached.XMemcachedClientBuilder;
import net.rubyeye.xmemcached.command.Command;
import net.rubyeye.xmemcached.command.CommandType;
import net.rubyeye.xmemcached.exception.MemcachedException;
import net.rubyeye.xmemcached.impl.KetamaMemcachedSessionLocator;
import net.rubyeye.xmemcached.transcoders.CachedData;
import net.rubyeye.xmemcached.transcoders.Transcoder;
import net.rubyeye.xmemcached.utils.ByteUtils;
import org.jspecify.annotations.Nullable;

/**
 * xmemcached: a connection to each server. It merges gets and buffers, as it does by default, and
 * up to 150 gets instead of 32.
 *
 * <p>It has no asynchronous calls. To see what its engine can do, those here make its commands and
 * hand them to its connector, as its blocking calls do before they wait. Their figures are the
 * engine's, not those of its API.
 */
final class XmemcachedClient implements Client {
  private static final int MERGED = 150;
  private static final int PATIENCE_MILLIS = 5_000;

  private final MemcachedClient client;
  private final CommandFactory commands;
  private final Transcoder<?> transcoder;

  XmemcachedClient(List<InetSocketAddress> servers, CommandFactory commands) throws IOException {
    this.commands = commands;
    XMemcachedClientBuilder builder = new XMemcachedClientBuilder(servers);
    builder.setCommandFactory(commands);
    builder.setSessionLocator(new KetamaMemcachedSessionLocator());
    builder.setConnectionPoolSize(1);
    builder.setOpTimeout(PATIENCE_MILLIS);
    client = builder.build();
    client.setOptimizeGet(true);
    client.setOptimizeMergeBuffer(true);
    client.setMergeFactor(MERGED);
    transcoder = client.getTranscoder();
  }

  @Override
  public byte @Nullable [] get(String key) throws Exception {
    return client.get(key);
  }

  @Override
  public Collection<?> multiGet(List<String> keys) throws Exception {
    return client.get(keys).values();
  }

  @Override
  public Future<byte @Nullable []> getAsync(String key) throws MemcachedException {
    return send(
        commands.createGetCommand(key, ByteUtils.getBytes(key), CommandType.GET_ONE, transcoder));
  }

  @Override
  public Future<?> setAsync(String key, byte[] value) throws MemcachedException {
    return send(
        commands.createSetCommand(key, ByteUtils.getBytes(key), 0, value, false, transcoder));
  }

  @Override
  public boolean isStored(@Nullable Object answer) {
    return Boolean.TRUE.equals(answer);
  }

  private <T> Future<T> send(Command command) throws MemcachedException {
    client.getConnector().send(command);
    return new Sent<>(command, transcoder);
  }

  @Override
  public void close() throws IOException {
    client.shutdown();
  }

  /** What the blocking calls do after they have sent a command: wait for it, and decode it. */
  private record Sent<T>(Command command, Transcoder<?> transcoder) implements Future<T> {
    @Override
    public T get() throws InterruptedException, ExecutionException {
      command.getLatch().await();
      return answer();
    }

    @Override
    public T get(long timeout, TimeUnit unit)
        throws InterruptedException, ExecutionException, TimeoutException {
      if (!command.getLatch().await(timeout, unit)) {
        throw new TimeoutException();
      }
      return answer();
    }

    @SuppressWarnings("unchecked") // the caller knows what it has sent
    private T answer() throws ExecutionException {
      command.getIoBuffer().free();
      if (command.getException() != null) {
        throw new ExecutionException(command.getException());
      }
      Object result = command.getResult();
      return (T) (result instanceof CachedData data ? transcoder.decode(data) : result);
    }

    @Override
    public boolean isDone() {
      return command.getLatch().getCount() == 0;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      return false;
    }

    @Override
    public boolean isCancelled() {
      return false;
    }
  }
}
