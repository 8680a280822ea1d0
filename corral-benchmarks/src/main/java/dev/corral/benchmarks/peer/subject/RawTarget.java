package dev.corral.benchmarks.peer.subject;

import dev.corral.benchmarks.server.Request;
import dev.corral.cli.bench.KeySpace;
import dev.corral.cli.bench.Loop;
import dev.corral.cli.bench.Workload;
import dev.corral.cli.bench.Workload.Kind;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * A bare socket without a client: requests that are encoded in advance, answers that are only
 * counted, no objects, and one thread that hands nothing to another. That is no bound for clients:
 * who has a thread for its connections beside the caller's can be ahead.
 *
 * <p>Where many callers block, one thread has as many requests in flight as there are callers, and
 * none of them is to be woken; with {@link Style#CONNECTIONS} each of them has a connection.
 */
final class RawTarget implements Target {
  /** How requests are written. */
  enum Style {
    /** A classic request for each operation. */
    CLASSIC,
    /** The gets in flight as classic gets of many keys, as clients that merge them do. */
    MERGED,
    /** A meta request for each operation. */
    META,
    /** A classic get at a time, by each caller on a connection of its own. */
    CONNECTIONS
  }

  /** Writes in flight that did best: fewer leave an end idle, more cost system calls. */
  private static final int WRITES = 4;

  private final Style style;
  private final List<InetSocketAddress> servers;

  RawTarget(Style style, List<InetSocketAddress> servers) {
    this.style = style;
    this.servers = servers;
  }

  /** Writes all of them to every server: which of them is asked for a key is settled later. */
  @Override
  public void preload(KeySpace keys) throws IOException {
    int batch = Math.min(keys.count(), KeySpace.BATCH);
    for (InetSocketAddress server : servers) {
      try (Lane lane = new Lane(server, Request.SET, keys, 0, keys.count(), batch, 1)) {
        for (int done = 0; done < keys.count(); ) {
          done += lane.advance();
        }
      }
    }
  }

  @Override
  public List<Loop> loops(Workload workload, KeySpace keys) throws IOException {
    if (style == Style.CONNECTIONS) {
      List<Loop> loops = new ArrayList<>();
      for (int caller = 0; caller < workload.threads(); caller++) {
        int first = keys.startOf(caller);
        loops.add(new LaneLoop(
            true, List.of(new Lane(servers.get(0), Request.GET, keys, first, keys.count(), 1, 1))));
      }
      return loops;
    }
    if (workload.kind() == Kind.MULTI_GET) {
      Request request = style == Style.META ? Request.MG : Request.GET_MANY;
      return List.of(new LaneLoop(
          true,
          List.of(new Lane(servers.get(0), request, keys, 0, keys.count(), KeySpace.BATCH, 1))));
    }
    return List.of(pipeline(workload, keys));
  }

  private Loop pipeline(Workload workload, KeySpace keys) throws IOException {
    int inFlight = Math.max(workload.window(), workload.threads()) / servers.size();
    int writes = Math.min(WRITES, inFlight);
    int share = keys.count() / servers.size();
    Request request = request(workload.kind());
    List<Lane> lanes = new ArrayList<>();
    for (InetSocketAddress server : servers) {
      lanes.add(
          new Lane(server, request, keys, lanes.size() * share, share, inFlight / writes, writes));
    }
    return new LaneLoop(inFlight == 1, lanes);
  }

  private Request request(Kind kind) {
    if (kind == Kind.ASYNC_SET) {
      return style == Style.META ? Request.MS : Request.SET;
    }
    return switch (style) {
      case META -> Request.MG;
      case MERGED -> Request.GET_MANY;
      default -> Request.GET;
    };
  }
}
