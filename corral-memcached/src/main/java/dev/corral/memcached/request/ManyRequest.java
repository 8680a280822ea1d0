package dev.corral.memcached.request;

import dev.corral.key.Key;
import dev.corral.memcached.wire.Commands;
import dev.corral.memcached.wire.Output;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.memcached.wire.Reply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of many keys on one server by one command.
 *
 * @param <R> what the caller gets
 */
abstract class ManyRequest<R extends @Nullable Object> extends KeylessRequest<R> {
  /* design
   *
   * The server answers in the order of the keys and says nothing of those that it hasn't got. So the
   * keys between two values are misses. A value whose key is not among those still to come is an
   * answer to something else.
   */

  private final List<Key> keys;
  private int asked;

  ManyRequest(List<Key> keys) {
    this.keys = keys;
  }

  /** The value of the key at that place has come. */
  abstract void found(int index, Reply reply);

  /** There is none. */
  abstract void missed(int index);

  /** All that has come. */
  abstract @Nullable R result();

  @Override
  public boolean encode(Output out, Session session) {
    Commands.values(out, keys);
    return true;
  }

  @Override
  public boolean mayFailOthers() {
    return true;
  }

  @Override
  public boolean accept(Reply reply, Session session) throws ProtocolException {
    switch (reply.kind()) {
      case VALUE -> {
        while (asked < keys.size() && !reply.isOf(keys.get(asked).bytes())) {
          missed(asked++);
        }
        if (asked == keys.size()) {
          throw new ProtocolException("a value that was not asked for", reply);
        }
        found(asked++, reply);
        return false;
      }
      case END -> {
        while (asked < keys.size()) {
          missed(asked++);
        }
        return answer(result());
      }
      default -> {
        return session.refuse(this, reply);
      }
    }
  }

  @Override
  public String describe() {
    return "get " + keys.get(0) + " and " + (keys.size() - 1) + " more";
  }
}
