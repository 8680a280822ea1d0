package dev.corral.memcached.connection;

import dev.corral.memcached.request.Request;
import dev.corral.memcached.request.Session;
import dev.corral.memcached.wire.Output;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Writes the requests of a connection, as many as there are at once: on the event loop, or on the
 * thread of somebody who would have to wake it. Whose turn it is, is decided by a lock that nobody
 * waits for but to close.
 */
final class RequestWriter {
  /* design
   *
   * Each meta command is marked with a letter that its reply repeats, one of 64 in turn. Replies
   * come in the order of the requests, so it should not be needed; but it costs three bytes, and
   * without it a server or proxy that sends one reply too many or too few would have every later
   * caller get another's value. Gets of a value that are written together may share one classic command:
   * its values have their keys instead, and nothing tells what its end belongs to but its place.
   *
   * What is written in one goes out in one TLS record, or in several the last of which ends with it;
   * so records end where requests do. A memcached whose item ends in the midst of a record takes the
   * rest of it into OpenSSL's memory, goes to sleep, and is woken only by the next packet (1.6.18).
   * It reads up to 16 KiB at once, as much as a record holds; only the last command of a write may
   * go beyond.
   *
   * A caller that is about to wait for its answer, while nothing else is in flight, writes its
   * request itself and spares the event loop being woken for it; so does who has woken virtual
   * threads, for all of them. What was written before must have gone out, even if it was answered: a
   * server can refuse a value before it has come, and what overtook the rest would be taken for a part
   * of it. So the channel must hold nothing. What the socket does not take at once, or is large, is
   * left to the event loop.
   *
   * Who has no turn leaves; a caller that had it looks afterwards whether something came meanwhile,
   * and has the event loop send it. The cursor moves before the bytes do, so the reply finds its
   * request.
   *
   * What can't be sent is over at once, so that the cursors go past it, but settled only after the
   * turn: where callbacks have no thread of their own they run right there, and may wait for this very
   * connection, or close it.
   */

  /** What other threads write in one go, more than the keys of a multi-get take. */
  private static final int ENOUGH = 16 << 10;

  private static final int CHUNK = 64 << 10;
  private static final int RECORD = 16 << 10;
  private static final int LETTERS = 64;
  private static final char FIRST_LETTER = '0';

  private final Session session;
  private final RequestQueue queue;
  private final DeadlineWatch watch;
  private final Settlement settlement;
  private final int chunk;
  private final ReentrantLock turn = new ReentrantLock();

  // Whoever's turn it is.
  private final Output output = new Output();
  private int marked;
  private @Nullable ByteBuffer room;
  private @Nullable ByteBuf left;
  private List<Request<?>> unsent = new ArrayList<>(0);
  /** Nobody knows how much of what a caller wrote has gone out, so nothing may follow it. */
  private boolean isBroken;

  private @Nullable Channel channelOfSocket;

  /** The socket itself, if callers may write to it. */
  private volatile @Nullable WritableByteChannel socket;

  private boolean isGreetingSent;

  RequestWriter(
      Session session,
      RequestQueue queue,
      DeadlineWatch watch,
      Settlement settlement,
      boolean isEncrypted) {
    this.session = session;
    this.queue = queue;
    this.watch = watch;
    this.settlement = settlement;
    this.chunk = isEncrypted ? RECORD : CHUNK;
  }

  /**
   * Encodes and writes what may be sent: until the server has greeted, the greeting alone.
   *
   * @return whether anything was written
   */
  boolean write(Channel channel, @Nullable Greeting greeting) {
    if (!turn.tryLock()) {
      return false;
    }
    try {
      return !isBroken && writeAll(channel, greeting);
    } finally {
      endTurn();
    }
  }

  /** Lets others write, and then settles what could not be sent; a turn within a turn does not. */
  private void endTurn() {
    List<Request<?>> failed = List.of();
    try {
      if (!unsent.isEmpty() && turn.getHoldCount() == 1) {
        failed = unsent;
        unsent = new ArrayList<>(0);
      }
    } finally {
      turn.unlock();
    }
    failed.forEach(settlement::unsent);
  }

  // What becomes of a write is told to the channel's handler, not to a future.
  @SuppressWarnings("FutureReturnValueIgnored")
  private boolean writeAll(Channel channel, @Nullable Greeting greeting) {
    boolean isWritten = left != null;
    ByteBuf rest = left;
    if (rest != null) {
      left = null; // first, for a write that fills the channel comes back here
      channel.write(rest, channel.voidPromise());
    }
    while (channel.isWritable() && !(greeting != null && isGreetingSent)) {
      Request<?> request = queue.nextToSend();
      if (request == null) {
        break;
      }
      isGreetingSent |= greeting != null && greeting.endsWith(request);
      Request<?> last = encode(request);
      if (!last.isOver()) {
        watch.sent(request, last);
      }
      queue.advanceSentTo(last);
      if (output.size() >= chunk) {
        moveTo(channel);
        isWritten = true;
      }
    }
    if (output.size() > 0) {
      moveTo(channel);
      isWritten = true;
    }
    if (isWritten) {
      channel.flush();
    }
    return isWritten;
  }

