package dev.corral.memcached.connection;

import dev.corral.memcached.node.ServerVersion;
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

  /** Whether a request is the last of the greeting. */
  boolean endsWith(Request<?> request) {
    return request == probe;
  }

  boolean isOver() {
    return probe.isOver();
  }

  /** Why nothing may be sent to this server; null if all is well. */
  @Nullable
  String objection() {
    try {
      ServerVersion told = version();
      return told.isAtLeast(ServerVersion.LEAST)
          ? null
          : "it runs memcached " + told + ", and " + ServerVersion.LEAST
              + " is the oldest that works";
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  ServerVersion version() {
    return ServerVersion.parse(version.join());
  }

  /** Whether the server gives out CAS numbers. Where it won't tell, it is taken to. */
  boolean keepsCas() {
    return !"no".equals(settings().get("cas_enabled"));
  }

  int maxItemBytes() {
    String told = settings().get("item_size_max");
    try {
      return told == null ? USUAL_ITEM_BYTES : Integer.parseInt(told);
    } catch (NumberFormatException e) {
      return USUAL_ITEM_BYTES;
    }
  }

  private Map<String, String> settings() {
    return settings.join();
  }
}
