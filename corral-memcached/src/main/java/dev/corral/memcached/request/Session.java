package dev.corral.memcached.request;

import dev.corral.key.Key;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.memcached.wire.Reply;
import dev.corral.store.Cas;
import org.jspecify.annotations.Nullable;

/** What a request may ask of the connection by which it goes, while it is written or answered. */
public interface Session {
  /**
   * Whose CAS numbers they are.
   *
   * @return something to compare by identity, another for each connection
   */
  Object incarnation();

  /**
   * Whether a CAS came by another connection. Its number must not be sent: it may match by chance.
   *
   * @param cas what a request insists on, or null for nothing
   * @return whether the request is lost without being sent
   */
  default boolean isForeign(@Nullable Cas cas) {
    return cas != null && cas.incarnation() != incarnation();
  }

  /**
   * How large a value the server takes.
   *
   * @param key whose
   * @param flags the client flags beside it
   * @return bytes
   */
  int largestValue(Key key, int flags);

  /**
   * Fails a request by what the server says of its own failure.
   *
   * @param request what was asked
   * @param reply what came
   * @return true, for that was the last reply
   * @throws ProtocolException if it says nothing of the kind, so that the connection must end
   */
  boolean refuse(Request<?> request, Reply reply) throws ProtocolException;
}
