package dev.corral.gearman;

import static dev.corral.gearman.Queues.await;
import static dev.corral.gearman.Queues.bytes;
import static dev.corral.gearman.Queues.job;
import static dev.corral.gearman.Queues.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.DeadlineExceededException;
import dev.corral.fault.OverloadedException;
import dev.corral.fault.UnavailableException;
import dev.corral.gearman.ScriptedGearmand.Visitor;
import dev.corral.load.LoadException;
import dev.corral.queue.Job;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs handed in at servers that do what the test says. */
class CallsTest {
  private final ScriptedGearmand server = new ScriptedGearmand();
  private final HandTimer timer = new HandTimer();

  @AfterEach
  void end() {
    server.close();
  }

  @Test
  void aCallIsAJobThatIsWaitedFor() throws Exception {
    try (GearmanQueue queue = Queues.open(server)) {
      CompletableFuture<byte[]> result = queue.call(job("a"));
      Visitor visitor = server.welcome();

      Packet submitted = visitor.expect(Type.SUBMIT_JOB);
      assertThat(submitted.texts(3)).containsExactly("f", "a");
      assertThat(submitted.last(3)).containsExactly(1, 0, 2);
      visitor.say(Type.JOB_CREATED, "H:1");
      visitor.say(Type.WORK_STATUS, "H:1", "1", "2").say(Type.WORK_DATA, "H:1", "half");
      visitor.say(Type.WORK_COMPLETE, "H:1", "done");

      assertThat(text(await(result))).isEqualTo("done");
    }
  }

  @Test
  void aSubmissionEndsWhenTheServerHasTakenItOver() {
    try (GearmanQueue queue = Queues.open(server)) {
      CompletableFuture<?> taken = queue.submit(job("a"));
      Visitor visitor = server.welcome();
      visitor.expect(Type.SUBMIT_JOB_BG);
      assertThat(taken).isNotDone();
      visitor.say(Type.JOB_CREATED, "H:1");

      await(taken);
    }
  }

  @Test
  void equalCallsAreOneJobForTheServer() {
    try (GearmanQueue queue = Queues.open(server)) {
      CompletableFuture<byte[]> one = queue.call(job("a"));
      CompletableFuture<byte[]> other = queue.call(job("a"));
      CompletableFuture<byte[]> next = queue.call(job("b"));
      Visitor visitor = server.welcome();
      visitor.expect(Type.SUBMIT_JOB);
      Packet second = visitor.expect(Type.SUBMIT_JOB);
      assertThat(second.text()).startsWith("f\0b\0");
      visitor.say(Type.JOB_CREATED, "H:1").say(Type.JOB_CREATED, "H:2");
      visitor.say(Type.WORK_COMPLETE, "H:2", "2").say(Type.WORK_COMPLETE, "H:1", "1");

      assertThat(text(await(one))).isEqualTo("1");
      assertThat(text(await(other))).isEqualTo("1");
      assertThat(text(await(next))).isEqualTo("2");
    }
  }

  @Test
  void aFailureIsToldWithTheWorkersWords() {
    try (GearmanQueue queue = Queues.open(server)) {
      CompletableFuture<byte[]> one = queue.call(job("a"));
      CompletableFuture<byte[]> other = queue.call(job("b"));
      Visitor visitor = server.welcome();
      visitor.say(Type.JOB_CREATED, "H:1").say(Type.JOB_CREATED, "H:2");
      visitor.say(Packet.of(Type.WORK_EXCEPTION, bytes("kaputt: ä"), "H:1"));
      visitor.say(Type.WORK_FAIL, "H:1").say(Type.WORK_FAIL, "H:2");

      assertThatThrownBy(() -> await(one))
          .isInstanceOf(LoadException.class)
          .hasMessageContaining("f/a")
          .hasMessageContaining("kaputt: ä");
      assertThatThrownBy(() -> await(other))
          .isInstanceOf(LoadException.class)
          .hasMessageContaining("f/b");
    }
  }

