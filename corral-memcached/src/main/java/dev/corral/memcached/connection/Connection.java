package dev.corral.memcached.connection;

import dev.corral.fault.DeadlineExceededException;
import dev.corral.fault.OverloadedException;
import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.memcached.wire.Output;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.memcached.wire.Reply;
import dev.corral.memcached.wire.ReplyDecoder;
import dev.corral.ring.Server;
import dev.corral.store.Cas;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a server, from the attempt to make it until its end. It takes requests from any
 * thread, sends them in their order, many in one write, and matches the replies, which come in the
 * same order.
 */
// What becomes of a write, a close or a task is told to the handler, not to a future.
@SuppressWarnings("FutureReturnValueIgnored")
final class Connection extends ChannelInboundHandlerAdapter {
  /* design
   *
   * All state but the queue's tail, the admission and one flag belongs to the event loop.
   *
   *   CONNECTING --channel is active--> GREETING --greeting answered--> READY --> CLOSED
   *
   * The greeting's requests stand first in the queue. What callers add meanwhile stays behind them
   * until they are answered and the owner has found nothing against the server.
   *
   * Sending. A caller appends its request and raises the flag; whoever raises it schedules a drain.
   * The drain lowers it and then encodes all there is, so a burst of requests costs one wake-up and
   * one write. Beyond the transport's high-water mark it stops, and goes on when the channel is
   * writable again.
   *
   * Receiving. Replies note their outcomes while a read is parsed; callers get them when it is
   * parsed to its end, in one go.
   *
   * Deadlines. While anything waits, a look every TICK. It goes through the queue only if the
   * earliest deadline there was when it last did has passed, or something is still to be sent: with
   * equal deadlines that is about once in a deadline, whatever the load; and one that is shorter
   * than those before it is met too. A request that timed out stays in its place, so that its late
   * reply is dropped and not given to the next.
   *
   * Silence. When something was sent and for a deadline nothing at all has come, a no-op is sent,
   * and after as long again the connection is given up.
   *
   * The end. Whatever is known to be unsent goes back to the owner; all else fails. A connection
   * that the server closed while nothing was in flight has done no harm, and the owner replaces it
   * unseen.
   */

  /** Whoever made the connection and is told what becomes of it, on its event loop. */
  interface Owner {
    /** The server has greeted. Unless this closes the connection, callers' requests go out next. */
    void greeted(Connection connection);

    /** It is over. No request that was sent will be answered any more. */
    void closed(Connection connection, Ending ending);

    /** A change was sent, or was to be, and nobody knows whether the server made it. */
    void undelivered(Key key);
  }

  /**
   * How a connection ended.
   *
   * @param reason why, in words for the user
   * @param isIdle whether it was closed by the server in peace, with nothing in flight
   * @param inFlight how many requests failed by it
   * @param unsent what was accepted and never sent
   */
  record Ending(String reason, boolean isIdle, int inFlight, List<Request<?>> unsent) {}

  private static final long TICK = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long FAR = Long.MAX_VALUE / 4;
  private static final int CHUNK = 64 << 10;
  private static final int ITEM_HEADER = 59;
  private static final int ITEM_FLAGS = 4;

  private final Server server;
  private final Settings settings;
  private final Counters counters;
  private final Owner owner;
  private final EventLoop loop;

  private final RequestQueue queue = new RequestQueue();
  private final Admission admission;
  private final AtomicBoolean isDrainDue = new AtomicBoolean();
  private final Runnable drain = this::drain;
  private final Object incarnation = new Object();

  private final Greeting greeting = new Greeting();
  private final Output output = new Output();
  private final ReplyDecoder decoder;

  private @Nullable Channel channel;
  private final List<Thread> waiters = new ArrayList<>();
  private boolean hasGreeted;
  private boolean isGreetingSent;
  private boolean isDraining;
  private boolean isClosed;
  private boolean isTicking;
  private boolean isProbing;
  private int maxItemBytes;
  private long earliest;
  private long quietSince;

  Connection(Server server, Settings settings, Counters counters, Owner owner, EventLoop loop) {
    this.server = server;
    this.settings = settings;
    this.counters = counters;
    this.owner = owner;
    this.loop = loop;
    this.admission = new Admission(settings.maxInFlight(), settings.maxBytesInFlight());
    this.maxItemBytes = settings.maxItemBytes();
    this.decoder = new ReplyDecoder(this::read, maxItemBytes);
    this.earliest = settings.ticker().nanos();
    for (Request<?> request : greeting.requests()) {
      request.begin(earliest, FAR); // the owner sees to it that connecting comes to an end
      adopt(request);
    }
  }

  // Callers' side: any thread.

