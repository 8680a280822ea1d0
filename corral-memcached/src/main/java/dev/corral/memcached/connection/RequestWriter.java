package dev.corral.memcached.connection;

import dev.corral.memcached.request.Request;
import dev.corral.memcached.request.Session;
import dev.corral.memcached.wire.Output;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/** Writes the requests of a connection, as many as there are at once. The event loop's own. */
final class RequestWriter {
  /* design
   *
   * Each meta command is marked with a letter that its reply repeats, one of 64 in turn. Replies
   * come in the order of the requests, so it should not be needed; but it costs three bytes, and
   * without it a server or proxy that sends one reply too many or too few would have every later
   * caller get another's value.
   *
   * What is written in one goes out in one TLS record, or in several the last of which ends with it;
   * so records end where requests do. A memcached whose item ends in the midst of a record takes the
   * rest of it into OpenSSL's memory, goes to sleep, and is woken only by the next packet (1.6.18).
   * It reads up to 16 KiB at once, as much as a record holds; only the last request of a write may
   * go beyond.
   */

  private static final int CHUNK = 64 << 10;
  private static final int RECORD = 16 << 10;
  private static final int LETTERS = 64;
  private static final char FIRST_LETTER = '0';

  private final Session session;
  private final RequestQueue queue;
  private final DeadlineWatch watch;
  private final Settlement settlement;
  private final int chunk;
  private final Output output = new Output();
  private int marked;
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
    boolean isWritten = false;
    while (channel.isWritable() && !(greeting != null && isGreetingSent)) {
      Request<?> request = queue.nextToSend();
      if (request == null) {
        break;
      }
      queue.advanceSent();
      isGreetingSent |= greeting != null && greeting.endsWith(request);
      if (encode(request)) {
        watch.sent(request);
      } else {
        settlement.unsent(request);
      }
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

  /** Whether the request is to be written; if not, it is settled or has its outcome noted. */
  private boolean encode(Request<?> request) {
    if (request.isSettled()) {
      return false; // it timed out, or was cancelled, before it was sent
    }
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
