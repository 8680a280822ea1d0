package dev.corral.memcached.connection;

import dev.corral.key.Key;
import dev.corral.memcached.node.NodeEvent;
import dev.corral.memcached.request.DeleteRequest;
import dev.corral.memcached.request.Request;
import dev.corral.memcached.request.ValueRequest;
import dev.corral.ring.Server;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** A node whose connections the test takes or refuses. */
final class TestNode {
  static final Server SERVER = TestConnection.SERVER;

  /** Longer than a connection must hold to say nothing of the next one. */
  static final Duration STABLE = Duration.ofMillis(501);

  final SteppedLoop loop = new SteppedLoop();
  final ScriptedTransport transport = new ScriptedTransport(loop);
  final SettingsOf settings = new SettingsOf();
  final Node node;

  TestNode() {
    this(settings -> {});
  }

  TestNode(Consumer<SettingsOf> changes) {
    changes.accept(settings);
    node = new Node(SERVER, settings.with(loop.ticker()), transport);
    loop.run();
  }

  /** Takes the connection that is being made, and greets. */
  Peer up() {
    return transport.accept().greet();
  }

  /** Takes the connection, greets, and keeps it long enough to be trusted. */
  Peer stable() {
    Peer peer = up();
    loop.advance(STABLE);
    return peer;
  }

  ValueRequest get(String key) {
    return submit(new ValueRequest(Key.raw(key)));
  }

  DeleteRequest<DeleteOutcome> delete(String key) {
    return submit(new DeleteRequest<>(Delete.of(Key.raw(key)), Function.identity()));
  }

  <T extends Request<?>> T submit(T request) {
    if (!node.submit(request, SettingsOf.DEADLINE.toNanos())) {
      throw new AssertionError("the node was stopped");
    }
    return request;
  }

  /** What the listener was told since this was last asked. */
  List<String> events() {
    List<String> told = settings.events.stream()
        .map(NodeEvent::toString)
        .map(event -> event.substring((SERVER + ": ").length()))
        .toList();
    settings.events.clear();
    return told;
  }
}
