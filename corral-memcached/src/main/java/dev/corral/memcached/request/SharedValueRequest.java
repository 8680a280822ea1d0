package dev.corral.memcached.request;

import dev.corral.key.Key;
import dev.corral.memcached.wire.Commands;
import dev.corral.memcached.wire.Output;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.memcached.wire.Reply;
import dev.corral.memcached.wire.Reply.Kind;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads nothing but a value, by one command with others of its kind that go out with it. */
public final class SharedValueRequest extends ValueRequest {
  /* design
   *
   * Alone, or among few, it goes as a meta command. With several behind it, it shares a classic one,
   * which costs the server half. That is answered in the order of the keys: a value with its key for each
   * that there is, nothing for each that there is not, and an end.
   *
   *   ALONE
   *   SHARING --its value, or passed by--> over
   *   LAST ----its value--> ENDING --the end--> over
   *      \-----------------------------the end--> over
   *
   * So a value passes by all before the one whose key it has, and the end, or the server's failure, all
   * but the last. A value with a key that none of them has is for the last, who finds fault with it before
   * any of them is told that it has nothing.
   *
   * Its part stands where a command of its own would have its mark, below all letters. A byte of its own
   * would make each get 8 bytes larger.
   */

  private static final char SHARING = 1;
  private static final char LAST = 2;
  private static final char ENDING = 3;

  /**
   * Creates the request.
   *
   * @param key whose value
   */
  public SharedValueRequest(Key key) {
    super(key);
  }

  /**
   * Writes one command for a request and as many behind it as can share it, if that is worth it.
   *
   * @param first the first of them in the queue
   * @param out where it goes
   * @return the last of them; null if nothing was written
   */
  public static @Nullable Request<?> encodeShared(Request<?> first, Output out) {
    Request<?> last = lastToShare(first);
    if (last == null) {
      return null;
    }
    Commands.beginValues(out);
    for (Request<?> next = first; next instanceof SharedValueRequest one; next = one.next()) {
      Commands.andValue(out, one.requiredKey());
      one.mark(one == last ? LAST : SHARING);
      if (one == last) {
        break;
      }
    }
    Commands.endValues(out);
    return last;
  }

  private static @Nullable Request<?> lastToShare(Request<?> first) {
    Request<?> last = null;
    int count = 0;
    int bytes = 0;
    for (Request<?> next = first; next instanceof SharedValueRequest one; next = one.next()) {
      Key key = one.key();
      bytes += key.bytes().length + 1;
      if (key.isBinary() || bytes > Commands.MOST_KEY_BYTES || one.isSettled()) {
        break;
      }
      last = one;
      count++;
    }
    return count < Commands.FEWEST_KEYS ? null : last;
  }

  @Override
  public Request<?> recipient(Reply reply) {
    SharedValueRequest one = this;
    while (one.opaque() == SHARING && !reply.isOf(one.key().bytes())) {
      one = (SharedValueRequest) Objects.requireNonNull(one.next());
    }
    return one;
  }

  @Override
  public boolean accept(Reply reply, Session session) throws ProtocolException {
    return switch (opaque()) {
      case SHARING -> answer(reply.value()); // the recipient is who has its key
      case LAST -> acceptLast(reply, session);
      case ENDING -> acceptEnd(reply);
      default -> super.accept(reply, session);
    };
  }

  private boolean acceptLast(Reply reply, Session session) throws ProtocolException {
    if (reply.kind() != Kind.VALUE) {
      return acceptNothing(reply, session);
    }
    if (!reply.isOf(key().bytes())) {
      throw new ProtocolException("a value that was not asked for", reply);
    }
    boolean unused = answer(reply.value());
    mark(ENDING);
    return false;
  }

  private static boolean acceptEnd(Reply reply) throws ProtocolException {
    if (reply.kind() != Kind.END) {
      throw new ProtocolException("after the last of many values", reply);
    }
    return true;
  }

  private boolean acceptNothing(Reply reply, Session session) throws ProtocolException {
    return switch (reply.kind()) {
      case VALUE, END -> answer(null);
      default -> session.refuse(this, reply);
    };
  }

  @Override
  public void passBy(Reply reply, Session session) throws ProtocolException {
    boolean unused = acceptNothing(reply, session);
  }
}