  @Test
  void aServerThatRefusesAJobFailsThatOneOnly() {
    try (GearmanQueue queue = Queues.open(server)) {
      CompletableFuture<byte[]> full = queue.call(job("a"));
      CompletableFuture<?> odd = queue.submit(job("b"));
      CompletableFuture<byte[]> good = queue.call(job("c"));
      Visitor visitor = server.welcome();
      // In the order in which they were sent, which is that of the kinds before there is a server.
      visitor.expect(Type.SUBMIT_JOB);
      visitor.expect(Type.SUBMIT_JOB);
      visitor.expect(Type.SUBMIT_JOB_BG);
      visitor.say(Type.ERROR, "JOB_QUEUE_FULL", "too many");
      visitor.say(Type.JOB_CREATED, "H:3");
      visitor.say(Type.ERROR, "QUEUE_ERROR", "no disk");
      visitor.say(Type.WORK_COMPLETE, "H:3", "done");

      assertThatThrownBy(() -> await(full))
          .isInstanceOf(OverloadedException.class)
          .hasMessageContaining("f/a")
          .hasMessageContaining(server.server().address());
      assertThatThrownBy(() -> await(odd))
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining("no disk");
      assertThat(text(await(good))).isEqualTo("done");
    }
  }

  @Test
  void whatAServerTookWithItIsHandedInAgain() {
    try (GearmanQueue queue = Queues.open(server)) {
      CompletableFuture<byte[]> known = queue.call(job("a"));
      CompletableFuture<?> unanswered = queue.submit(job("b"));
      Visitor visitor = server.welcome();
      visitor.expect(Type.SUBMIT_JOB);
      visitor.expect(Type.SUBMIT_JOB_BG);
      visitor.say(Type.JOB_CREATED, "H:1");
      visitor.close();

      Visitor again = server.welcome();
      again.expect(Type.SUBMIT_JOB);
      again.expect(Type.SUBMIT_JOB_BG);
      again.say(Type.JOB_CREATED, "H:7").say(Type.JOB_CREATED, "H:8");
      again.say(Type.WORK_COMPLETE, "H:7", "done");

      assertThat(text(await(known))).isEqualTo("done");
      await(unanswered);
    }
  }

  @Test
  void whoHasLostPatienceIsToldAndWhatComesLaterIsNobodys() {
    try (GearmanQueue queue = Queues.open(options -> options.timer(timer), server)) {
      CompletableFuture<byte[]> late = queue.call(job("a"));
      CompletableFuture<?> lateToo = queue.submit(job("a"));
      Visitor visitor = server.welcome();
      visitor.expect(Type.SUBMIT_JOB);
      visitor.expect(Type.SUBMIT_JOB_BG);
      timer.fire(Queues.DEADLINE);
      assertThatThrownBy(() -> await(late))
          .isInstanceOf(DeadlineExceededException.class)
          .hasMessageContaining("f/a")
          .hasMessageContaining(server.server().address())
          .hasMessageContaining("20s");
      assertThatThrownBy(() -> await(lateToo))
          .isInstanceOf(DeadlineExceededException.class)
          .hasMessageContaining("taken over");
      visitor.say(Type.JOB_CREATED, "H:1").say(Type.JOB_CREATED, "H:1");
      visitor.say(Type.WORK_COMPLETE, "H:1", "too late");
      CompletableFuture<byte[]> next = queue.call(job("b"));
      visitor.expect(Type.SUBMIT_JOB);
      visitor.say(Type.JOB_CREATED, "H:2").say(Type.WORK_COMPLETE, "H:2", "in time");

      assertThat(text(await(next))).isEqualTo("in time");
    }
  }

  @Test
  void whoJoinsLaterMayWaitForLonger() {
    try (GearmanQueue queue = Queues.open(options -> options.timer(timer), server)) {
      CompletableFuture<byte[]> first = queue.call(job("a"));
      Visitor visitor = server.welcome();
      visitor.expect(Type.SUBMIT_JOB);
      Runnable firstDeadline = timer.take(Queues.DEADLINE);
      CompletableFuture<byte[]> second = queue.call(job("a"));
      timer.await(Queues.DEADLINE);
      firstDeadline.run();
      assertThatThrownBy(() -> await(first)).isInstanceOf(DeadlineExceededException.class);
      visitor.say(Type.JOB_CREATED, "H:1").say(Type.WORK_COMPLETE, "H:1", "in time");

      assertThat(text(await(second))).isEqualTo("in time");
    }
  }

