package dev.corral.embedded;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.embedded.command.Engine;
import dev.corral.embedded.command.Interpreter;
import dev.corral.embedded.connection.Session;
import dev.corral.embedded.fault.Faults;
import dev.corral.embedded.stats.Settings;
import dev.corral.testkit.MovableTicker;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A client's talk with a server of its own, without sockets, in a time that is moved by hand. */
public final class Dialogue implements AutoCloseable {
  private static final int MAX_BYTES = 64 << 20;
  private static final int MAX_ITEM_BYTES = 1 << 20;

  private final MovableTicker ticker;
  private final Interpreter server;
  private final EmbeddedChannel channel;
  /** Counts what is kept of that which was said. */
  private final UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(false);

  /** A dialogue with a new server. */
  public Dialogue() {
    this(MAX_ITEM_BYTES);
  }

  /** A dialogue with a new server that takes items up to a size. */
  public Dialogue(int maxItemBytes) {
    this(new MovableTicker(), maxItemBytes);
  }

  private Dialogue(MovableTicker ticker, int maxItemBytes) {
    this(
        ticker,
        new Interpreter(
            new Engine(ticker, Instant.ofEpochSecond(1_800_000_000), MAX_BYTES, maxItemBytes),
            new Settings(() -> 11211, "127.0.0.1", MAX_BYTES, maxItemBytes, 1024, 2, null)));
  }

  private Dialogue(MovableTicker ticker, Interpreter server) {
    this.ticker = ticker;
    this.server = server;
    this.channel = new EmbeddedChannel();
    channel.config().setAllocator(memory);
    channel.pipeline().addLast(new Session(server, null, new Faults(1)));
  }

  /** A dialogue of another client with the same server. */
  public Dialogue another() {
    return new Dialogue(ticker, server);
  }

  /**
   * Holds a dialogue and compares it: lines with {@code >} are said, those next to each other in
   * one go, those with {@code ~} let seconds pass, and all others are what is heard.
   */
  public static void follows(String transcript) {
    try (Dialogue dialogue = new Dialogue()) {
      StringBuilder held = new StringBuilder();
      StringBuilder said = new StringBuilder();
      for (String line : transcript.lines().toList()) {
        boolean saying = line.equals(">") || line.startsWith("> ");
        if (saying) {
          held.append(line).append('\n');
          said.append(line, Math.min(2, line.length()), line.length()).append("\r\n");
          continue;
        }
        held.append(dialogue.hear(said.toString()));
        said.setLength(0);
        if (line.startsWith("~ ")) {
          held.append(line).append('\n');
          dialogue.pass(Integer.parseInt(line.substring(2)));
        }
      }
      held.append(dialogue.hear(said.toString()));
      assertThat(held).hasToString(transcript);
    }
  }

  /** Lets time pass. */
  public void pass(int seconds) {
    ticker.advance(Duration.ofSeconds(seconds));
  }

  /** Says something and hears what is answered; the ends of its lines are those of text blocks. */
  public String hear(String said) {
    return new String(hear(List.of(said.getBytes(ISO_8859_1))), ISO_8859_1).replace("\r\n", "\n");
  }

  /** Says something in pieces and hears what is answered. */
  public byte[] hear(Iterable<byte[]> pieces) {
    ByteBuf heard = Unpooled.buffer();
    for (byte[] piece : pieces) {
      if (channel.isOpen()) {
        channel.writeInbound(Unpooled.copiedBuffer(piece));
      }
      hearInto(heard);
    }
    byte[] bytes = new byte[heard.readableBytes()];
    heard.readBytes(bytes);
    return bytes;
  }

  private void hearInto(ByteBuf heard) {
    while (channel.readOutbound() instanceof ByteBuf reply) {
      heard.writeBytes(reply);
      reply.release();
    }
  }

  /** How many bytes the server keeps of what was said. */
  public long kept() {
    return memory.metric().usedHeapMemory();
  }

  /** Whether the server has ended it. */
  public boolean isOver() {
    return !channel.isOpen();
  }

  @Override
  public void close() {
    channel.finishAndReleaseAll();
  }
}
