package dev.corral.benchmarks.piece;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.memcached.wire.ProtocolException;
import dev.corral.memcached.wire.ReplyDecoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What it costs to read a reply from the bytes that came, on the I/O thread: one of 64 that came
 * together, in direct memory as from a socket. The array of the value is the caller's, and the only
 * one that should be made: 16 bytes more than the value has.
 */
@SuppressWarnings("NullAway.Init") // JMH calls setUp before all else.
public class ReplyBenchmark extends Piece {
  private static final int MANY = 64;
  private static final int LARGEST = 1 << 20;

  /** How long the values are. */
  @Param({"100", "1024"})
  public int valueBytes;

  private ByteBuf plain;
  private ByteBuf detailed;
  private ByteBuf classic;
  private ReplyDecoder decoder;

  /**
   * Makes the replies.
   *
   * @param blackhole takes what is read
   */
  @Setup
  public void setUp(Blackhole blackhole) {
    String data = "x".repeat(valueBytes) + "\r\n";
    StringBuilder meta = new StringBuilder();
    StringBuilder details = new StringBuilder();
    StringBuilder values = new StringBuilder();
    for (int i = 0; i < MANY; i++) {
      char letter = (char) ('0' + i);
      meta.append("VA " + valueBytes + " f0 O" + letter + "\r\n").append(data);
      details.append("VA " + valueBytes + " c123456" + i + " f1 t3600 O" + letter + "\r\n" + data);
      values.append("VALUE " + name(i) + " 0 " + valueBytes + "\r\n").append(data);
    }
    plain = direct(meta.toString());
    detailed = direct(details.toString());
    classic = direct(values + "END\r\n");
    decoder = new ReplyDecoder(reply -> blackhole.consume(reply.value()), LARGEST);
  }

  /** Gives the replies back. */
  @TearDown
  public void tearDown() {
    plain.release();
    detailed.release();
    classic.release();
  }

  private static ByteBuf direct(String text) {
    return Unpooled.directBuffer(text.length()).writeBytes(text.getBytes(US_ASCII));
  }

  private void decode(ByteBuf replies) throws ProtocolException {
    decoder.decode(replies.readerIndex(0));
  }

  /**
   * The reply to a plain get.
   *
   * @throws ProtocolException never
   */
  @Benchmark
  @OperationsPerInvocation(MANY)
  public void plain() throws ProtocolException {
    decode(plain);
  }

  /**
   * The reply to the get of a cache.
   *
   * @throws ProtocolException never
   */
  @Benchmark
  @OperationsPerInvocation(MANY)
  public void detailed() throws ProtocolException {
    decode(detailed);
  }

  /**
   * A value of the reply to a classic command.
   *
   * @throws ProtocolException never
   */
  @Benchmark
  @OperationsPerInvocation(MANY)
  public void classic() throws ProtocolException {
    decode(classic);
  }
}
