package dev.corral.gearman;

import static dev.corral.gearman.Queues.bytes;
import static dev.corral.gearman.Queues.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.UnavailableException;
import dev.corral.gearman.ScriptedGearmand.Visitor;
import dev.corral.queue.RefreshQueue.Service;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs done for servers that do what the test says. */
class ServingTest {
  private final ScriptedGearmand server = new ScriptedGearmand();
  private final Semaphore begun = new Semaphore(0);
  private final Semaphore mayEnd = new Semaphore(0);
  private final AtomicInteger runs = new AtomicInteger();

  @AfterEach
  void end() {
    mayEnd.release(1000);
    server.close();
  }

  /** Each first connection is that of the calls. */
  private Visitor serve(GearmanQueue queue, int atOnce) {
    server.welcome();
    queue.serve("f", atOnce, job -> {
      runs.incrementAndGet();
      begun.release();
      mayEnd.acquire();
      return job.payload();
    });
    return server.welcome();
  }

  private void awaitBegun() throws InterruptedException {
    assertThat(begun.tryAcquire(10, TimeUnit.SECONDS)).as("a run").isTrue();
  }

  @Test
  void aServerWithoutAJobIsAskedAgainWhenItSaysSo() throws Exception {
    try (GearmanQueue queue = Queues.open(server)) {
      Visitor visitor = serve(queue, 1);
      visitor.expect(Type.GRAB_JOB_UNIQ);
      visitor.say(Type.NO_JOB);
      visitor.expect(Type.PRE_SLEEP);
      visitor.say(Type.NOOP).say(Type.NOOP);
      visitor.assign("H:1", "f", "a");
      awaitBegun();
      mayEnd.release();

      Packet end = visitor.expect(Type.WORK_COMPLETE);
      assertThat(end.texts(2)).containsExactly("H:1");
      assertThat(end.last(2)).containsExactly(1, 0, 2);
      visitor.expect(Type.GRAB_JOB_UNIQ);
    }
  }

  @Test
  void itsConnectionIsAskedForAsManyJobsAsThereAreHands() throws Exception {
    try (GearmanQueue queue = Queues.open(server)) {
      Visitor visitor = serve(queue, 2);
      visitor.assign("H:1", "f", "a");
      visitor.assign("H:2", "f", "b");
      awaitBegun();
      awaitBegun();
      mayEnd.release();

      visitor.expect(Type.WORK_COMPLETE);
      visitor.expect(Type.GRAB_JOB_UNIQ);
    }
  }

  @Test
  void aHandIsPassedFromServerToServer() throws Exception {
    try (ScriptedGearmand other = new ScriptedGearmand();
        GearmanQueue queue = Queues.open(options -> options, server, other)) {
      other.welcome();
      Visitor here = serve(queue, 1);
      here.expect(Type.GRAB_JOB_UNIQ);
      Visitor there = other.welcome();
      here.say(Type.NO_JOB);
      here.expect(Type.PRE_SLEEP);
      there.assign("H:1", "f", "a");
      awaitBegun();
      here.say(Type.NOOP);
      mayEnd.release();

      there.expect(Type.WORK_COMPLETE);
      here.expect(Type.GRAB_JOB_UNIQ);
      here.close(); // and its hand is not lost
      there.expect(Type.GRAB_JOB_UNIQ);
    }
  }

  @Test
  void aFailureIsToldInBothWaysAndAnErrorAboutOneIsIgnored() throws Exception {
    try (GearmanQueue queue = Queues.open(server)) {
      server.welcome();
      queue.serve("f", 1, job -> {
        throw new InterruptedException("stopped");
      });
      Visitor visitor = server.welcome();
      visitor.assign("H:1", "f", "a");

      Packet exception = visitor.expect(Type.WORK_EXCEPTION);
      assertThat(text(exception.last(2))).contains("stopped");
      assertThat(visitor.expect(Type.WORK_FAIL).text()).isEqualTo("H:1");
      visitor.say(Type.ERROR, "JOB_NOT_FOUND", "who?");
      visitor.assign("H:2", "f", "b");
      visitor.expect(Type.WORK_EXCEPTION);
    }
  }

  @Test
  void aJobThatIsHandedOutAgainWhileItRunsIsNotRunTwice() throws Exception {
    try (GearmanQueue queue = Queues.open(server)) {
      Visitor visitor = serve(queue, 2);
      visitor.assign("H:1", "f", "a");
      awaitBegun();
      visitor.expect(Type.GRAB_JOB_UNIQ);
      visitor.close();
      Visitor again = server.welcome();
      again.assign("H:7", "f", "a");
      again.expect(Type.GRAB_JOB_UNIQ); // by the hand that was not needed
      mayEnd.release();

      assertThat(again.expect(Type.WORK_COMPLETE).texts(2)).containsExactly("H:7");
      assertThat(runs).hasValue(1);
    }
  }

  @Test
  void aJobThatCorralWouldNotHandInFails() throws Exception {
    try (GearmanQueue queue = Queues.open(server)) {
      Visitor visitor = serve(queue, 1);
      visitor.assign("H:1", "f", "");

      assertThat(text(visitor.expect(Type.WORK_EXCEPTION).last(2))).contains("id must");
      visitor.expect(Type.WORK_FAIL);
      visitor.expect(Type.GRAB_JOB_UNIQ);
    }
  }