  /** From now on callers may write, for the server has greeted. */
  void open(WritableByteChannel its, Channel itsChannel) {
    channelOfSocket = itsChannel;
    socket = its;
  }

  /** Whether callers may write. */
  boolean isOpen() {
    return socket != null;
  }

  /**
   * Writes what there is to be sent on this thread, if it is its turn.
   *
   * @return whether nothing is left for the event loop to do
   * @throws IOException if the socket is broken, so that the connection must end
   */
  boolean writeDirectly() throws IOException {
    boolean isWritten = false;
    if (isOpen() && turn.tryLock()) {
      try {
        WritableByteChannel open = socket;
        isWritten = open != null && !isBroken && nothingIsHeld() && writeAll(open);
      } catch (IOException | RuntimeException | Error e) {
        isBroken = true;
        throw e;
      } finally {
        endTurn();
      }
    }
    return isWritten && !queue.hasUnsent();
  }

  /** Whether all that was written before has gone out; not so if the channel is closed. */
  private boolean nothingIsHeld() {
    ChannelOutboundBuffer held =
        channelOfSocket == null ? null : channelOfSocket.unsafe().outboundBuffer();
    return left == null && held != null && held.totalPendingWriteBytes() == 0;
  }

  /** Writes until it is enough. Tells whether that was something, and is on its way. */
  private boolean writeAll(WritableByteChannel open) throws IOException {
    watch.waits(); // before any is seen to be sent
    for (Request<?> next = queue.nextToSend();
        next != null && output.size() + next.size() < ENOUGH;
        next = queue.nextToSend()) {
      queue.advanceSentTo(encode(next));
    }
    watch.sentDirectly(); // after the last, which may have come after a look at the deadlines
    int size = output.size();
    if (size > 0) {
      ByteBuffer bytes = room(size);
      output.moveTo(bytes);
      VarHandle.fullFence(); // the reply may be read before we are back
      open.write(bytes.flip());
      left = bytes.hasRemaining() ? Unpooled.copiedBuffer(bytes) : null;
    }
    return size > 0 && left == null;
  }

  /** Room for so much, and for as much the next time. */
  private ByteBuffer room(int size) {
    ByteBuffer its = room;
    if (its == null || its.capacity() < size) {
      its = ByteBuffer.allocateDirect(size <= ENOUGH ? ENOUGH : Math.max(size, 2 * ENOUGH));
      room = its;
    }
    return its.clear();
  }

  /** Ends all writing. Of what was accepted, returns what is not sent. */
  List<Request<?>> close() {
    turn.lock(); // a caller may be about to write; nothing lets it wait there
    try {
      socket = null;
      if (left != null) {
        left.release();
        left = null;
      }
      return queue.close();
    } finally {
      turn.unlock();
    }
  }

  /**
   * Encodes a request, and with it those behind it that can share its command. One that is not to
   * be written is over.
   *
   * @return the last of them
   */
  private Request<?> encode(Request<?> first) {
    Request<?> last = tryEncodeShared(first);
    if (last != null) {
      return last;
    }
    if (first.isSettled() || !tryEncode(first)) {
      first.setOver();
      unsent.add(first);
    }
    return first;
  }

  private @Nullable Request<?> tryEncodeShared(Request<?> first) {
    int before = output.size();
    try {
      return first.encodeShared(output);
    } catch (RuntimeException | Error e) { // each by itself, then; half a command must not stay
      output.truncate(before);
      return null;
    }
  }

  private boolean tryEncode(Request<?> request) {
    int before = output.size();
    try {
      char letter = request.isMarkable() ? letter(marked++) : 0;
      request.mark(letter);
      output.mark(letter);
      return request.encode(output, session);
    } catch (RuntimeException | Error e) { // half a command would take the next ones for its value
      output.truncate(before);
      request.fail(e);
      return false;
    }
  }

  /** The mark of the request of that number, which may have run over. */
  static char letter(int number) {
    return (char) (FIRST_LETTER + (number & (LETTERS - 1)));
  }

  // What becomes of a write is told to the channel's handler, not to a future.
  @SuppressWarnings("FutureReturnValueIgnored")
  private void moveTo(Channel channel) {
    ByteBuf buffer = channel.alloc().directBuffer(output.size());
    output.moveTo(buffer);
    channel.write(buffer, channel.voidPromise());
  }
}
