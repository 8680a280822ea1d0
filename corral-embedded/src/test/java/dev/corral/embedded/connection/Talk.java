package dev.corral.embedded.connection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.corral.embedded.command.Engine;
import dev.corral.embedded.command.Interpreter;
import dev.corral.embedded.fault.Faults;
import dev.corral.embedded.stats.Settings;
import dev.corral.testkit.MovableTicker;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A session without a network, whose time stands still. */
final class Talk implements AutoCloseable {
  final Faults faults = new Faults(1);
  final EmbeddedChannel channel;

  Talk() {
    this(null);
  }

  Talk(@Nullable Accounts accounts) {
    Settings settings = new Settings(() -> 0, "127.0.0.1", 64 << 20, 1 << 20, 1024, 1, null);
    Engine engine = new Engine(new MovableTicker(), Instant.EPOCH, 64 << 20, 1 << 20);
    Interpreter interpreter = new Interpreter(engine, settings);
    Login login = accounts == null ? null : new Login(accounts, engine.traffic());
    channel = new EmbeddedChannel(new Session(interpreter, login, faults));
    channel.freezeTime();
  }

  /** Says something, and hears what is answered at once. */
  String say(String text) {
    channel.writeInbound(Unpooled.copiedBuffer(text, ISO_8859_1));
    return hear();
  }

  String hear() {
    channel.runPendingTasks();
    StringBuilder heard = new StringBuilder();
    for (ByteBuf next = channel.readOutbound(); next != null; next = channel.readOutbound()) {
      heard.append(next.toString(ISO_8859_1));
      next.release();
    }
    return heard.toString();
  }

  /** What is heard when time has passed. */
  String after(Duration time) {
    channel.advanceTimeBy(time.toNanos(), TimeUnit.NANOSECONDS);
    return hear();
  }

  /** Says that nothing more will be said. */
  String endHalf() {
    channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
    return hear();
  }

  boolean isOpen() {
    return channel.isOpen();
  }

  @Override
  public void close() {
    channel.finishAndReleaseAll();
  }
}
