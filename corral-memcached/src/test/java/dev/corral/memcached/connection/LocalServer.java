package dev.corral.memcached.connection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.corral.key.Key;
import dev.corral.store.Item;
import dev.corral.store.MemoryStore;
import dev.corral.time.Ticker;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalServerChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A small memcached within this JVM, which can be stopped, restarted, told to stall or to answer
 * something else, and remembers what it was asked.
 */
public final class LocalServer {
  private final LocalAddress place;
  private final EventLoop loop;
  private final MemoryStore items;
  private final LocalCommands commands;
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final Map<String, Queue<String>> scripted = new ConcurrentHashMap<>();
  private final List<Conversation> conversations = new ArrayList<>(); // the loop's own
  private @Nullable Channel listening;
  private volatile boolean isStalled;
  private volatile boolean isAsked;
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();

  LocalServer(LocalAddress place, EventLoopGroup loops, Ticker ticker) {
    this.place = place;
    this.loop = loops.next();
    this.items = MemoryStore.create(options -> options.ticker(ticker).wholeSeconds(true));
    this.commands = new LocalCommands(items);
  }

  /** Begins to take connections. */
  public void start() {
    listening = new ServerBootstrap()
        .group(loop)
        .channel(LocalServerChannel.class)
        .childHandler(new ChannelInitializer<LocalChannel>() {
          @Override
          protected void initChannel(LocalChannel channel) {
            channel.pipeline().addLast(new Conversation());
          }
        })
        .bind(place)
        .syncUninterruptibly()
        .channel();
  }

  /** Ends all connections and takes no more. Its items stay, as on a server that is cut off. */
  public void stop() {
    Channel shut = listening;
    if (shut != null) {
      listening = null;
      shut.close().syncUninterruptibly();
      hangUp();
    }
  }

  /** Stops, loses its items and starts again. */
  public void restartEmpty() {
    stop();
    items.clear();
    start();
  }

  /** Ends all connections; whoever comes again is let in. */
  public void hangUp() {
    onLoop(() -> List.copyOf(conversations).forEach(Conversation::end));
  }

  /** Answers nothing until it is to go on. */
  public void stall() {
    isAsked = false;
    isStalled = true;
  }

  /** Waits until something has come since it stalled. */
  public void awaitAsked() {
    LocalServers.await("something to answer", () -> isAsked);
  }

  /** Answers all that has come since it stalled. */
  public void goOn() {
    isStalled = false;
    onLoop(() -> List.copyOf(conversations).forEach(Conversation::read));
  }

  /**
   * Has the next command of that name answered so instead of being done. {@code {O}} in it stands
   * for what the client marked the command with.
   */
  public void answerNext(String command, String answer) {
    scripted.computeIfAbsent(command, name -> new ConcurrentLinkedQueue<>()).add(answer);
  }

  /** The lines of all commands so far, in their order, without the marks. */
  public List<String> lines() {
    return lines.stream().map(line -> line.replaceFirst(" O.$", "")).toList();
  }

  /** The lines of all commands of that name. */
  public List<String> lines(String command) {
    return lines().stream()
        .filter(line -> line.split(" ", 2)[0].equals(command))
        .toList();
  }

  /** Forgets what it was asked so far. */
  public void forget() {
    lines.clear();
  }

  /** How many commands of that name have come. */
  public int count(String command) {
    return lines(command).size();
  }

  /** How many connections were made to it. */
  public int accepted() {
    return accepted.get();
  }

  /** How many connections there are to it. */
  public int connections() {
    return open.get();
  }

  /** What it holds, past all connections; null if nothing. */
  public @Nullable String value(String key) {
    return items.get(Key.raw(key)).join() instanceof Item item
        ? new String(item.value(), ISO_8859_1)
        : null;
  }

  /** The items themselves. */
  public MemoryStore items() {
    return items;
  }

  private void onLoop(Runnable task) {
    loop.submit(task).syncUninterruptibly();
  }

  private String answerTo(String line, byte[] value) {
    lines.add(line);
    Queue<String> instead = scripted.get(line.split(" ", 2)[0]);
    String answer = instead == null ? null : instead.poll();
    return answer == null ? commands.answer(line, value) : LocalCommands.marked(line, answer);
  }

  /** One connection: bytes to commands, answers to bytes. */
  private final class Conversation extends ChannelInboundHandlerAdapter {
    private final ByteBuf unread = Unpooled.buffer();
    private @Nullable Channel channel;

    @Override
    public void channelActive(ChannelHandlerContext context) {
      channel = context.channel();
      conversations.add(this);
      accepted.incrementAndGet();
      open.incrementAndGet();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      conversations.remove(this);
      open.decrementAndGet();
      unread.release();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf in = (ByteBuf) message;
      unread.writeBytes(in);
      in.release();
      if (isStalled) {
        isAsked = true;
      }
      read();
    }

    void read() {
      ByteBuf answers = Unpooled.buffer();
      while (!isStalled) {
        String answer = next();
        if (answer == null) {
          break;
        }
        answers.writeCharSequence(answer + "\r\n", ISO_8859_1);
      }
      unread.discardReadBytes();
      Channel out = channel;
      if (out != null && answers.isReadable()) {
        ChannelFuture unused = out.writeAndFlush(answers);
      } else {
        answers.release();
      }
    }

    /** The answer to the next command, if it is there to its end. */
    private @Nullable String next() {
      int length = unread.bytesBefore((byte) '\n') - 1;
      if (length < 0) {
        return null;
      }
      String line = unread.toString(unread.readerIndex(), length, ISO_8859_1);
      int size = LocalCommands.valueSize(line);
      int wanted = length + 2 + (size < 0 ? 0 : size + 2);
      if (unread.readableBytes() < wanted) {
        return null;
      }
      byte[] value = new byte[Math.max(size, 0)];
      unread.getBytes(unread.readerIndex() + length + 2, value);
      unread.skipBytes(wanted);
      return answerTo(line, value);
    }

    void end() {
      Channel ended = channel;
      if (ended != null) {
        ChannelFuture unused = ended.close();
      }
    }
  }
}
