package dev.corral.memcached;

import dev.corral.memcached.node.NodeEvent;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells a listener of events one after the other, on the executor. What it throws is logged. */
final class OrderedEvents implements Consumer<NodeEvent> {
  private static final Logger log = LoggerFactory.getLogger(OrderedEvents.class);

  private final Consumer<NodeEvent> listener;
  private final Executor executor;
  private final Queue<NodeEvent> events = new ConcurrentLinkedQueue<>();
  private final AtomicInteger untold = new AtomicInteger();

  OrderedEvents(Consumer<NodeEvent> listener, Executor executor) {
    this.listener = listener;
    this.executor = executor;
  }

  @Override
  public void accept(NodeEvent event) {
    events.add(event);
    if (untold.getAndIncrement() == 0) {
      try {
        executor.execute(() -> takeAll(this::tell));
      } catch (RuntimeException | Error e) { // it is full, or has no thread
        takeAll(missed ->
            log.warn("nobody was told of it, since the executor takes no more tasks: {}", missed));
      }
    }
  }

  /** Takes out what there is; who comes meanwhile leaves it to this thread. */
  private void takeAll(Consumer<NodeEvent> taker) {
    do {
      taker.accept(events.remove());
    } while (untold.decrementAndGet() > 0);
  }

  private void tell(NodeEvent event) {
    try {
      listener.accept(event);
    } catch (RuntimeException | Error e) {
      log.warn("a listener failed to take {}", event, e);
    }
  }
}
