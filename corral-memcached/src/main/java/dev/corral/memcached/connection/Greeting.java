package dev.corral.memcached.connection;

import dev.corral.memcached.node.ServerVersion;
import dev.corral.memcached.request.LineRequest;
import dev.corral.memcached.request.Request;
import dev.corral.memcached.request.StatsRequest;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of a server before anything else: who it is, how large its items may be, whether it
 * keeps CAS numbers; and a no-op, whose answer says that it works.
 */
final class Greeting {
  private static final int USUAL_ITEM_BYTES = 1 << 20;

  private final LineRequest version = LineRequest.version();
  private final StatsRequest settings = StatsRequest.ofSettings();
  private final LineRequest probe = LineRequest.noOperation();

  List<Request<?>> requests() {
    return List.of(version, settings, probe);
  }

  /** The last of them. */
  Request<?> last() {
    return probe;
  }

  /** Whether a request is the last of the greeting. */
  boolean endsWith(Request<?> request) {
    return request == probe;
  }

  boolean isOver() {
    return probe.isOver();
  }

  /**
   * What the server told.
   *
   * @throws IllegalArgumentException if it can't be used, saying why
   */
  ServerFacts facts() {
    ServerVersion told = ServerVersion.parse(version.join());
    if (!told.isAtLeast(ServerVersion.LEAST)) {
      throw new IllegalArgumentException("it runs memcached " + told + ", and "
          + ServerVersion.LEAST + " is the oldest that works");
    }
    Map<String, String> settingsTold = settings.join();
    return new ServerFacts(
        told,
        !"no".equals(settingsTold.get("cas_enabled")),
        number(settingsTold.get("item_size_max"), USUAL_ITEM_BYTES),
        number(settingsTold.get("idle_timeout"), 0));
  }

  private static int number(@Nullable String told, int otherwise) {
    try {
      return told == null ? otherwise : Integer.parseInt(told);
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }
}
