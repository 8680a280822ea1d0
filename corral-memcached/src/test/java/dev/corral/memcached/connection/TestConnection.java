package dev.corral.memcached.connection;

import dev.corral.key.Key;
import dev.corral.memcached.request.Request;
import dev.corral.memcached.request.ValueRequest;
import dev.corral.ring.Server;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A connection on its own, with a server that the test plays. */
final class TestConnection {
  static final Server SERVER = Server.parse("cache1:11211");

  final SteppedLoop loop;
  final Counters counters = new Counters();
  final RecordingOwner owner = new RecordingOwner();
  final SettingsOf settings;
  final Connection connection;
  private @Nullable Peer peer;

  TestConnection() {
    this(new SettingsOf());
  }

  TestConnection(SettingsOf settings) {
    this(settings, new SteppedLoop());
  }

  /** One of several on a loop. */
  TestConnection(SettingsOf settings, SteppedLoop loop) {
    this.loop = loop;
    this.settings = settings;
    this.connection =
        new Connection(SERVER, settings.with(loop.ticker()), counters, owner, loop.loop());
  }

  /** Runs on another thread, and to its end. */
  static void elsewhere(Runnable task) {
    Thread thread = new Thread(task);
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  Peer accept() {
    peer = Peer.accept(connection, loop);
    return peer;
  }

  /** The server that has taken the connection. */
  Peer peer() {
    return Objects.requireNonNull(peer);
  }

  /** Has the connection ready for requests. */
  Peer greet() {
    return accept().greet();
  }

  ValueRequest get(String key) {
    return submit(new ValueRequest(Key.raw(key)));
  }

  ValueRequest get(String key, Duration timeout) {
    return submit(new ValueRequest(Key.raw(key)), timeout);
  }

  /** Asks for a value, whatever the answer. */
  void ask(String key) {
    ask(key, SettingsOf.DEADLINE);
  }

  void ask(String key, Duration timeout) {
    ValueRequest unused = get(key, timeout);
  }

  /** Asks for a value as a thread does that is going to wait for it. */
  ValueRequest getAwaited(String key) {
    return submitAwaited(new ValueRequest(Key.raw(key)));
  }

  /** The same for several, whatever the answers. */
  void askAwaited(String... keys) {
    for (String key : keys) {
      ValueRequest unused = getAwaited(key);
    }
  }

  <T extends Request<?>> T submitAwaited(T request) {
    request.expect();
    return submit(request);
  }

  <T extends Request<?>> T submit(T request) {
    return submit(request, SettingsOf.DEADLINE);
  }

  <T extends Request<?>> T submit(T request, Duration timeout) {
    request.begin(loop.now(), timeout.toNanos());
    if (!connection.submit(request)) {
      throw new AssertionError("the connection is closed");
    }
    return request;
  }
}
