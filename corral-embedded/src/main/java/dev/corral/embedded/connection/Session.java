package dev.corral.embedded.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.embedded.command.Interpreter;
import dev.corral.embedded.command.Next;
import dev.corral.embedded.fault.Faults;
import dev.corral.embedded.fault.InjectedFault;
import dev.corral.embedded.wire.CommandLine;
import dev.corral.embedded.wire.Reply;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves one client: reads its commands and answers them, in order. */
/* design
 *
 * The bytes that come next are, in this order: those to be swallowed, a login, the value that a
 * command awaits, or else a command line. Each turn takes one of them whole, or waits for more.
 *
 * Replies are gathered and sent when all that was read has been answered, or when they are many. A
 * client that does not read them is not read from either. When it has said its last, it is answered
 * all that it said, and then let go. As on the server, nothing is sent until a value that is to be
 * swallowed has come whole.
 *
 * A fault that holds a command up holds all up that comes behind it, its value too: nothing is
 * carried out and nothing sent until it goes on. But some is read ahead, for that is the only way to
 * see that the client hangs up. Then it is let go at once: one that only ended its own half can't be
 * told from one that is gone.
 */
public final class Session extends ByteToMessageDecoder {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  /** How much of a line may come without its end. */
  static final int LONGEST_LINE = 2048;

  /** What the server reads at once: a longer line never comes with its end. */
  static final int BUFFER = 16 << 10;

  static final short END_OF_LINE = '\r' << 8 | '\n';

  private static final int MOST_LEADING_SPACES = 100;
  private static final int MANY_BYTES = 64 << 10;
  private static final int MOST_AHEAD = 1 << 20;
  private static final byte BINARY_PROTOCOL = (byte) 0x80;

  private final Interpreter interpreter;
  private final Faults faults;
  private @Nullable Login login;
  private final CommandLine line = new CommandLine();
  private @Nullable ByteBuf replies;
  private Next.@Nullable Value awaited;
  private long swallowing;
  private boolean begun;
  private @Nullable Hold heldUp;
  private boolean waiting;
  private boolean heardAll;
  private boolean ending;

  /**
   * A session.
   *
   * @param interpreter carries out its commands
   * @param login what must come first, or null
   * @param faults what may go wrong
   */
  public Session(Interpreter interpreter, @Nullable Login login, Faults faults) {
    this.interpreter = interpreter;
    this.login = login;
    // Where passwords are wanted there is no other protocol to look for.
    this.begun = login != null;
    this.faults = faults;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (ending) {
      in.skipBytes(in.readableBytes());
    } else if (heldUp != null) {
      if (in.readableBytes() > MOST_AHEAD) {
        context.channel().config().setAutoRead(false);
      }
    } else if (!context.channel().isWritable()) {
      waiting = true;
      context.channel().config().setAutoRead(false);
    } else {
      turn(context, in);
      if (replies != null && replies.readableBytes() > MANY_BYTES) {
        send(context);
      }
    }
  }

  private void turn(ChannelHandlerContext context, ByteBuf in) {
    if (!begun) {
      begun = true;
      if (in.getByte(in.readerIndex()) == BINARY_PROTOCOL) {
        end(context);
        return;
      }
    }
    if (swallowing > 0) {
      int now = (int) Math.min(swallowing, in.readableBytes());
      in.skipBytes(now);
      swallowing -= now;
    } else if (login != null) {
      login(context, login, in);
    } else if (awaited != null) {
      readValue(awaited, in);
    } else {
      readLine(context, in);
    }
  }

  private void login(ChannelHandlerContext context, Login attempt, ByteBuf in) {
    switch (attempt.read(in, this::replies)) {
      case DONE -> login = null;
      case HOPELESS -> end(context);
      case WAITING -> {}
    }
  }

  private void readLine(ChannelHandlerContext context, ByteBuf in) {
    int length = in.bytesBefore((byte) '\n');
    boolean tooLong = length < 0 ? in.readableBytes() > LONGEST_LINE : length >= BUFFER;
    if (tooLong && !isLongGet(in)) {
      end(context);
    }
    if (length < 0 || ending) {
      return;
    }
    boolean withReturn = length > 1 && in.getByte(in.readerIndex() + length - 1) == '\r';
    line.read(in, withReturn ? length - 1 : length);
    in.skipBytes(withReturn ? 2 : 1);
    InjectedFault fault =
        faults.isEmpty() ? null : faults.strike(line.command(), CommandKeys.of(line));
    if (fault == null) {
      follow(context, interpreter.run(line, new Reply(replies())));
    } else {
      send(context);
      Strike strike = new Strike(interpreter, fault, new Struck(context));
      follow(context, strike.on(line, new Reply(replies())));
    }
  }