  @Test
  void aJobThatWasNotAskedForEndsTheConnection() {
    try (GearmanQueue queue = Queues.open(server)) {
      Visitor visitor = serve(queue, 1);
      visitor.assign("H:1", "g", "a");
      visitor.expectEnd();
      Visitor again = server.welcome();
      again.expect(Type.GRAB_JOB_UNIQ);
      again.say(Type.NO_JOB).say(Type.NO_JOB);
      again.expect(Type.PRE_SLEEP);
      again.expectEnd();
      Visitor last = server.welcome();
      last.expect(Type.GRAB_JOB_UNIQ);
      last.say(Type.JOB_CREATED, "H:1");
      last.expectEnd();
    }
  }

  @Test
  void workersThatRefuseFailTheJob() throws Exception {
    try (GearmanQueue queue = Queues.open(
        options -> options.workers(task -> {
          throw new RejectedExecutionException("full");
        }),
        server)) {
      Visitor visitor = serve(queue, 1);
      visitor.assign("H:1", "f", "a");

      assertThat(text(visitor.expect(Type.WORK_EXCEPTION).last(2))).contains("no more jobs");
      visitor.expect(Type.WORK_FAIL);
      visitor.expect(Type.GRAB_JOB_UNIQ);
    }
  }

  @Test
  void workersThatBreakFailTheJobToo() throws Exception {
    try (GearmanQueue queue = Queues.open(
        options -> options.workers(task -> {
          throw new OutOfMemoryError("no thread can be made");
        }),
        server)) {
      Visitor visitor = serve(queue, 1);
      visitor.assign("H:1", "f", "a");

      assertThat(text(visitor.expect(Type.WORK_EXCEPTION).last(2))).contains("no thread");
      visitor.expect(Type.WORK_FAIL);
      visitor.expect(Type.GRAB_JOB_UNIQ);
    }
  }

  @Test
  void wordsAboutAFailureAreFewEnoughForAnyCaller() throws Exception {
    try (GearmanQueue queue = Queues.open(server)) {
      server.welcome();
      queue.serve("f", 1, job -> {
        throw new IllegalStateException("no".repeat(10_000));
      });
      Visitor visitor = server.welcome();
      visitor.assign("H:1", "f", "a");

      assertThat(visitor.expect(Type.WORK_EXCEPTION).last(2)).hasSize(1024);
      visitor.expect(Type.WORK_FAIL);
    }
  }

  @Test
  void aResultThatIsTooLargeFailsTheJob() throws Exception {
    try (GearmanQueue queue = Queues.open(options -> options.maxJobBytes(1024), server)) {
      server.welcome();
      queue.serve("f", 1, job -> new byte[1025]);
      Visitor visitor = server.welcome();
      visitor.assign("H:1", "f", "a");

      assertThat(text(visitor.expect(Type.WORK_EXCEPTION).last(2))).contains("1025");
    }
  }

  @Test
  void aServiceThatIsClosedTellsOfWhatRunsAndLeaves() throws Exception {
    try (GearmanQueue queue = Queues.open(server)) {
      server.welcome();
      Service service = queue.serve("f", 1, job -> {
        begun.release();
        mayEnd.acquire();
        return bytes("done");
      });
      Visitor visitor = server.welcome();
      visitor.assign("H:1", "f", "a");
      awaitBegun();
      service.close();
      mayEnd.release();

      visitor.expect(Type.WORK_COMPLETE);
      visitor.expectEnd();
      service.close();
    }
  }

  @Test
  void aQueueThatIsClosedLeavesWhatRunsForAClosedServiceToOthers() throws Exception {
    GearmanQueue queue = Queues.open(server);
    server.welcome();
    Service service = queue.serve("f", 1, job -> {
      begun.release();
      mayEnd.acquire();
      return bytes("done");
    });
    Visitor visitor = server.welcome();
    visitor.assign("H:1", "f", "a");
    awaitBegun();
    service.close();
    queue.close();

    visitor.expectEnd();
  }

  @Test
  void aServiceThatIsClosedBeforeItsServerAnswersLeaves() {
    try (GearmanQueue queue = Queues.open(server)) {
      server.welcome();
      Service service = queue.serve("f", 1, job -> bytes("done"));
      Visitor visitor = server.accept();
      visitor.expect(Type.CAN_DO);
      visitor.expect(Type.ECHO_REQ);
      service.close();
      visitor.expectEnd();
    }
  }

  @Test
  void aQueueThatIsClosedLeavesAndServesNobody() {
    GearmanQueue queue = Queues.open(server);
    Visitor calls = server.welcome();
    queue.serve("f", 1, job -> bytes("done"));
    Visitor visitor = server.welcome();
    visitor.expect(Type.GRAB_JOB_UNIQ);
    queue.close();

    calls.expectEnd();
    visitor.expectEnd();
    assertThatThrownBy(() -> queue.serve("f", 1, job -> bytes("never")))
        .isInstanceOf(UnavailableException.class);
  }
}
