package dev.corral.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.embedded.command.Engine;
import dev.corral.embedded.command.Interpreter;
import dev.corral.embedded.command.Next;
import dev.corral.embedded.stats.Settings;
import dev.corral.embedded.wire.CommandLine;
import dev.corral.embedded.wire.Reply;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Instant;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * Lets Lincheck run commands of several clients at once, and look for an order of them in which one
 * client would be answered the same. No reply tells a CAS: numbers are given out before the item
 * that bears them is seen, so that those of two items need not agree with any order.
 */
@Param(name = "key", gen = IntGen.class, conf = "1:2")
@Param(name = "digit", gen = IntGen.class, conf = "1:9")
public class LinearizabilityTest {
  private final Interpreter server = new Interpreter(
      new Engine(() -> 0, Instant.EPOCH, 1 << 20, 1 << 10),
      new Settings(() -> 11211, "127.0.0.1", 1 << 20, 1 << 10, 1024, 2, null));

  @Operation
  public String get(@Param(name = "key") int key) {
    return said("get key" + key);
  }

  @Operation
  public String read(@Param(name = "key") int key) {
    return said("mg key" + key + " v t");
  }

  @Operation
  public String lease(@Param(name = "key") int key) {
    return said("mg key" + key + " N60 R30 v t");
  }

  @Operation
  public String touch(@Param(name = "key") int key) {
    return said("touch key" + key + " 20");
  }

  @Operation
  public String set(@Param(name = "key") int key, @Param(name = "digit") int digit) {
    return said("set key" + key + " 0 0 1", String.valueOf(digit));
  }

  @Operation
  public String add(@Param(name = "key") int key, @Param(name = "digit") int digit) {
    return said("ms key" + key + " 1 ME", String.valueOf(digit));
  }

  @Operation
  public String append(@Param(name = "key") int key, @Param(name = "digit") int digit) {
    return said("append key" + key + " 0 0 1", String.valueOf(digit));
  }

  @Operation
  public String count(@Param(name = "key") int key, @Param(name = "digit") int digit) {
    return said("ma key" + key + " N0 J7 v D" + digit);
  }

  @Operation
  public String markStale(@Param(name = "key") int key) {
    return said("md key" + key + " I T60");
  }

  @Operation
  public String delete(@Param(name = "key") int key) {
    return said("delete key" + key);
  }

  private String said(String command) {
    return said(command, "");
  }

  private String said(String command, String value) {
    ByteBuf replies = Unpooled.buffer();
    CommandLine line = new CommandLine();
    line.read(Unpooled.copiedBuffer(command, US_ASCII), command.length());
    if (server.run(line, new Reply(replies)) instanceof Next.Value awaited) {
      awaited.storing().store(value.getBytes(US_ASCII), new Reply(replies));
    }
    return replies.toString(US_ASCII);
  }

  @Test
  void everyRunUnderStressHasAnOrder() {
    new StressOptions()
        .iterations(3)
        .invocationsPerIteration(200)
        .threads(3)
        .actorsPerThread(2)
        .check(getClass());
  }
}
