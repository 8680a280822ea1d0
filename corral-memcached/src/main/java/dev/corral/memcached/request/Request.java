package dev.corral.memcached.request;

import dev.corral.key.Key;
import dev.corral.memcached.wire.Output;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.memcached.wire.Reply;
import dev.corral.time.Ttl;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Something asked of a server: its place in the connection's queue and the future that its caller
 * holds, in one object. It is answered and settled by the connection's I/O thread, and encoded by
 * whoever's turn it is to write.
 *
 * @param <R> what the caller gets
 */
public abstract class Request<R extends @Nullable Object> extends Answer<R> {
  private static final VarHandle NEXT;

  static {
    try {
      NEXT = MethodHandles.lookup().findVarHandle(Request.class, "next", Request.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("UnusedVariable") // through its VarHandle
  private @Nullable Request<?> next;

  private long started;
  private long deadline;
  /** Whether it is the connection's own, and no caller's. */
  private boolean isOwn;

  /** Whether the last of its replies has come, or none will: the queue may go past it. */
  private boolean isOver;
  /** What its reply is to repeat, or its part in a command that others share; 0 for nothing. */
  private byte opaque;

  /** Creates a request that nobody knows of yet. */
  protected Request() {}

  // What kinds of request say.

  /**
   * Whose item it is about.
   *
   * @return the key; null if it is about none, or several
   */
  public abstract @Nullable Key key();

  /**
   * The key of a request that is about one.
   *
   * @return the key
   */
  public final Key requiredKey() {
    Key key = key();
    if (key == null) {
      throw new IllegalStateException(describe() + " is about no single key");
    }
    return key;
  }

  /**
   * Whether the server holds something else afterwards, or may.
   *
   * @return whether it is a change
   */
  public abstract boolean isChange();

  /**
   * The same for a server that only steps in for the key's own.
   *
   * @param longest how long what it stores there may live at most, but for what it
   *     {@linkplain dev.corral.store.Put#linger lingers}
   * @return this, or another if it would store something for longer
   */
  public Request<R> shortened(Ttl longest) {
    return this;
  }

  /** How much memory it takes while it waits, beyond what every request does. */
  public int size() {
    return 0;
  }

  /**
   * Writes the request, or settles what can't be sent to this connection at all.
   *
   * @return whether it was written, so that a reply will come
   */
  public abstract boolean encode(Output out, Session session);

  /**
   * Writes one command for this request and as many behind it as can share it, if that is worth it.
   *
   * @param out where it goes
   * @return the last of them; null if nothing was written
   */
  public @Nullable Request<?> encodeShared(Output out) {
    return null;
  }

  /** Whether it is a meta command, whose reply can be told from others' by a mark. */
  public boolean isMarkable() {
    return true;
  }

  /**
   * Takes a reply; the last one is answered with {@link #answer} or {@link #fail}.
   *
   * @return whether it was the last
   * @throws ProtocolException if this can't be an answer to what was asked
   */
  public abstract boolean accept(Reply reply, Session session) throws ProtocolException;

  /**
   * Whose reply it is, if this is the oldest request that waits for one: its own, or that of one
   * behind it with which it shares a command. Those between the two are {@linkplain #passBy passed
   * by}.
   *
   * @param reply what came
   * @return who is to {@link #accept} it
   */
  public Request<?> recipient(Reply reply) {
    return this;
  }

  /**
   * Ends this by a reply that one behind it has accepted.
   *
   * @param reply what came
   * @param session the connection's view
   * @throws ProtocolException if this can't be
   */
  public void passBy(Reply reply, Session session) throws ProtocolException {
    throw new ProtocolException("passed by " + describe(), reply);
  }

  /**
   * Whether it goes, or went, by a classic {@code get} of many keys. When that fails, the server
   * drops whatever answers it has not sent yet, those to other commands too.
   *
   * @return whether its failure may be that of requests before it
   */
  public boolean mayFailOthers() {
    return false;
  }

  /** What it asks for, without the value. */
  public abstract String describe();

  // The queue's and the connection's view.

  public final void begin(long now, long timeout) {
    started = now;
    deadline = now + timeout;
  }

  public final void beginOwn(long now, long timeout) {
    begin(now, timeout);
    isOwn = true;
  }

  /** Whether it is the connection's own, which statistics leave out. */
  public final boolean isOwn() {
    return isOwn;
  }

  public final long started() {
    return started;
  }

  public final long deadline() {
    return deadline;
  }

  public final @Nullable Request<?> next() {
    return (Request<?>) NEXT.getVolatile(this);
  }

  /** Volatile, for whoever links looks next at a flag that says whether someone will look here. */
  public final void linkTo(Request<?> successor) {
    NEXT.setVolatile(this, successor);
  }

  public final void unlink() {
    NEXT.setRelease(this, null);
  }

  public final char opaque() {
    return (char) opaque;
  }

  public final void mark(char letter) {
    opaque = (byte) letter;
  }

  public final boolean isOver() {
    return isOver;
  }

  public final void setOver() {
    isOver = true;
  }
}
