package dev.corral.it.embedded;

import dev.corral.it.Memcached;
import java.net.InetSocketAddress;
import java.time.Duration;

/** Another real server, to see how equal two of them are. */
final class RealTwin implements Twin {
  private final Memcached twin;

  private RealTwin(Memcached twin) {
    this.twin = twin;
  }

  /**
   * A real server that is not started yet. Small items are large ones to it, so that those cost
   * little. Without the thread that sorts items by their use: with it, a counter is changed in
   * place or replaced (which pads it, or ends its lease) as that thread happens to hold it.
   */
  static Memcached server() {
    String options = "slab_chunk_max=" + EmbeddedTwin.MAX_ITEM_BYTES + ",no_lru_maintainer";
    return Memcached.with(
        "-t", "1", "-m", "1024", "-I", String.valueOf(EmbeddedTwin.MAX_ITEM_BYTES), "-o", options);
  }

  static Twin start() {
    return new RealTwin(server().start());
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
