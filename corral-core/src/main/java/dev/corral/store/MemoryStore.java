package dev.corral.store;

import dev.corral.fault.ConfigurationException;
import dev.corral.fault.UnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/**
 * A store in this JVM's memory, with the rules of a memcached server. It belongs to whoever made
 * it, or is shared by all in the JVM who open it by the same name. It is bounded in bytes and
 * evicts what is seldom used.
 *
 * <p>Operations are done by the thread that asks, and every future that it returns is complete.
 */
public final class MemoryStore implements Store {
  private static final ConcurrentMap<String, Shared> SHARED = new ConcurrentHashMap<>();

  private final StoreRules items;
  private final Runnable onClose;
  private final AtomicBoolean closed = new AtomicBoolean();

  private MemoryStore(StoreRules items, Runnable onClose) {
    this.items = items;
    this.onClose = onClose;
  }

  /**
   * A store of one's own, with the default options.
   *
   * @return the store
   */
  public static MemoryStore create() {
    return create(options -> options);
  }

  /**
   * A store of one's own.
   *
   * @param options changes the default options
   * @return the store
   */
  public static MemoryStore create(UnaryOperator<MemoryOptions> options) {
    StoreRules items = new StoreRules(optionsBy(options));
    return new MemoryStore(items, items::clear);
  }

  /**
   * The store of that name, with the default options.
   *
   * @param name what all who share it call it
   * @return the store
   */
  public static MemoryStore shared(String name) {
    return shared(name, options -> options);
  }

  /**
   * The store of that name: the first to open it makes it, and it is gone with its items when the
   * last who opened it has closed it.
   *
   * @param name what all who share it call it
   * @param options changes the default options; the same for all who share it
   * @return the store
   * @throws ConfigurationException if it is open already with other options
   */
  public static MemoryStore shared(String name, UnaryOperator<MemoryOptions> options) {
    MemoryOptions wanted = optionsBy(options);
    Shared shared = SHARED.compute(name, (n, open) -> {
      if (open == null) {
        return new Shared(new StoreRules(wanted), wanted, 1);
      }
      if (!open.options().equals(wanted)) {
        throw new ConfigurationException("memory store '" + name + "' is open already with "
            + open.options() + ", not with " + wanted);
      }
      return open.with(1);
    });
    return new MemoryStore(shared.items(), () -> leave(name));
  }

  private static void leave(String name) {
    SHARED.computeIfPresent(name, (n, open) -> {
      if (open.users() > 1) {
        return open.with(-1);
      }
      open.items().clear();
      return null;
    });
  }

  private static MemoryOptions optionsBy(UnaryOperator<MemoryOptions> change) {
    return change.apply(MemoryOptions.DEFAULTS).validated();
  }

  // The kind of operation decides the kind of outcome, which the compiler can't see.
  @SuppressWarnings("unchecked")
  @Override
  public <R> CompletableFuture<R> execute(Operation<R> operation) {
    if (closed.get()) {
      return CompletableFuture.failedFuture(new UnavailableException("the memory store is closed"));
    }
    if (operation instanceof Put put) {
      int limit = items.maxValueBytes(put.key(), put.flags());
      if (put.value().length > limit) {
        return CompletableFuture.failedFuture(
            new ValueTooLargeException(put.key(), put.value().length, limit));
      }
    }
    return (CompletableFuture<R>) CompletableFuture.completedFuture(outcomeOf(operation));
  }

  private Object outcomeOf(Operation<?> operation) {
    if (operation instanceof Get get) {
      return items.get(get);
    } else if (operation instanceof Put put) {
      return items.put(put);
    } else if (operation instanceof Delete delete) {
      return items.delete(delete);
    } else {
      return items.count((Arithmetic) operation);
    }
  }

  /**
   * Drops all items at once, as if a server had been restarted: no CAS from before matches any
   * more.
   */
  public void clear() {
    items.clear();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      onClose.run();
    }
  }

  /** A table that several stores have open. */
  private record Shared(StoreRules items, MemoryOptions options, int users) {
    Shared with(int more) {
      return new Shared(items, options, users + more);
    }
  }
}