  /**
   * Takes a request. One for which there is no room fails at once, or after having waited for it.
   *
   * @return whether it was taken; false if the connection is closed
   */
  boolean submit(Request<?> request) {
    if (!enter(request)) {
      request.settle(
          new OverloadedException(
              request.describe() + " on " + server + " was not sent: " + admission + " already"),
          settings.executor());
      counters.errors.increment();
      return true;
    }
    if (!queue.offer(request)) {
      admission.leave(1, request.size());
      return false;
    }
    if (!isDrainDue.get() && isDrainDue.compareAndSet(false, true)) {
      loop.execute(drain);
    }
    return true;
  }

  private boolean enter(Request<?> request) {
    if (admission.tryEnter(request.size())) {
      return true;
    }
    return settings.isWaitingWhenFull()
        && !(Thread.currentThread() instanceof IoThread)
        && admission.enter(
            request.size(), request.deadline() - settings.ticker().nanos());
  }

  int inFlight() {
    return admission.requests();
  }

  // Requests' side: what they ask while they are encoded or answered.

  Object incarnation() {
    return incarnation;
  }

  /** A number that another connection gave must not be sent: it may match by chance. */
  boolean isForeign(@Nullable Cas cas) {
    return cas != null && cas.incarnation() != incarnation;
  }

  int largestValue(Key key, int flags) {
    return maxItemBytes - ITEM_HEADER - (flags == 0 ? 0 : ITEM_FLAGS) - key.bytes().length;
  }

  /**
   * Fails a request by what the server says; or, if it says nothing of the kind, the connection.
   */
  boolean refuse(Request<?> request, Reply reply) throws ProtocolException {
    if (reply.kind() != Reply.Kind.SERVER_ERROR) {
      throw new ProtocolException("in answer to " + request.describe() + ": " + reply);
    }
    String message = failed(request) + reply;
    return request.fail(
        reply.says("object too large")
            ? new RejectedException(message)
            : new UnavailableException(message));
  }

  private String failed(Request<?> request) {
    long taken = settings.ticker().nanos() - request.started();
    return request.describe() + " on " + server + " failed after "
        + TimeUnit.NANOSECONDS.toMillis(taken) + " ms: ";
  }

  // The owner's side: the event loop.

  /** Puts a request into the queue that was admitted elsewhere, or is one of our own. */
  void adopt(Request<?> request) {
    admission.enterAnyway();
    if (!queue.offer(request)) {
      throw new IllegalStateException("the connection is closed");
    }
  }

  /** Sends requests of our own, which there is always room for. */
  void sendOwn(List<? extends Request<?>> requests) {
    long now = settings.ticker().nanos();
    for (Request<?> request : requests) {
      request.begin(now, settings.deadline());
      adopt(request);
    }
    send();
    watchDeadlines();
  }

  Greeting greeting() {
    return greeting;
  }

  /** Ends when all that is in flight is answered, or after the given time. */
  void closeWhenDrained(String reason, long nanos) {
    isDraining = true;
    if (!hasGreeted || queue.isEmpty()) {
      close(reason, false);
    } else {
      loop.schedule(() -> close(reason, false), nanos, TimeUnit.NANOSECONDS);
    }
  }

  void close(String reason) {
    close(reason, false);
  }

  private void close(String reason, boolean isPeaceful) {
    if (isClosed) {
      return;
    }
    isClosed = true;
    settleAnswered();
    boolean isIdle = isPeaceful && hasGreeted && queue.nextToAnswer() == null;
    List<Request<?>> unsent = queue.close();
    int inFlight = 0;
    for (Request<?> request = queue.first(); request != null; request = request.next()) {
      Key key = request.key();
      if (key != null && request.isChange() && !request.isOver()) {
        owner.undelivered(key);
      }
      inFlight++;
    }
    // First the owner has another way for callers, then they learn that this one has ended.
    owner.closed(this, new Ending(reason, isIdle, inFlight, unsent));
    for (Request<?> request = queue.first(); request != null; ) {
      Request<?> next = request.next();
      fail(request, reason);
      request = next;
    }
    if (channel != null) {
      channel.close();
    }
  }

  /** Fails a request that is in no queue any more. */
  void fail(Request<?> request, String reason) {
    if (request.settle(new UnavailableException(failed(request) + reason), settings.executor())) {
      counters.errors.increment();
    }
  }

  // Sending.

  private void drain() {
    isDrainDue.set(false);
    send();
    watchDeadlines();
  }

  /** Encodes and writes what may be sent. */
  private void send() {
    Channel out = channel;
    if (out == null || isClosed) {
      return;
    }
    boolean wasQuiet = queue.nextToAnswer() == null;
    boolean isWritten = false;
    while (out.isWritable() && (hasGreeted || !isGreetingSent)) {
      Request<?> request = queue.nextToSend();
      if (request == null) {
        break;
      }
      queue.advanceSent();
      isGreetingSent |= greeting.endsWith(request);
      if (!encode(request)) {
        request.setOver();
        request.settle(settings.executor());
        request.wake();
      } else if (request.deadline() - earliest < 0) {
        earliest = request.deadline();
      }
      if (output.size() >= CHUNK) {
        write(out);
        isWritten = true;
      }
    }
    if (output.size() > 0) {
      write(out);
      isWritten = true;
    }
    if (isWritten) {
      out.flush();
      if (wasQuiet) {
        quietSince = settings.ticker().nanos();
      }
    } else {
      settleAnswered();
    }
  }

