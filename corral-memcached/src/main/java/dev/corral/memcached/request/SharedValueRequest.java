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
   * Alone, or among few, it goes as a meta command. With many behind it, it shares a classic one. That
   * makes the server send what it has, and so costs it more than 10 meta commands which are answered
   * in one go with others; but less than 25. It is answered in the order of the keys: a value with its
   * key for each that there is, nothing for each that there is not, and an end.
   *
   *   of its own --its reply--> over
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

  private static final int FEWEST = 20;
  /** The server holds all that it answers one command before it sends any of it. */
  private static final int MOST = 100;

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

  @Override
  public @Nullable Request<?> encodeShared(Output out) {
    SharedValueRequest last = lastToShare();
    if (last == null) {
      return null;
    }
    Commands.beginValues(out);
    for (SharedValueRequest one = this; one != last; one = one.nextToShare()) {
      one.mark(SHARING);
      Commands.addValue(out, one.key());
    }
    last.mark(LAST);
    Commands.addValue(out, last.key());
    Commands.endValues(out);
    return last;
  }

  /** The last of those that can share a command with this one; null if they are few. */
  private @Nullable SharedValueRequest lastToShare() {
    SharedValueRequest last = this;
    int count = 0;
    int bytes = 0;
    for (Request<?> next = this; next instanceof SharedValueRequest one; next = one.next()) {
      Key key = one.key();
      bytes += key.bytes().length + 1;
      if (key.isBinary() || bytes > Commands.USUAL_LINE || count == MOST || one.isSettled()) {
        break;
      }
      last = one;
      count++;
    }
    return count < FEWEST ? null : last;
  }

  /** Who is behind this one in the command. */
  private SharedValueRequest nextToShare() {
    return (SharedValueRequest) Objects.requireNonNull(next());
  }

  @Override
  public Request<?> recipient(Reply reply) {
    SharedValueRequest one = this;
    while (one.opaque() == SHARING && !reply.isOf(one.key().bytes())) {
      one = one.nextToShare();
    }
    return one;
  }

  @Override
  public boolean mayFailOthers() {
    return opaque() != 0 && opaque() <= ENDING;
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
