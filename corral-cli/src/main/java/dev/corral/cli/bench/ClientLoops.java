package dev.corral.cli.bench;

import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Makes the loops of a client. They fail at the first value that is not stored, or not as it was
 * written; of those that are read at once they look at one.
 */
public final class ClientLoops {
  private final Client client;

  /** The loops of this client. */
  public ClientLoops(Client client) {
    this.client = client;
  }

  /** Writes all keys, and waits until they are there. */
  public void preload(KeySpace keys) throws Exception {
    Loop sets = new AsyncSet(client, keys, Workload.WINDOW);
    for (int i = 0; i < keys.count(); i++) {
      sets.step();
    }
    sets.drain();
  }

  /**
   * The loop of one caller.
   *
   * @param keys must have been preloaded
   * @param caller which, from 0 on
   */
  public Loop loop(Workload workload, KeySpace keys, int caller) {
    return switch (workload.kind()) {
      case BLOCKING_GET -> new BlockingGet(client, keys, keys.startOf(caller));
      case ASYNC_GET -> new AsyncGet(client, keys, workload.window());
      case MULTI_GET -> new MultiGet(client, keys);
      case ASYNC_SET -> new AsyncSet(client, keys, workload.window());
    };
  }

  private static void check(@Nullable Object found, KeySpace keys) throws IOException {
    if (!(found instanceof byte[] bytes)) {
      throw gone(1);
    }
    if (bytes.length != keys.value().length) {
      throw new IOException("a value has another length than it was written with");
    }
  }

  private static IOException gone(int howMany) {
    return new IOException("keys that were written are gone, " + howMany
        + " at once: evicted, flushed, or their server has been restarted");
  }

  private static final class BlockingGet implements Loop {
    private final Client client;
    private final KeySpace keys;
    private int next;

    BlockingGet(Client client, KeySpace keys, int start) {
      this.client = client;
      this.keys = keys;
      this.next = start;
    }

    @Override
    public int step() throws Exception {
      check(client.get(keys.key(next)), keys);
      next = keys.after(next);
      return 1;
    }

    @Override
    public boolean isOneCallEach() {
      return true;
    }
  }

  private static final class MultiGet implements Loop {
    private final Client client;
    private final KeySpace keys;
    private int next;

    MultiGet(Client client, KeySpace keys) {
      this.client = client;
      this.keys = keys;
    }

    @Override
    public int step() throws Exception {
      Collection<?> found = client.multiGet(keys.batches().get(next));
      if (found.size() != KeySpace.BATCH) {
        throw gone(KeySpace.BATCH - found.size());
      }
      check(found.iterator().next(), keys);
      next = next + 1 == keys.batches().size() ? 0 : next + 1;
      return KeySpace.BATCH;
    }

    @Override
    public boolean isOneCallEach() {
      return true;
    }
  }

  private static final class AsyncGet extends WindowLoop {
    private final Client client;
    private final KeySpace keys;
    private int next;

    AsyncGet(Client client, KeySpace keys, int window) {
      super(window);
      this.client = client;
      this.keys = keys;
    }

    @Override
    Future<?> call() throws Exception {
      Future<?> get = client.getAsync(keys.key(next));
      next = keys.after(next);
      return get;
    }

    @Override
    void accept(@Nullable Object answer) throws IOException {
      check(answer, keys);
    }
  }

  private static final class AsyncSet extends WindowLoop {
    private final Client client;
    private final KeySpace keys;
    private int next;

    AsyncSet(Client client, KeySpace keys, int window) {
      super(window);
      this.client = client;
      this.keys = keys;
    }

    @Override
    Future<?> call() throws Exception {
      Future<?> set = client.setAsync(keys.key(next), keys.value());
      next = keys.after(next);
      return set;
    }

    @Override
    void accept(@Nullable Object answer) throws IOException {
      if (!client.isStored(answer)) {
        throw new IOException("a value is not stored; the client's answer is " + answer);
      }
    }
  }
}