  /** Whether the request has been written; if not, it is settled or has its outcome noted. */
  private boolean encode(Request<?> request) {
    if (request.isSettled()) {
      return false; // it timed out, or was cancelled, before it was sent
    }
    int mark = output.size();
    try {
      return request.encode(output, this);
    } catch (RuntimeException e) {
      output.truncate(mark);
      request.fail(e);
      return false;
    }
  }

  private void write(Channel out) {
    ByteBuf buffer = out.alloc().directBuffer(output.size());
    output.moveTo(buffer);
    out.write(buffer, out.voidPromise());
  }

  // Receiving.

  @Override
  public void channelActive(ChannelHandlerContext context) {
    if (isClosed) {
      context.close(); // it took too long
    } else {
      channel = context.channel();
      send();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    try {
      if (!isClosed) {
        quietSince = settings.ticker().nanos();
        isProbing = false;
        decoder.decode(in);
      }
    } catch (ProtocolException e) {
      close(e.reason());
    } finally {
      in.release();
    }
  }

  private void read(Reply reply) throws ProtocolException {
    Request<?> request = queue.nextToAnswer();
    if (request == null) {
      throw new ProtocolException("a reply that nobody waits for: " + reply);
    }
    boolean isLast;
    try {
      isLast = request.accept(reply, this);
    } catch (RuntimeException e) {
      isLast = request.fail(e);
    }
    if (isLast) {
      request.setOver();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    settleAnswered();
    if (!hasGreeted && !isClosed && greeting.isOver()) {
      hasGreeted = true;
      if (maxItemBytes == 0) {
        maxItemBytes = greeting.maxItemBytes();
      }
      decoder.limitValues(maxItemBytes);
      owner.greeted(this);
    }
    send();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    send();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    close("the server closed the connection", true);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    close(cause.getMessage() == null ? cause.toString() : cause.getMessage());
  }

  /** Gives callers what was read, and lets the requests go. */
  private void settleAnswered() {
    long now = settings.ticker().nanos();
    int count = 0;
    long size = 0;
    for (Request<?> request = queue.pollOver(); request != null; request = queue.pollOver()) {
      count++;
      size += request.size();
      boolean isFailure = request.failure() != null;
      if (request.settle(settings.executor())) {
        if (isFailure) {
          counters.errors.increment();
        } else {
          counters.latencies.record(now - request.started());
        }
        Thread waiter = request.waiter();
        if (waiter != null) {
          waiters.add(waiter);
        }
      }
    }
    // A thread that wakes to one answer finds the others of the same read, too.
    waiters.forEach(LockSupport::unpark);
    waiters.clear();
    if (count > 0) {
      counters.answered.add(count);
      admission.leave(count, size);
      if (isDraining && queue.isEmpty()) {
        close("it was closed");
      }
    }
  }

  // Deadlines and silence.

  /** Begins to look at the deadlines, unless it is being done. */
  private void watchDeadlines() {
    if (!isTicking && !isClosed && !queue.isEmpty()) {
      isTicking = true;
      loop.schedule(this::tick, TICK, TimeUnit.NANOSECONDS);
    }
  }

  private void tick() {
    isTicking = false;
    if (isClosed) {
      return;
    }
    long now = settings.ticker().nanos();
    if (queue.hasUnsent() || earliest - now <= 0) {
      expire(now);
    }
    Request<?> oldest = queue.nextToAnswer();
    if (oldest != null && hasGreeted) {
      breakSilence(oldest, now);
    }
    watchDeadlines();
  }

  private void expire(long now) {
    long least = FAR;
    for (Request<?> request = queue.first(); request != null; request = request.next()) {
      long left = request.deadline() - now;
      if (request.isSettled() || request.isOver()) {
        continue;
      }
      if (left > 0) {
        least = Math.min(least, left);
      } else {
        request.settle(
            new DeadlineExceededException(failed(request) + "no answer in time"),
            settings.executor());
        counters.timeouts.increment();
      }
    }
    earliest = now + least;
  }

  private void breakSilence(Request<?> oldest, long now) {
    long patience = Math.max(settings.deadline(), oldest.deadline() - oldest.started());
    if (now - quietSince < patience) {
      return;
    }
    if (isProbing) {
      close("no answer for " + TimeUnit.NANOSECONDS.toMillis(2 * patience) + " ms");
    } else {
      isProbing = true;
      quietSince = now;
      sendOwn(List.of(LineRequest.noOperation()));
    }
  }
}
