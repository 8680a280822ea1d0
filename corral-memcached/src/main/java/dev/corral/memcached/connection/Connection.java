package dev.corral.memcached.connection;

import dev.corral.fault.RejectedException;
import dev.corral.memcached.request.LineRequest;
import dev.corral.memcached.request.Request;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.memcached.wire.Reply;
import dev.corral.memcached.wire.Reply.Kind;
import dev.corral.memcached.wire.ReplyDecoder;
import dev.corral.memcached.wire.UnauthenticatedException;
import dev.corral.ring.Server;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
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
   * All state but the queue's ends of what is to be sent, the admission, who is to send next, the
   * writer's turn and what writers tell the watch belongs to the event loop.
   *
   *   CONNECTING --channel is active--> GREETING --greeting answered--> READY --> CLOSED
   *
   * The greeting's requests stand first in the queue. What callers add meanwhile stays behind them
   * until they are answered and the owner has found nothing against the server.
   *
   * Sending. A caller appends its request; unless somebody is to send already, it schedules a drain.
   * The drain encodes all there is, so a burst of requests costs one wake-up and one write. Beyond the
   * transport's high-water mark it stops, and goes on when the channel is writable again. A caller
   * that waits, and is alone, sends by itself, and no loop is woken; nor is it for virtual threads
   * that were woken together.
   *
   * Receiving. Replies note their outcomes while a read is parsed; callers get them when it is
   * parsed to its end, in one go. A reply is for the oldest request that waits for one, or for another
   * behind it with which it shares a command; then it says of those before that they have nothing.
   *
   * The end. Whatever is known to be unsent goes back to the owner; all else fails. A connection
   * that the server closed while nothing was in flight has done no harm, and the owner replaces it
   * unseen.
   */

  private final Settings settings;
  private final Counters counters;
  private final Owner owner;
  private final Loop loop;

  private final RequestQueue queue = new RequestQueue();
  private final Admission admission;
  private final NextSender nextSender = new NextSender();
  private final Runnable drain = this::drain;

  private final Greeting greeting;
  private final ReplyDecoder decoder;

  private final Faults faults;
  private final ServerSession session;
  private final DeadlineWatch watch;
  private final RequestWriter writer;
  private final Settlement settlement;

  private @Nullable Channel channel;
  /** The channel's socket, if callers may write to it themselves. */
  private @Nullable WritableByteChannel socket;

  private @Nullable Future<?> draining;
  private @Nullable Future<?> keeping;
  private boolean isActive;
  private boolean isClosed;

  Connection(Server server, Settings settings, Counters counters, Owner owner, Loop loop) {
    this.settings = settings;
    this.counters = counters;
    this.owner = owner;
    this.loop = loop;
    this.greeting = new Greeting(settings.protection());
    this.admission = new Admission(settings.maxInFlight(), settings.maxBytesInFlight());
    this.decoder = new ReplyDecoder(this::read, settings.maxItemBytes());
    this.faults = new Faults(server, settings.ticker());
    this.session = new ServerSession(faults, settings.maxItemBytes());
    this.watch = new DeadlineWatch(queue, settings, counters, faults);
    Waiters waiters = new Waiters(loop.virtualThreads(), new VirtualBurst());
    this.settlement = new Settlement(queue, admission, counters, faults, settings, waiters);
    this.writer = new RequestWriter(
        session, queue, watch, settlement, settings.protection().tls() != null);
    for (Request<?> request : greeting.requests()) {
      // The owner sees to it that connecting comes to an end.
      request.beginOwn(settings.ticker().nanos(), DeadlineWatch.FAR);
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
    if (!admission.admit(request, settings)) {
      request.settle(faults.overloaded(request, admission), settings.executor());
      counters.failed(request);
      return true;
    }
    if (!queue.offer(request)) {
      admission.leave(1, request.size());
      return false;
    }
    Thread waiter = request.waiter();
    boolean isAlone = waiter != null && admission.requests() == 1;
    if (!(isAlone && sendDirectly())) {
      // Whoever ends a burst sends; all else is the loop's, as is the rest of what was written.
      boolean isToBeSent = !isAlone || queue.hasUnsent();
      askLoop(isToBeSent && waiter != null && loop.virtualThreads().isOne(waiter));
    }
    return true;
  }

  /** Has the event loop send, unless somebody is to send anyway. */
  private void askLoop(boolean isPatient) {
    if (nextSender.askLoop(isPatient)) {
      loop.execute(drain);
    }
  }

  /** Sends on this thread. Tells whether nothing is left for the event loop to do. */
  private boolean sendDirectly() {
    try {
      if (!writer.writeDirectly()) {
        return false;
      }
    } catch (IOException | RuntimeException | Error e) { // nobody knows how much was written
      loop.execute(() -> broken(e));
      return true;
    }
    if (!loop.isTicking()) {
      loop.execute(this::watchDeadlines);
    }
    return true;
  }

  int inFlight() {
    return admission.requests();
  }

  // The owner's side: the event loop.

  /** Takes over what another connection had accepted and not sent. */
  void takeOver(List<Request<?>> requests) {
    requests.forEach(this::adopt);
    watchDeadlines();
  }

  /** Puts a request into the queue that was admitted elsewhere, or is one of our own. */
  private void adopt(Request<?> request) {
    admission.enterAnyway(request.size());
    if (!queue.offer(request)) {
      throw new IllegalStateException("the connection is closed");
    }
  }

  /** Sends requests of our own, which there is always room for. */
  void sendOwn(List<? extends Request<?>> requests, long timeout) {
    long now = settings.ticker().nanos();
    for (Request<?> request : requests) {
      request.beginOwn(now, timeout);
      adopt(request);
    }
    send();
    watchDeadlines();
  }

  /** Ends when all that is in flight is answered, or after the given time. */
  void closeWhenDrained(String reason, long nanos) {
    draining = loop.events().schedule(() -> close(reason), nanos, TimeUnit.NANOSECONDS);
    closeIfDrained();
  }

  /** Ends if it is to, and nobody waits for an answer, be it behind the greeting. */
  private void closeIfDrained() {
    if (draining != null && queue.closeUnlessAwaited(hasGreeted() ? null : greeting.last())) {
      close("it was closed");
    }
  }

  boolean isClosed() {
    return isClosed;
  }

  /** What is known of the server. */
  ServerSession session() {
    return session;
  }

  private boolean hasGreeted() {
    return session.hasGreeted();
  }

  void close(String reason) {
    close(Reason.of(reason));
  }

  void close(Reason reason) {
    close(reason, false);
  }

  private void close(Reason reason, boolean isPeaceful) {
    if (isClosed) {
      return;
    }
    isClosed = true;
    cancel(draining);
    cancel(keeping);
    loop.forget(this);
    try {
      settleAnswered();
      settlement.wakeLate(); // there are no more ticks
    } finally { // there is no second attempt
      end(reason, isPeaceful);
    }
  }

  private void end(Reason reason, boolean isPeaceful) {
    admission.open();
    List<Request<?>> unsent = writer.close();
    boolean isIdle = isPeaceful && hasGreeted() && queue.nextToAnswer() == null;
    unsent.removeAll(greeting.requests()); // they are our own, and nobody waits for them
    int inFlight = settlement.lose(owner::undelivered);
    // First the owner has another way for callers, then they learn that this one has ended.
    owner.closed(this, new Owner.Ending(reason, isIdle, settlement.hasServed(), inFlight, unsent));
    settlement.failAll(reason);
    if (channel != null) {
      channel.close();
    }
  }

  private static void cancel(@Nullable Future<?> timer) {
    if (timer != null) {
      timer.cancel(false);
    }
  }

  /** Fails a request that is in no queue any more. */
  void fail(Request<?> request, Reason reason) {
    settlement.fail(request, reason);
  }

  // Sending.

  private void drain() {
    nextSender.loopBegins();
    guarded(() -> {
      send();
      if (queue.hasUnsent()) {
        nextSender.loopIsStillWanted(); // by whoever has the turn now
      }
      watchDeadlines();
    });
  }

  /**
   * Whatever goes wrong ends the connection, and with it all waiting; it must not end the looking.
   */
  private void guarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      close(e.toString());
    }
  }

  /** What virtual threads ask for that were woken together. */
  private final class VirtualBurst implements Waiters.Burst {
    @Override
    public boolean begin() {
      boolean isBegun = writer.isOpen() && nextSender.beginBurst();
      watchDeadlines();
      return isBegun;
    }

    @Override
    public void end() {
      if (nextSender.endBurst() && queue.hasUnsent() && !sendDirectly()) {
        askLoop(false);
      }
    }
  }

  private void send() {
    Channel out = channel;
    if (out != null && isActive && !isClosed) {
      boolean wasQuiet = queue.nextToAnswer() == null;
      if (!writer.write(out, hasGreeted() ? null : greeting)) {
        settleAnswered();
      } else if (wasQuiet) {
        watch.waits();
      }
    }
  }

  // Receiving.

  /** It was not made, or its server reset it so soon that the system takes it for that. */
  void unconnected(Throwable cause) {
    Reason reason = Reason.of(cause);
    close(reason.equals(Reason.RESET) ? greeting.ended(reason.words()) : reason);
  }

  /** Lets callers write to the channel's socket themselves, as soon as the server has greeted. */
  void offerSocket(WritableByteChannel its) {
    socket = its;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    channel = context.channel();
    if (isClosed) {
      context.close(); // it took too long to find the server's address
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    isActive = true;
    send();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    try {
      if (!isClosed && !hasGreeted() && greeting.isTlsAlert(in)) {
        close(Reason.distrust("it speaks TLS, for which there is memcacheds://"));
      } else if (!isClosed) {
        watch.heard();
        decoder.decode(in);
      }
    } catch (UnauthenticatedException e) {
      close(Reason.distrust(words(e)));
    } catch (ProtocolException e) {
      close(words(e));
    } finally {
      in.release();
    }
  }

  /** A server that was told a password is not quoted before it has shown what it is. */
  private String words(ProtocolException fault) {
    return hasGreeted() || !greeting.isConfidential() ? fault.reason() : fault.discreetReason();
  }

  private void read(Reply reply) throws ProtocolException {
    Request<?> request = queue.nextToAnswer();
    if (request == null) {
      throw new ProtocolException("a reply that nobody waits for", reply);
    }
    if (reply.opaque() != request.opaque() && reply.repeatsOpaque()) {
      throw new ProtocolException(
          "the answer to another request than " + request.describe(), reply);
    }
    Request<?> recipient = request.recipient(reply);
    requireOwnFailure(recipient, reply);
    // First: who is to have it may find fault with it, and then the others must not believe it.
    boolean isLast = accept(recipient, reply);
    for (Request<?> passed = request; passed != recipient; ) {
      passed.passBy(reply, session);
      settlement.over(passed);
      passed = Objects.requireNonNull(passed.next());
    }
    if (isLast) {
      settlement.over(recipient);
    }
  }

  /**
   * When a get of many keys fails, the server drops all answers that it has not sent yet, an
   * earlier failure too. So if one is in flight, nobody knows how many have lost theirs.
   */
  private void requireOwnFailure(Request<?> request, Reply reply) throws ProtocolException {
    if (reply.kind() == Kind.SERVER_ERROR
        && reply.says("out of memory writing get response")
        && queue.isInFlightBehind(request, Request::mayFailOthers)) {
      throw new ProtocolException(
          "a failure that may be a later get's, and have cost others their answers", reply);
    }
  }

  /** Gives a request a reply. Tells whether it was its last. */
  private boolean accept(Request<?> request, Reply reply) throws ProtocolException {
    try {
      return request.accept(reply, session);
    } catch (RejectedException e) {
      return request.fail(faults.rejected(request, e));
    } catch (RuntimeException e) {
      return request.fail(e);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    settleAnswered();
    if (!hasGreeted() && !isClosed && greeting.isOver()) {
      greet();
    }
    if (nextSender.isNobody()) { // else somebody sends soon, and more at once
      send();
    }
  }

  private void greet() {
    try {
      ServerFacts facts = greeting.facts();
      int itemBytes = settings.maxItemBytes() == 0 ? facts.maxItemBytes() : settings.maxItemBytes();
      decoder.limitValues(Math.max(itemBytes, facts.maxItemBytes()));
      session.greeted(itemBytes);
      if (facts.idleSeconds() > 0) {
        long half = TimeUnit.SECONDS.toMillis(facts.idleSeconds()) / 2;
        keeping = loop.events()
            .scheduleAtFixedRate(() -> guarded(this::keepAlive), half, half, TimeUnit.MILLISECONDS);
      }
      owner.greeted(this, facts);
      if (socket != null && channel != null && !isClosed) {
        loop.watch(this);
        writer.open(socket, channel);
      }
    } catch (IllegalArgumentException e) {
      close(String.valueOf(e.getMessage()));
    }
  }

  /** Has the server hear something before it takes the connection for forgotten. */
  private void keepAlive() {
    if (queue.isEmpty()) {
      sendOwn(List.of(LineRequest.noOperation()), settings.deadline());
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    send();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    close(greeting.ended("the server closed the connection"), true);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    broken(cause);
  }

  private void broken(Throwable cause) {
    close(greeting.ended(Reason.of(cause).words()));
  }

  private void settleAnswered() {
    if (settlement.settle()) {
      closeIfDrained();
    }
  }

  // Deadlines and silence.

  /** Has the deadlines looked at, while anything waits. */
  private void watchDeadlines() {
    if (!isClosed) {
      loop.watch(this);
    }
  }

  /**
   * Whether there is anything to be sent or answered, or may be without the loop being told, or
   * anybody to be woken.
   */
  boolean isWaiting() {
    return !queue.isEmpty() || nextSender.isBurst() || settlement.isWaking();
  }

  /** Looks at the deadlines, and at how long nothing has come. */
  void tick() {
    if (!isClosed && isWaiting()) {
      guarded(this::look);
    }
  }

  private void look() {
    settlement.wakeLate();
    // A burst's threads got no turn, and won't be waited for; or a caller that was to tell the loop
    // was put to sleep before it did, of its request or of the rest of one.
    boolean unused = nextSender.endBurst();
    send();
    watch.expire();
    closeIfDrained();
    if (hasGreeted() && !isClosed) {
      switch (watch.silence()) {
        case BEARABLE -> {}
        case TO_BE_PROBED -> sendOwn(List.of(LineRequest.noOperation()), settings.deadline());
        case FINAL -> close("the server has stopped answering");
      }
    }
  }
}
