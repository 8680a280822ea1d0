package dev.corral.memcached.connection;

import dev.corral.key.Key;
import dev.corral.memcached.request.Request;
import dev.corral.memcached.request.Session;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.memcached.wire.Reply;
import dev.corral.memcached.wire.UnauthenticatedException;

/**
 * What requests are told of the server that they are sent to. The event loop's own; callers that
 * send read it too, once the server has greeted, after which it does not change.
 */
final class ServerSession implements Session {
  /** What the server keeps beside key and value, measured; flags that are not 0 come on top. */
  private static final int ITEM_HEADER = 59;

  private static final int ITEM_FLAGS = 4;

  private final Object incarnation = new Object();
  private final Faults faults;
  private boolean hasGreeted;
  private int maxItemBytes;

  ServerSession(Faults faults, int maxItemBytes) {
    this.faults = faults;
    this.maxItemBytes = maxItemBytes;
  }

  /** The server has said what it is. */
  void greeted(int itemBytes) {
    hasGreeted = true;
    maxItemBytes = itemBytes;
  }

  /** Whether the server has said what it is, so that callers' requests go out. */
  boolean hasGreeted() {
    return hasGreeted;
  }

  @Override
  public Object incarnation() {
    return incarnation;
  }

  @Override
  public int largestValue(Key key, int flags) {
    return maxItemBytes - ITEM_HEADER - (flags == 0 ? 0 : ITEM_FLAGS) - key.bytes().length;
  }

  @Override
  public boolean refuse(Request<?> request, Reply reply) throws ProtocolException {
    if (reply.kind() == Reply.Kind.CLIENT_ERROR && reply.says("unauthenticated")) {
      throw new UnauthenticatedException("it wants a user and password", reply);
    }
    if (reply.kind() != Reply.Kind.SERVER_ERROR || !hasGreeted) {
      throw new ProtocolException("in answer to " + request.describe(), reply);
    }
    return request.fail(faults.refused(request, reply));
  }
}
