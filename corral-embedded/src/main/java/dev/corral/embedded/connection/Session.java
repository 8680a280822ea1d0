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
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.ArrayList;
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
 * client that does not read them is not read from either.
 *
 * A fault that holds a command up holds all up that comes behind it: nothing is read, and nothing
 * sent, until it goes on.
 */
public final class Session extends ByteToMessageDecoder {
  /** How much of a line may come without its end. */
  private static final int LONGEST_LINE = 2048;

  /** What the server reads at once: a longer line never comes with its end. */
  private static final int BUFFER = 16 << 10;

  private static final int MOST_LEADING_SPACES = 100;
  private static final int MANY_BYTES = 64 << 10;
  private static final short END_OF_LINE = '\r' << 8 | '\n';
  private static final byte BINARY_PROTOCOL = (byte) 0x80;
  private static final Set<String> TAKING_VALUES =
      Set.of("set", "add", "replace", "append", "prepend", "cas", "ms");
  private static final byte[] GARBAGE = "\u0001?garbage\r\r\n\n\u0000".getBytes(US_ASCII);

  private final Interpreter interpreter;
  private final Faults faults;
  private @Nullable Login login;
  private final CommandLine line = new CommandLine();
  private @Nullable ByteBuf replies;
  private Next.@Nullable Value awaited;
  private @Nullable InjectedFault striking;
  private long swallowing;
  private boolean begun;
  private boolean heldUp;
  private boolean waiting;
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
    this.faults = faults;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (ending) {
      in.skipBytes(in.readableBytes());
    } else if (heldUp || !context.channel().isWritable()) {
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
      readValue(context, awaited, in);
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
    InjectedFault fault = faults.isEmpty() ? null : faults.strike(line.command(), keys());
    if (fault == null) {
      follow(context, interpreter.run(line, new Reply(replies())));
    } else if (TAKING_VALUES.contains(line.command())) {
      striking = fault;
      follow(context, interpreter.run(line, new Reply(replies())));
    } else {
      strike(context, fault, reply -> follow(context, interpreter.run(line, reply)));
    }
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

  private List<String> keys() {
    List<String> keys = new ArrayList<>();
    String command = line.command();
    boolean many = command.startsWith("g") || command.equals("bget");
    int first = command.startsWith("gat") ? 2 : 1;
    for (int word = first; word < (many ? line.words() : Math.min(2, line.words())); word++) {
      keys.add(line.text(word));
    }
    return keys;
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

  private void readValue(ChannelHandlerContext context, Next.Value value, ByteBuf in) {
    if (in.readableBytes() < value.length() + 2) {
      return;
    }
    byte[] bytes = new byte[value.length()];
    in.readBytes(bytes);
    boolean ended = in.readShort() == END_OF_LINE;
    awaited = null;
    InjectedFault fault = striking;
    if (fault == null) {
      value.storing().store(ended ? bytes : null, new Reply(replies()));
    } else {
      striking = null;
      strike(context, fault, reply -> value.storing().store(ended ? bytes : null, reply));
    }
  }

  /** What is struck, and may be carried out. */
  @FunctionalInterface
  private interface Struck {
    void run(Reply reply);
  }

  private void strike(ChannelHandlerContext context, InjectedFault injected, Struck command) {
    send(context);
    Reply reply = new Reply(replies());
    Fault fault = injected.fault();
    boolean waiting = fault.kind() == Fault.Kind.DELAY || fault.kind() == Fault.Kind.STALL;
    if (fault.isAfterwards()) {
      command.run(reply);
    }
    if (waiting) {
      hold(context, injected, () -> {
        if (!fault.isAfterwards()) {
          command.run(new Reply(replies()));
        }
      });
      return;
    }
    reply.discard();
    switch (fault.kind()) {
      case RESET -> {
        context.channel().config().setOption(ChannelOption.SO_LINGER, 0);
        ending = true;
        ChannelFuture unused = context.close();
      }
      case GARBAGE -> reply.write(GARBAGE);
      case SERVER_ERROR -> reply.insist("SERVER_ERROR injected fault");
      default -> {}
    }
  }

  private void hold(ChannelHandlerContext context, InjectedFault injected, Runnable then) {
    heldUp = true;
    Runnable release = () -> {
      heldUp = false;
      if (context.channel().isActive()) {
        then.run();
        goOn(context);
      }
    };
    if (injected.fault().kind() == Fault.Kind.DELAY) {
      Future<?> unused = context
          .executor()
          .schedule(release, injected.fault().delay().toNanos(), TimeUnit.NANOSECONDS);
    } else {
      injected.whenHealed(() -> context.executor().execute(release));
    }
  }

  private void goOn(ChannelHandlerContext context) {
    waiting = false;
    context.channel().config().setAutoRead(true);
    try {
      channelRead(context, Unpooled.EMPTY_BUFFER);
    } catch (Exception e) {
      context.fireExceptionCaught(e);
    }
    send(context);
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
    if (!heldUp && replies != null && replies.isReadable()) {
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
    if (context.channel().isWritable() && waiting && !heldUp) {
      // Not at once: this may come in the midst of a turn.
      context.executor().execute(() -> goOn(context));
    }
    context.fireChannelWritabilityChanged();
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