  @Test
  void withoutAServerCallsFailAndLaterOnesAtOnce() {
    String address = server.server().address();
    server.close();
    try (GearmanQueue queue =
        Queues.open(options -> options.connectTimeout(Duration.ofMillis(100)), server)) {
      assertThatThrownBy(() -> await(queue.call(job("a"))))
          .isInstanceOf(UnavailableException.class)
          .isNotInstanceOf(DeadlineExceededException.class)
          .hasMessageContaining(address);
      assertThatThrownBy(() -> await(queue.submit(job("b"))))
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining(address);
    }
  }

  @Test
  void aServerThatTakesConnectionsAndSaysNothingIsNone() {
    try (GearmanQueue queue =
        Queues.open(options -> options.connectTimeout(Duration.ofMillis(100)), server)) {
      assertThatThrownBy(() -> await(queue.call(job("a"))))
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining("no Gearman server");
    }
  }

  @Test
  void aHostThatNobodyKnowsIsNone() {
    try (GearmanQueue queue = GearmanQueue.open(
        "gearman://nowhere.invalid:4730",
        options -> options.connectTimeout(Duration.ofMillis(200)))) {
      assertThatThrownBy(() -> await(queue.call(job("a"))))
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining("nowhere.invalid:4730");
    }
  }

  @Test
  void whatWasSentStaysWhenItsServerIsGoneAndWhatWasNotFails() {
    try (GearmanQueue queue = Queues.open(options -> options.timer(timer), server)) {
      CompletableFuture<byte[]> sent = queue.call(job("a"));
      server.welcome().expect(Type.SUBMIT_JOB);
      server.close();
      timer.await(Queues.CONNECT); // it has noticed
      CompletableFuture<byte[]> unsent = queue.call(job("b"));
      timer.fire(Queues.CONNECT);

      assertThatThrownBy(() -> await(unsent))
          .isInstanceOf(UnavailableException.class)
          .isNotInstanceOf(DeadlineExceededException.class);
      assertThat(sent).isNotDone();
      timer.fire(Queues.DEADLINE);
      assertThatThrownBy(() -> await(sent)).isInstanceOf(DeadlineExceededException.class);
    }
  }

  @Test
  void ifAServerIsDownItsJobsGoToTheNext() {
    try (ScriptedGearmand other = new ScriptedGearmand();
        GearmanQueue queue = Queues.open(options -> options, server, other)) {
      Visitor here = server.welcome();
      Visitor there = other.welcome();
      List<CompletableFuture<byte[]>> results =
          List.of(queue.call(job("a")), queue.call(job("b")), queue.call(job("c")));
      here.close();
      server.close();

      for (int i = 0; i < results.size(); i++) {
        there.expect(Type.SUBMIT_JOB);
        there.say(Type.JOB_CREATED, "H:" + i).say(Type.WORK_COMPLETE, "H:" + i, "done");
      }
      results.forEach(result -> assertThat(text(await(result))).isEqualTo("done"));
    }
  }

  @Test
  void anExecutorThatRefusesKeepsNobodyWaiting() {
    try (GearmanQueue queue = Queues.open(
        options -> options.executor(task -> {
          throw new RejectedExecutionException("full");
        }),
        server)) {
      CompletableFuture<?> taken = queue.submit(job("a"));
      server.welcome().say(Type.JOB_CREATED, "H:1");

      await(taken);
    }
  }

  @Test
  void anExecutorThatBreaksKeepsNobodyWaiting() {
    try (GearmanQueue queue = Queues.open(
        options -> options.executor(task -> {
          throw new OutOfMemoryError("no thread can be made");
        }),
        server)) {
      CompletableFuture<?> taken = queue.submit(job("a"));
      server.welcome().say(Type.JOB_CREATED, "H:1");

      await(taken);
    }
  }

  @Test
  void theDashThatMeansThePayloadToTheServerIsAnIdLikeOthers() throws Exception {
    try (GearmanQueue queue = Queues.open(server)) {
      CompletableFuture<byte[]> result = queue.call(job("-"));
      assertThat(server.welcome().expect(Type.SUBMIT_JOB).texts(3)).containsExactly("f", "\001");
      assertThat(result).isNotDone();
    }
  }

  @Test
  void aPayloadThatIsTooLargeIsRefusedBeforeAnythingIsSent() {
    try (GearmanQueue queue = Queues.open(options -> options.maxJobBytes(1024), server)) {
      Job large = Job.of("f", "a", new byte[1025]);
      assertThatThrownBy(() -> queue.call(large))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("f/a")
          .hasMessageContaining("1025");
      assertThatThrownBy(() -> queue.submit(large)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
