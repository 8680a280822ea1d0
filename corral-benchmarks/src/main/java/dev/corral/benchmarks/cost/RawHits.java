package dev.corral.benchmarks.cost;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.benchmarks.server.Memcached;
import dev.corral.benchmarks.server.Request;
import dev.corral.cli.bench.Loop;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads of one item on each server in turns, by a socket and nothing else: what the system itself
 * takes for more servers. Less than any client with a thread for its connections can take.
 */
final class RawHits implements Loop {
  private static final String KEY = "raw";
  private static final String VALUE = "x".repeat(100);
  private static final byte[] REQUEST = Request.MG.of(List.of(KEY), VALUE).getBytes(US_ASCII);
  private static final int REPLY_LENGTH = Request.MG.answer(KEY, VALUE).length();

  private final List<RawConnection> connections = new ArrayList<>();
  private int next;

  RawHits(List<Memcached> servers) throws IOException {
    for (Memcached server : servers) {
      RawConnection connection = new RawConnection(server);
      connections.add(connection);
      connection.set(KEY, VALUE);
    }
  }

  @Override
  public int step() throws IOException {
    next = next + 1 < connections.size() ? next + 1 : 0;
    connections.get(next).exchange(REQUEST, REPLY_LENGTH);
    return 1;
  }

  @Override
  public void close() throws IOException {
    for (RawConnection connection : connections) {
      connection.close();
    }
  }
}