  /**
   * Lines may be longer only if they ask for many keys; then, as on the server, they may have any
   * length.
   */
  private static boolean isLongGet(ByteBuf in) {
    int at = in.readerIndex();
    while (at < in.writerIndex() && in.getByte(at) == ' ') {
      at++;
    }
    String start = in.toString(at, Math.min(5, in.writerIndex() - at), US_ASCII);
    return at - in.readerIndex() <= MOST_LEADING_SPACES
        && (start.startsWith("get ") || start.equals("gets "));
  }

  private void follow(ChannelHandlerContext context, Next next) {
    if (next instanceof Next.Swallow swallow) {
      swallowing = swallow.bytes();
    } else if (next instanceof Next.Value value) {
      awaited = value;
    } else if (next instanceof Next.End) {
      end(context);
    }
  }

  private void readValue(Next.Value value, ByteBuf in) {
    if (in.readableBytes() < value.length() + 2) {
      return;
    }
    byte[] bytes = new byte[value.length()];
    in.readBytes(bytes);
    boolean ended = in.readShort() == END_OF_LINE;
    awaited = null;
    value.storing().store(ended ? bytes : null, new Reply(replies()));
  }

  /** This session to a fault that strikes a command of its. */
  private final class Struck implements Strike.Victim {
    private final ChannelHandlerContext context;

    Struck(ChannelHandlerContext context) {
      this.context = context;
    }

    @Override
    public void reset() {
      ending = true;
      context.channel().config().setOption(ChannelOption.SO_LINGER, 0);
      ChannelFuture unused = context.close();
    }

    @Override
    public void hold(InjectedFault cause, Supplier<Next> then) {
      heldUp = new Hold(context.executor(), cause, hold -> letGo(hold, then));
      heldUp.begin();
    }

    private void letGo(Hold hold, Supplier<Next> then) {
      // It may be told twice, and another command wait by then.
      if (heldUp == hold) {
        hold.end();
        heldUp = null;
        try {
          follow(context, then.get());
        } catch (RuntimeException | Error e) {
          exceptionCaught(context, e);
        }
        goOn(context);
      }
    }
  }

  private void goOn(ChannelHandlerContext context) {
    if (ending) {
      return;
    }
    waiting = false;
    context.channel().config().setAutoRead(true);
    // Through the pipeline, which tells this session if it fails.
    context.pipeline().fireChannelRead(Unpooled.EMPTY_BUFFER).fireChannelReadComplete();
    if (heardAll) {
      finish(context);
    }
  }

  private void finish(ChannelHandlerContext context) {
    if (heldUp != null) {
      ChannelFuture unused = context.close();
    } else if (!waiting && !ending) {
      end(context);
    }
  }

  private void end(ChannelHandlerContext context) {
    ending = true;
    ByteBuf last = swallowing == 0 ? taken() : Unpooled.EMPTY_BUFFER;
    context.writeAndFlush(last).addListener(ChannelFutureListener.CLOSE);
  }

  private ByteBuf replies() {
    if (replies == null) {
      replies = Unpooled.buffer(512);
    }
    return replies;
  }

  private ByteBuf taken() {
    ByteBuf all = replies == null ? Unpooled.EMPTY_BUFFER : replies;
    replies = null;
    return all;
  }

  private void send(ChannelHandlerContext context) {
    if (login != null) {
      login.sent();
    }
    if (heldUp == null && swallowing == 0 && replies != null && replies.isReadable()) {
      ChannelFuture unused = context.writeAndFlush(taken(), context.voidPromise());
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    send(context);
    discardSomeReadBytes();
    context.fireChannelReadComplete();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (context.channel().isWritable() && waiting) {
      // Not at once: this may come in the midst of a turn.
      context.executor().execute(() -> goOn(context));
    }
    context.fireChannelWritabilityChanged();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    // Not the decoder's own way, which forgets what has not been carried out yet.
    if (event instanceof ChannelInputShutdownEvent) {
      heardAll = true;
      finish(context);
    }
    context.fireUserEventTriggered(event);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    ending = true;
    if (heldUp != null) {
      heldUp.end();
      heldUp = null;
    }
    super.channelInactive(context);
  }

  @Override
  protected void decodeLast(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    // What a client leaves half said is not carried out.
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    // That a client breaks off is its own affair; anything else is a fault of ours or of a rule.
    if (!(cause instanceof IOException)) {
      LOG.warn("A connection of the embedded server ends, for a command failed", cause);
    }
    ending = true;
    ChannelFuture unused = context.close();
  }
}
