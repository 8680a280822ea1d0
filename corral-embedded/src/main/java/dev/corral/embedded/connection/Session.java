package dev.corral.embedded.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.embedded.command.Interpreter;
import dev.corral.embedded.command.Next;
import dev.corral.embedded.fault.Fault;
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
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Serves one client: reads its commands and answers them, in order. */
/* design
 *
 * The bytes that come next are, in this order: those to be swallowed, a login, the value that a
 * command awaits, or else a command line. Each turn takes one of them whole, or waits for more.
 *
 * Replies are gathered and sent when all that was read has been answered, or when they are many. A
 * client that does not read them is not read from either. When it has said its last, it is answered
 * all that it said, and then let go.
 *
 * A fault is found when a line has come. One that holds the command up holds all up that comes
 * behind it, its value too: nothing is carried out and nothing sent until it goes on. But some is
 * read ahead, for that is the only way to see that the client hangs up. Then it is let go at once:
 * one that only ended its own half can't be told from one that is gone. A fault that spoils the
 * reply to a command with a value waits for the value, so that nothing is taken for a command that
 * is none.
 */
public final class Session extends ByteToMessageDecoder {
  /** How much of a line may come without its end. */
  private static final int LONGEST_LINE = 2048;

  /** What the server reads at once: a longer line never comes with its end. */
  private static final int BUFFER = 16 << 10;

  private static final int MOST_LEADING_SPACES = 100;
  private static final int MANY_BYTES = 64 << 10;
  private static final int MOST_AHEAD = 1 << 20;
  private static final short END_OF_LINE = '\r' << 8 | '\n';
  private static final byte BINARY_PROTOCOL = (byte) 0x80;
  private static final Set<String> TAKING_VALUES =
      Set.of("set", "add", "replace", "append", "prepend", "cas", "ms");

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
      run(context);
    } else {
      strike(context, fault);
    }
  }

  private void run(ChannelHandlerContext context) {
    follow(context, interpreter.run(line, new Reply(replies())));
  }

  /** Lines may be longer only if they ask for many keys. */
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

  private void strike(ChannelHandlerContext context, InjectedFault injected) {
    send(context);
    Fault fault = injected.fault();
    SpoiledReply spoiled = SpoiledReply.of(fault, line);
    Reply reply = new Reply(replies());
    if (fault.isAfterwards()) {
      Next next = interpreter.run(line, reply);
      if (next instanceof Next.Value value) {
        awaited = new Next.Value(value.length(), (bytes, told) -> {
          value.storing().store(bytes, told);
          strike(context, injected, () -> {}, () -> spoiled.replace(told));
        });
      } else {
        strike(context, injected, () -> follow(context, next), () -> {
          spoiled.replace(reply);
          follow(context, next);
        });
      }
    } else {
      strike(context, injected, () -> run(context), () -> refuse(context, spoiled, reply));
    }
  }

  private void strike(
      ChannelHandlerContext context, InjectedFault injected, Runnable afterAWait, Runnable spoil) {
    switch (injected.fault().kind()) {
      case DELAY, STALL -> hold(context, injected, afterAWait);
      case RESET -> reset(context);
      case DROP, GARBAGE, SERVER_ERROR -> spoil.run();
    }
  }

  /**
   * Does not carry a command out, but has its value swallowed if it has one. How long that is, only
   * its line tells; one that is too large loses the item that is there even so.
   */
  private void refuse(ChannelHandlerContext context, SpoiledReply spoiled, Reply reply) {
    Next next =
        TAKING_VALUES.contains(line.command()) ? interpreter.run(line, reply) : Next.COMMAND;
    if (next instanceof Next.Value value) {
      awaited = new Next.Value(value.length(), (bytes, told) -> spoiled.replace(told));
    } else {
      spoiled.replace(reply);
      follow(context, next);
    }
  }

  private void reset(ChannelHandlerContext context) {
    ending = true;
    context.channel().config().setOption(ChannelOption.SO_LINGER, 0);
    ChannelFuture unused = context.close();
  }

  private void hold(ChannelHandlerContext context, InjectedFault injected, Runnable then) {
    heldUp = new Hold(context, injected, then);
    heldUp.begin();
  }

  /** A command that waits, until its time has come or the fault is healed. */
  private final class Hold implements Runnable {
    private final ChannelHandlerContext context;
    private final InjectedFault fault;
    private final Runnable then;
    private final Runnable healed;
    private @Nullable Future<?> timer;

    Hold(ChannelHandlerContext context, InjectedFault fault, Runnable then) {
      this.context = context;
      this.fault = fault;
      this.then = then;
      this.healed = () -> context.executor().execute(this);
    }

    void begin() {
      if (fault.fault().kind() == Fault.Kind.DELAY) {
        // As long as can be counted, if it is longer.
        long nanos = TimeUnit.NANOSECONDS.convert(fault.fault().delay());
        timer = context.executor().schedule(this, nanos, TimeUnit.NANOSECONDS);
      }
      fault.whenHealed(healed);
    }

    @Override
    public void run() {
      // It may be both at once, and another command wait by then.
      if (heldUp == this) {
        end();
        then.run();
        goOn(context);
      }
    }

    void end() {
      heldUp = null;
      fault.forget(healed);
      if (timer != null) {
        timer.cancel(false);
      }
    }
  }

  private void goOn(ChannelHandlerContext context) {
    if (ending) {
      return;
    }
    waiting = false;
    context.channel().config().setAutoRead(true);
    try {
      channelRead(context, Unpooled.EMPTY_BUFFER);
    } catch (Exception e) {
      context.fireExceptionCaught(e);
    }
    send(context);
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
    context.writeAndFlush(taken()).addListener(ChannelFutureListener.CLOSE);
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
    if (heldUp == null && replies != null && replies.isReadable()) {
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
    }
    super.channelInactive(context);
  }

  @Override
  protected void decodeLast(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    // What a client leaves half said is not carried out.
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    ChannelFuture unused = context.close();
  }
}
