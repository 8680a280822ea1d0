package dev.corral.memcached.connection;

import dev.corral.ring.Server;
import java.util.ArrayList;
import java.util.List;

/** A transport by which the test takes or refuses each attempt to connect. */
final class ScriptedTransport implements Transport {
  /** An attempt to connect: which, when, and for whom. */
  record Attempt(int number, long nanos, Connection connection) {}

  private final SteppedLoop loop;
  final List<Attempt> attempts = new ArrayList<>();

  ScriptedTransport(SteppedLoop loop) {
    this.loop = loop;
  }

  @Override
  public Loop nextLoop() {
    return loop.loop();
  }

  @Override
  public void connect(
      Server server, Settings settings, int attempt, Loop on, Connection connection) {
    attempts.add(new Attempt(attempt, loop.now(), connection));
  }

  Attempt last() {
    loop.run();
    return attempts.get(attempts.size() - 1);
  }

  /** Takes the last attempt; the server has yet to greet. */
  Peer accept() {
    return Peer.accept(last().connection(), loop);
  }

  /** Refuses the last attempt. */
  void refuse(String reason) {
    last().connection().close(reason);
    loop.run();
  }

  @Override
  public void close() {}
}
