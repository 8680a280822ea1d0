package dev.corral.gearman;

import dev.corral.check.Plain;
import dev.corral.ring.Server;
import dev.corral.time.Timer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection to one server, made anew whenever it is lost. All of it on the loop's thread. */
/* design
 *
 * A link is down (it pauses), connecting, or up. It is up when an echo has come back: a server that
 * stands still takes connections too. At any time it has one alarm, for the end of the pause, of the
 * patience with connecting, or of the time between two echoes; and a life, a number that grows with
 * each change, so that what was begun in an earlier one is known and dropped.
 *
 * A server that is up must be heard of between two echoes, or it is taken for dead. Failures are
 * counted until a link has stayed up for that long: one that is lost at once, time and again, is made
 * anew less and less often.
 */
final class Link {
  private static final Logger LOG = LoggerFactory.getLogger(Link.class);
  private static final Packet ECHO = Packet.of(Type.ECHO_REQ, "corral");

  /** Room for the handle, the function and the id beside what a packet carries. */
  private static final int BESIDE = 1024;

  /** How many buffers go out by one write at most; the system takes no more than 1,024. */
  private static final int MOST_AT_ONCE = 256;

  /** Whose link it is. */
  interface Owner {
    /** What is said first on each connection. */
    List<Packet> greeting();

    /** It can be used from now on. */
    void up();

    /** The server said something, and it is not about the link itself. */
    void received(Packet packet) throws IOException;

    /** It can't be used any more, until it is up again; what was sent may be lost. */
    void down();
  }

  private final Loop loop;
  private final Server server;
  private final GearmanOptions options;
  private final Owner owner;
  private final Deque<ByteBuffer> out = new ArrayDeque<>();
  private PacketReader reader;
  private @Nullable SocketChannel channel;
  private @Nullable SelectionKey key;
  private Timer.@Nullable Alarm alarm;
  private int alarms;
  private int life;
  private int failures;
  private boolean up;
  private boolean heard;
  private boolean flushing;
  private boolean finishing;
  private boolean closed;
  private String trouble;

  Link(Loop loop, Server server, GearmanOptions options, Owner owner) {
    this.loop = loop;
    this.server = server;
    this.options = options;
    this.owner = owner;
    this.reader = newReader();
    this.trouble = server.address() + ": not connected yet";
  }

  private PacketReader newReader() {
    return new PacketReader(options.maxJobBytes() + BESIDE);
  }

  Server server() {
    return server;
  }

  boolean isUp() {
    return up;
  }

  /** Whether there is no connection, nor will be any. */
  boolean isClosed() {
    return closed;
  }

  /** Changes whenever the connection does. */
  int life() {
    return life;
  }

  /** What was wrong the last time, with the server's address. */
  String trouble() {
    return trouble;
  }

  void open() {
    life++;
    int attempt = life;
    alarm(
        options.connectTimeout(),
        () -> lost("no answer to a connection within " + Plain.duration(options.connectTimeout())));
    // Names are looked up by a thread that may block.
    Thread resolver = new Thread(
        () -> {
          try {
            InetAddress[] addresses = InetAddress.getAllByName(server.host());
            loop.post(() -> connect(attempt, addresses));
          } catch (IOException e) {
            loop.post(() -> {
              if (life == attempt) {
                lost(e.toString());
              }
            });
          }
        },
        "corral-gearman-resolver");
    resolver.setDaemon(true);
    resolver.start();
  }

  private void connect(int attempt, InetAddress[] addresses) {
    if (life != attempt) {
      return;
    }
    try {
      SocketChannel opened = SocketChannel.open();
      channel = opened;
      opened.configureBlocking(false);
      opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
      InetAddress address = addresses[failures % addresses.length];
      boolean connected = opened.connect(new InetSocketAddress(address, server.port()));
      key = loop.register(opened, SelectionKey.OP_CONNECT, ready -> ready(opened, ready));
      if (connected) {
        greet();
      }
    } catch (IOException | RuntimeException e) {
      lost(e.toString());
    }
  }

  private void ready(SocketChannel from, SelectionKey ready) {
    try {
      if (ready.isConnectable() && from.finishConnect()) {
        greet();
      }
      if (ready.isValid() && ready.isReadable()) {
        read(from);
      }
      if (ready.isValid() && ready.isWritable()) {
        flush();
      }
    } catch (IOException | RuntimeException | Error e) { // what was read is in pieces now
      if (channel == from) {
        lost(e.toString());
      }
    }
  }

