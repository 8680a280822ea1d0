package dev.corral.memcached.connection;

import dev.corral.key.Key;
import dev.corral.memcached.request.Request;
import dev.corral.memcached.request.Session;
import dev.corral.memcached.wire.Commands;
import dev.corral.memcached.wire.Output;
import dev.corral.memcached.wire.Reply;
import org.jspecify.annotations.Nullable;

/** A request with a fault of its own. */
final class BrokenRequest extends Request<@Nullable Void> {
  private final boolean isBrokenInSharing;
  private final boolean isBrokenInWriting;

  private BrokenRequest(boolean isBrokenInSharing, boolean isBrokenInWriting) {
    this.isBrokenInSharing = isBrokenInSharing;
    this.isBrokenInWriting = isBrokenInWriting;
  }

  /** Where it is to be written with others, and then in reading. */
  static BrokenRequest inSharing() {
    return new BrokenRequest(true, false);
  }

  static BrokenRequest inWriting() {
    return new BrokenRequest(false, true);
  }

  static BrokenRequest inReading() {
    return new BrokenRequest(false, false);
  }

  @Override
  public @Nullable Key key() {
    return null;
  }

  @Override
  public boolean isChange() {
    return false;
  }

  @Override
  public @Nullable Request<?> encodeShared(Output out) {
    if (isBrokenInSharing) {
      Commands.beginValues(out);
      throw new ArithmeticException("in sharing");
    }
    return null;
  }

  @Override
  public boolean encode(Output out, Session session) {
    Commands.line(out, "mn");
    if (isBrokenInWriting) {
      throw new ArithmeticException("in writing");
    }
    return true;
  }

  @Override
  public boolean accept(Reply reply, Session session) {
    throw new ArithmeticException("in reading");
  }

  @Override
  public String describe() {
    return "broken";
  }
}
