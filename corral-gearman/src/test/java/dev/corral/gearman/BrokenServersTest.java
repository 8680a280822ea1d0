package dev.corral.gearman;

import static dev.corral.gearman.Queues.await;
import static dev.corral.gearman.Queues.bytes;
import static dev.corral.gearman.Queues.job;
import static dev.corral.gearman.Queues.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.gearman.ScriptedGearmand.Visitor;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A server that talks nonsense or falls silent is left, and what it was given goes on elsewhere.
 */
class BrokenServersTest {
  private static final Map<String, byte[]> NONSENSE = Map.of(
      "another protocol", bytes("HTTP/1.1 400 Bad Request\r\n\r\n"),
      "a packet of no type", header(999, 0),
      "a packet without end", header(13, Integer.MAX_VALUE),
      "a packet of negative length", header(13, -1),
      "a request", Packet.of(Type.GRAB_JOB_UNIQ).toBytes(Packet.RESPONSE).array(),
      "an end without a result",
          Packet.of(Type.WORK_COMPLETE, "H:1").toBytes(Packet.RESPONSE).array());

  private final ScriptedGearmand server = new ScriptedGearmand();

  @AfterEach
  void end() {
    server.close();
  }

  private static byte[] header(int type, int length) {
    return ByteBuffer.allocate(Packet.HEADER)
        .putInt(Packet.RESPONSE)
        .putInt(type)
        .putInt(length)
        .array();
  }

  static List<String> nonsense() {
    return List.copyOf(NONSENSE.keySet());
  }

  @ParameterizedTest
  @MethodSource("nonsense")
  void nonsenseEndsTheConnectionAndNotTheCall(String kind) {
    try (GearmanQueue queue = Queues.open(server)) {
      CompletableFuture<byte[]> result = queue.call(job("a"));
      Visitor visitor = server.welcome();
      visitor.expect(Type.SUBMIT_JOB);
      visitor.sayBytes(NONSENSE.getOrDefault(kind, new byte[0]));
      visitor.expectEnd();

      assertDone(result);
    }
  }

  @Test
  void whatIsSaidBeforeTheWelcomeIsNonsenseToo() {
    try (GearmanQueue queue = Queues.open(server)) {
      CompletableFuture<byte[]> result = queue.call(job("a"));
      Visitor visitor = server.accept();
      visitor.say(Type.JOB_CREATED, "H:1");
      visitor.expect(Type.OPTION_REQ);
      visitor.expect(Type.ECHO_REQ);
      visitor.expectEnd();

      assertDone(result);
    }
  }

  @Test
  void moreAnswersThanQuestionsAreNonsense() {
    try (GearmanQueue queue = Queues.open(server)) {
      CompletableFuture<byte[]> result = queue.call(job("a"));
      Visitor visitor = server.welcome();
      visitor.expect(Type.SUBMIT_JOB);
      visitor.say(Type.JOB_CREATED, "H:1").say(Type.JOB_CREATED, "H:2");
      visitor.expectEnd();

      assertDone(result);
    }
  }

  @Test
  void halfAPacketIsNone() {
    try (GearmanQueue queue = Queues.open(server)) {
      CompletableFuture<byte[]> result = queue.call(job("a"));
      Visitor visitor = server.welcome();
      visitor.expect(Type.SUBMIT_JOB);
      visitor.sayBytes(new byte[] {0, 'R', 'E', 'S', 0, 0, 0});
      visitor.close();

      assertDone(result);
    }
  }

  @Test
  void anOptionThatIsRefusedIsDoneWithout() {
    try (GearmanQueue queue = Queues.open(server)) {
      CompletableFuture<byte[]> result = queue.call(job("a"));
      Visitor visitor = server.accept();
      visitor.expect(Type.OPTION_REQ);
      visitor.expect(Type.ECHO_REQ);
      visitor.say(Type.ERROR, "UNKNOWN_OPTION", "never heard of it").say(Type.ECHO_RES, "corral");
      visitor.expect(Type.SUBMIT_JOB);
      visitor.say(Type.JOB_CREATED, "H:1").say(Type.WORK_COMPLETE, "H:1", "done");

      assertThat(text(await(result))).isEqualTo("done");
    }
  }

  @Test
  void aServerThatAnswersNoEchoIsLeft() {
    HandTimer timer = new HandTimer();
    try (GearmanQueue queue = Queues.open(options -> options.timer(timer), server)) {
      CompletableFuture<byte[]> result = queue.call(job("a"));
      Visitor visitor = server.welcome();
      visitor.expect(Type.SUBMIT_JOB);
      visitor.say(Type.JOB_CREATED, "H:1");
      for (int i = 0; i < 3; i++) { // as long as it does, it is not
        timer.fire(Queues.HEARTBEAT);
        visitor.expect(Type.ECHO_REQ);
        visitor.say(Type.ECHO_RES, "corral");
        awaitRead(queue, visitor);
      }
      timer.fire(Queues.HEARTBEAT);
      visitor.expect(Type.ECHO_REQ);
      timer.await(Queues.HEARTBEAT);
      timer.fire(Queues.HEARTBEAT);
      visitor.expectEnd();

      assertDone(result);
    }
  }

  /** All that was said so far has been read: it was said before an answer that came. */
  private static void awaitRead(GearmanQueue queue, Visitor visitor) {
    CompletableFuture<?> taken = queue.submit(job("b"));
    visitor.expect(Type.SUBMIT_JOB_BG);
    visitor.say(Type.JOB_CREATED, "H:2");
    await(taken);
  }

  private void assertDone(CompletableFuture<byte[]> result) {
    Visitor again = server.welcome();
    again.expect(Type.SUBMIT_JOB);
    again.say(Type.JOB_CREATED, "H:9").say(Type.WORK_COMPLETE, "H:9", "done");
    assertThat(text(await(result))).isEqualTo("done");
  }
}
