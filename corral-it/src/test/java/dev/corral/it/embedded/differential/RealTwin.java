package dev.corral.it.embedded.differential;

import dev.corral.it.Memcached;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;

/** Another real server, to see how equal two of them are. */
final class RealTwin implements Twin {
  private final Memcached twin;

  private RealTwin(Memcached twin) {
    this.twin = twin;
  }

  /**
   * A real server that is not started yet. Without the thread that sorts items by their use: with
   * it, a counter is changed in place or replaced (which pads it, or ends its lease) as that thread
   * happens to hold it.
   *
   * @param maxItemBytes little, so that items that are too large cost little
   */
  static Memcached server(int maxItemBytes) {
    String options = "slab_chunk_max=" + EmbeddedTwin.MAX_ITEM_BYTES + ",no_lru_maintainer";
    return Memcached.with(
        "-t", "1", "-m", "1024", "-I", String.valueOf(maxItemBytes), "-o", options);
  }

  /**
   * Starts one, and the other server anew, in the same second: then this one's clock is never ahead
   * of the other's.
   */
  static Twin startWith(Memcached real, int maxItemBytes) {
    while (true) {
      real.restart();
      Memcached twin = server(maxItemBytes).start();
      if (beganAt(real) == beganAt(twin)) {
        return new RealTwin(twin);
      }
      twin.close();
    }
  }

  private static long beganAt(Memcached server) {
    Map<String, String> stats = server.stats();
    return Long.parseLong(stats.get("time")) - Long.parseLong(stats.get("uptime"));
  }

  @Override
  public InetSocketAddress address() {
    return twin.address();
  }

  @Override
  public void elapse(Duration time) {
    // Which it does by itself, at almost the same moment.
  }

  @Override
  public void close() {
    twin.close();
  }
}
