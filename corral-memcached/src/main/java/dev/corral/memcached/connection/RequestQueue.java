package dev.corral.memcached.connection;

import dev.corral.memcached.request.KeylessRequest;
import dev.corral.memcached.request.Request;
import dev.corral.memcached.request.Session;
import dev.corral.memcached.wire.Output;
import dev.corral.memcached.wire.Reply;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one connection, from when they are made until they are answered, in one order.
 * Any thread may {@link #offer}; what is to be sent belongs to whoever's turn it is to write, and
 * all else to the I/O thread.
 */
final class RequestQueue {
  /* design
   *
   * One linked list is the queue of what is to be sent and of what waits for a reply. The requests
   * are its nodes. Cursors walk it, each on the last request of its part:
   *
   *   settled --> … --> answered --> … --> sent --> … --> tail
   *          replies read          in flight     still to
   *          just now                            be sent
   *
   * A request whose last reply was read is "over"; so is one that was never written, since it had
   * timed out or could not be sent, and for which no reply will come. The walk goes past both alike.
   *
   * Producers append by CAS on the tail and then link their predecessor to themselves; in between
   * the list ends early for a reader, who comes again when that producer has signalled. Closing
   * puts a mark in the tail's place, after which no offer succeeds: whatever was accepted before is
   * in the list, and its reader waits for the links that are still being made.
   *
   * A request that the walk has left keeps no link: its caller may hold it long, and must not hold
   * all that came after it.
   */

  private static final Request<?> CLOSED = new Mark();
  private static final VarHandle TAIL;
  private static final VarHandle SENT;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      TAIL = lookup.findVarHandle(RequestQueue.class, "tail", Request.class);
      SENT = lookup.findVarHandle(RequestQueue.class, "sent", Request.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile Request<?> tail;
  /** Moved by whoever's turn it is to write, seen by the I/O thread. */
  private volatile Request<?> sent;

  private Request<?> answered;
  private Request<?> settled;

  RequestQueue() {
    Request<?> start = new Mark();
    tail = start;
    sent = start;
    answered = start;
    settled = start;
  }

  /** Appends a request, unless the queue is closed. */
  boolean offer(Request<?> request) {
    while (true) {
      Request<?> last = tail;
      if (last == CLOSED) {
        return false;
      }
      if (TAIL.weakCompareAndSet(this, last, request)) {
        last.linkTo(request);
        return true;
      }
    }
  }

  /** The oldest request that is still to be sent, if any. */
  @Nullable
  Request<?> nextToSend() {
    return sent.next();
  }

  /** Counts that one as sent, or, if it is over, as gone past. */
  void advanceSent() {
    Request<?> next = sent.next();
    if (next == null) {
      throw new IllegalStateException("nothing to send");
    }
    SENT.setRelease(this, next);
  }

  /** Counts all up to that one as sent, or gone past. */
  void advanceSentTo(Request<?> last) {
    while (sent != last) {
      advanceSent();
    }
  }

  /** The oldest request that was sent and waits for a reply, if any. */
  @Nullable
  Request<?> nextToAnswer() {
    while (answered != sent) {
      Request<?> next = answered.next();
      if (next == null || !next.isOver()) {
        return next;
      }
      answered = next;
    }
    return null;
  }

  /** Whether any of those that were sent after that one is of a kind. */
  boolean isInFlightBehind(Request<?> request, Predicate<Request<?>> kind) {
    for (Request<?> one = request; one != sent; ) {
      one = Objects.requireNonNull(one.next());
      if (kind.test(one)) {
        return true;
      }
    }
    return false;
  }

  /** The oldest request if it is over; it leaves the queue. */
  @Nullable
  Request<?> pollOver() {
    if (settled == sent) {
      return null;
    }
    Request<?> oldest = settled.next();
    if (oldest == null || !oldest.isOver()) {
      return null;
    }
    if (answered == settled) {
      answered = oldest;
    }
    settled.unlink();
    settled = oldest;
    return oldest;
  }

  /** The oldest request in the queue, answered or not. */
  @Nullable
  Request<?> first() {
    return settled.next();
  }

  /** Whether a request has not been looked at by {@link #advanceSent} yet. */
  boolean hasUnsent() {
    return sent != tail;
  }

  boolean isEmpty() {
    return settled == tail;
  }

  /**
   * Closes unless somebody waits for a request behind that one. Who comes at the same time is in
   * the queue, which then stays open, or is refused.
   *
   * @param ours the last of the requests that nobody waits for in any case; null for none
   */
  boolean closeUnlessAwaited(@Nullable Request<?> ours) {
    Request<?> last = tail;
    for (Request<?> request = ours == null ? settled : ours; request != last; ) {
      Request<?> next = request.next();
      if (next == null || !next.isSettled()) {
        return false;
      }
      request = next;
    }
    return TAIL.compareAndSet(this, last, CLOSED);
  }

  /** Refuses all offers from now on. Of what was accepted, returns what is not sent. */
  List<Request<?>> close() {
    Request<?> last = (Request<?>) TAIL.getAndSet(this, CLOSED);
    List<Request<?>> unsent = new ArrayList<>();
    if (last != CLOSED) {
      for (Request<?> request = sent; request != last; ) {
        Request<?> next = request.next();
        while (next == null) { // its producer is about to link it
          Thread.onSpinWait();
          next = request.next();
        }
        unsent.add(next);
        request = next;
      }
      sent.unlink();
      unsent.forEach(Request::unlink);
    }
    return unsent;
  }

  /** A place in the list that is no request. */
  private static final class Mark extends KeylessRequest<@Nullable Void> {
    @Override
    public boolean encode(Output out, Session session) {
      return false;
    }

    @Override
    public boolean accept(Reply reply, Session session) {
      return false;
    }

    @Override
    public String describe() {
      return "nothing";
    }
  }
}
