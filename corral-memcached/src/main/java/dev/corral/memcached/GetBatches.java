package dev.corral.memcached;

import dev.corral.key.Key;
import dev.corral.memcached.connection.Node;
import dev.corral.memcached.wire.Commands;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;

/**
 * Plain reads that are asked for together, gathered by the way that they take, to be sent as one
 * command each. For one thread.
 *
 * @param <T> what is gathered
 */
final class GetBatches<T> {
  /* design
   *
   * A read joins those that take the same way. Whatever else is to go that way first sends them off,
   * so that on each way, and so on each key, all go in the order in which they were asked for.
   */

  /** Sends reads off. */
  interface Sender<T> {
    /** Sends several at once. Tells whether the node took them. */
    boolean sendMany(Node node, List<T> reads);

    /** Sends one, to wherever its key belongs by now. */
    void sendOne(T read);
  }

  /**
   * So many are worth it: one command for fewer costs server and client as much as one for each.
   */
  private static final int FEWEST = 5;

  private final Topology topology;
  private final Function<T, Key> keyOf;
  private final Sender<T> sender;
  private final IdentityHashMap<Object, Batch<T>> byWay = new IdentityHashMap<>();

  private static final class Batch<T> {
    final Node node;
    List<T> reads = new ArrayList<>();
    int bytes;

    Batch(Node node) {
      this.node = node;
    }
  }

  GetBatches(Topology topology, Function<T, Key> keyOf, Sender<T> sender) {
    this.topology = topology;
    this.keyOf = keyOf;
    this.sender = sender;
  }

  void add(T read) {
    Key key = keyOf.apply(read);
    Node node = topology.home(key);
    if (key.isBinary() || node.isEjected(key)) {
      sendBefore(key);
      sender.sendOne(read);
      return;
    }
    Object way = node.way(key);
    Batch<T> batch = byWay.get(way);
    if (batch == null) {
      batch = new Batch<>(node);
      byWay.put(way, batch);
    }
    batch.reads.add(read);
    batch.bytes += key.bytes().length + 1;
    if (batch.bytes > Commands.USUAL_LINE) {
      send(batch);
    }
  }

  /** Sends what must not be overtaken by something else on a key. */
  void sendBefore(Key key) {
    Batch<T> batch = byWay.get(topology.home(key).way(key));
    if (batch != null) {
      send(batch);
    }
  }

  void sendAll() {
    byWay.values().forEach(this::send);
  }

  private void send(Batch<T> batch) {
    List<T> reads = batch.reads;
    batch.reads = new ArrayList<>();
    batch.bytes = 0;
    if (reads.size() < FEWEST || !sender.sendMany(batch.node, reads)) {
      reads.forEach(sender::sendOne);
    }
  }
}