  private void greet() {
    owner.greeting().forEach(this::send);
    send(ECHO);
  }

  private void read(SocketChannel from) throws IOException {
    ByteBuffer in = loop.buffer();
    if (from.read(in) < 0) {
      throw new IOException("the server closed the connection");
    }
    in.flip();
    heard = true;
    for (Packet packet = reader.next(in);
        packet != null;
        packet = channel == from ? reader.next(in) : null) {
      hear(packet);
    }
  }

  private void hear(Packet packet) throws IOException {
    if (finishing) {
      return;
    }
    if (up && packet.type() != Type.ECHO_RES) {
      owner.received(packet);
    } else if (!up && packet.type() == Type.ECHO_RES) {
      up = true;
      LOG.info("Connected to the Gearman server {}", server.address());
      beat();
      owner.up();
    } else if (!up && packet.type() != Type.OPTION_RES && packet.type() != Type.ERROR) {
      throw new ProtocolException("unexpected " + packet);
    }
  }

  /** Asks for an echo time and again, each time that something was heard since the last. */
  private void beat() {
    alarm(options.heartbeat(), () -> {
      if (heard) {
        failures = 0;
        heard = false;
        send(ECHO);
        beat();
      } else {
        lost("silent for " + Plain.duration(options.heartbeat()));
      }
    });
  }

  /** Sends something, unless the link is lost meanwhile. */
  void send(Packet packet) {
    out.add(packet.toRequest());
    flushSoon();
  }

  private void flushSoon() {
    if (!flushing) {
      // Later in this turn, so that what is said together goes out together.
      flushing = true;
      int now = life;
      loop.post(() -> {
        if (life == now) {
          flushing = false;
          flushOrLose();
        }
      });
    }
  }

  private void flushOrLose() {
    try {
      flush();
    } catch (IOException | RuntimeException e) {
      lost(e.toString());
    }
  }

  private void flush() throws IOException {
    SocketChannel to = channel;
    SelectionKey interest = key;
    if (to == null || interest == null || !to.isConnected()) {
      return;
    }
    long written = 1;
    while (written > 0 && !out.isEmpty()) {
      written = to.write(out.stream().limit(MOST_AT_ONCE).toArray(ByteBuffer[]::new));
      while (!out.isEmpty() && !out.element().hasRemaining()) {
        out.remove();
      }
    }
    if (finishing && out.isEmpty()) {
      to.shutdownOutput(); // the server reads all of it, and closes
    }
    interest.interestOps(
        out.isEmpty() ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
  }

  private void lost(String why) {
    if (finishing) {
      close();
      return;
    }
    boolean wasUp = up;
    drop();
    failures++;
    trouble = server.address() + ": " + why;
    if (wasUp || failures == 1) {
      LOG.warn("No connection to the Gearman server {}", trouble);
    }
    alarm(options.pause(failures), this::open);
    if (wasUp) {
      owner.down();
    }
  }

  /** Ends it when all that was sent has gone out, or there is no hope of that. */
  void finish() {
    if (up) {
      finishing = true;
      alarm(options.connectTimeout(), this::close);
      flushSoon();
    } else {
      close();
    }
  }

  /** Ends the connection, and makes none any more. Its owner is not told. */
  void close() {
    closed = true;
    drop();
  }

  private void drop() {
    life++;
    up = false;
    flushing = false;
    out.clear();
    reader = newReader();
    silence();
    SocketChannel old = channel;
    channel = null;
    key = null;
    try {
      if (old != null) {
        old.close();
      }
    } catch (IOException e) {
      LOG.debug("A connection to {} was not closed in good order", server.address(), e);
    }
  }

  /** Sets the one alarm. */
  private void alarm(Duration delay, Runnable task) {
    silence();
    if (closed) {
      return;
    }
    int number = alarms;
    alarm = options
        .timer()
        .after(
            delay,
            () -> loop.post(() -> {
              if (alarms == number) { // or it was cancelled too late
                task.run();
              }
            }));
  }

  private void silence() {
    alarms++;
    if (alarm != null) {
      alarm.cancel();
      alarm = null;
    }
  }
}
