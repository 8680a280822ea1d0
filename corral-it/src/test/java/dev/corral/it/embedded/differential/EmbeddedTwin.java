package dev.corral.it.embedded.differential;

import dev.corral.embedded.EmbeddedServer;
import dev.corral.it.Memcached;
import dev.corral.testkit.MovableTicker;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** An embedded server with a clock that goes when it is told to. */
final class EmbeddedTwin implements Twin {
  static final int MAX_ITEM_BYTES = 8_192;

  /** By which a server claims to be older than it is. */
  private static final int ADDED_UPTIME = 2;

  private final MovableTicker ticker;
  private final EmbeddedServer server;

  private EmbeddedTwin(MovableTicker ticker, EmbeddedServer server) {
    this.ticker = ticker;
    this.server = server;
  }

  /** Starts a server that is as old as a real one. */
  static Twin of(Memcached real) {
    Map<String, String> stats = real.stats();
    long age = Long.parseLong(stats.get("uptime")) - ADDED_UPTIME;
    Instant start = Instant.ofEpochSecond(Long.parseLong(stats.get("time")) - age);
    MovableTicker ticker = new MovableTicker();
    EmbeddedServer server = EmbeddedServer.start(options ->
        options.ticker(ticker).startsAt(start).maxBytes(1L << 30).maxItemBytes(MAX_ITEM_BYTES));
    ticker.advance(Duration.ofSeconds(age));
    return new EmbeddedTwin(ticker, server);
  }

  @Override
  public InetSocketAddress address() {
    return server.address();
  }

  @Override
  public void elapse(Duration time) {
    ticker.advance(time);
  }

  @Override
  public void close() {
    server.close();
  }
}
