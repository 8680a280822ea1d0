package dev.corral.testkit;

import static dev.corral.testkit.BasicStoreContract.await;
import static dev.corral.testkit.BasicStoreContract.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.OverloadedException;
import dev.corral.fault.UnavailableException;
import dev.corral.load.LoadException;
import dev.corral.queue.Job;
import dev.corral.queue.RefreshQueue;
import dev.corral.queue.Work;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What every {@link RefreshQueue} must do. A queue's test extends this class. The tests use
 * functions of their own, so that they can run on a server that others use too.
 */
public abstract class RefreshQueueContract {
  private static final int MANY = 1_000;
  private static final AtomicLong FUNCTIONS = new AtomicLong(System.nanoTime() & Long.MAX_VALUE);

  private final List<RefreshQueue> opened = new ArrayList<>();
  private RefreshQueue queue;
  private String function;

  /** Creates the test; JUnit does. */
  // The queue is opened before each test, as is JUnit's way.
  @SuppressWarnings("NullAway.Init")
  protected RefreshQueueContract() {}

  /**
   * Opens a queue to be tested. It is closed after the test.
   *
   * @param mostWaiting how many jobs may wait in it before it takes no more
   * @return the queue
   */
  protected abstract RefreshQueue open(int mostWaiting);

  @BeforeEach
  void openQueue() {
    queue = opened(2 * MANY);
    function = freshFunction();
  }

  @AfterEach
  void closeQueues() {
    opened.forEach(RefreshQueue::close);
  }

  private RefreshQueue opened(int mostWaiting) {
    RefreshQueue one = open(mostWaiting);
    opened.add(one);
    return one;
  }

  private static String freshFunction() {
    return "contract-" + FUNCTIONS.incrementAndGet();
  }

  private Job job(String id) {
    return Job.of(function, id, bytes("payload of " + id));
  }

  @Test
  void aCallerIsGivenWhatTheWorkReturns() {
    serve(1, job -> bytes(job + " with " + text(job.payload())));

    assertThat(text(await(queue.call(job("one")))))
        .isEqualTo(function + "/one with payload of one");
  }

  @Test
  void everyByteAndNoByteAtAllComesAsItIs() {
    serve(1, Job::payload);
    byte[] all = new byte[100_000];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }

    assertThat(await(queue.call(Job.of(function, "all", all)))).isEqualTo(all);
    assertThat(await(queue.call(Job.of(function, "none", new byte[0])))).isEmpty();
  }

  @Test
  void everyIdIsTakenAsItIs() {
    serve(1, job -> bytes(job.id()));
    String longest = "x".repeat(Job.LONGEST_ID);

    for (String id : List.of("-", "--", "%", "a,b;c", longest)) {
      assertThat(text(await(queue.call(Job.of(function, id, bytes("same")))))).isEqualTo(id);
    }
  }

  @Test
  void equalJobsCollapseAndAllCallersAreGivenTheOneResult() {
    Runs runs = new Runs();
    runs.serve(queue, function, 4);
    CompletableFuture<byte[]> first = queue.call(job("hot"));
    runs.awaitBegun(1);
    List<CompletableFuture<byte[]>> others = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      others.add(queue.call(Job.of(function, "hot", bytes("payload of hot"))));
    }
    await(queue.submit(job("hot")));
    runs.release(MANY);

    String result = text(await(first));
    others.forEach(other -> assertThat(text(await(other))).isEqualTo(result));
    // What is asked for afterwards is another one, and shows that there was no second one of these.
    assertThat(text(await(queue.call(job("hot"))))).isEqualTo("hot 2");
  }

  @Test
  void jobsOfOtherIdsAndFunctionsAreOthers() {
    String other = freshFunction();
    serve(2, job -> bytes("one " + job.id()));
    queue.serve(other, 2, job -> bytes("other " + job.id()));

    assertThat(text(await(queue.call(job("1"))))).isEqualTo("one 1");
    assertThat(text(await(queue.call(job("2"))))).isEqualTo("one 2");
    assertThat(text(await(queue.call(Job.of(other, "1", new byte[0]))))).isEqualTo("other 1");
  }

  @Test
  void aJobThatNobodyServesWaitsUntilSomebodyDoes() {
    CompletableFuture<byte[]> result = queue.call(job("early"));
    await(queue.submit(job("early-too")));
    assertThat(result).isNotDone();

    serve(1, job -> bytes("done"));

    assertThat(text(await(result))).isEqualTo("done");
  }

  @Test
  void whatWasSubmittedIsDoneThoughNobodyWaits() throws Exception {
    CountDownLatch done = new CountDownLatch(3);
    serve(1, job -> {
      done.countDown();
      return new byte[0];
    });
    for (String id : List.of("a", "b", "c")) {
      await(queue.submit(job(id)));
    }

    assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void workThatFailsIsToldToAllAndHarmsNoOtherJob() {
    Runs runs = new Runs();
    runs.serve(queue, function, 1, job -> {
      if (job.id().equals("bad")) {
        throw new IOException("the database is down");
      }
      return bytes("good");
    });
    CompletableFuture<byte[]> one = queue.call(job("bad"));
    CompletableFuture<byte[]> other = queue.call(job("bad"));
    runs.release(MANY);

    for (CompletableFuture<byte[]> failed : List.of(one, other)) {
      assertThatThrownBy(() -> await(failed))
          .isInstanceOf(LoadException.class)
          .hasMessageContaining(function + "/bad")
          .hasMessageContaining("the database is down");
    }
    assertThat(text(await(queue.call(job("next"))))).isEqualTo("good");
  }

  @Test
  void anErrorAndNoResultAreFailuresToo() {
    serve(1, job -> {
      if (job.id().equals("error")) {
        throw new StackOverflowError("too deep");
      }
      return noResult();
    });

    assertThatThrownBy(() -> await(queue.call(job("error"))))
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("too deep");
    assertThatThrownBy(() -> await(queue.call(job("nothing"))))
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("null");
  }

  @SuppressWarnings("NullAway") // as work may do that is not checked
  private static byte[] noResult() {
    return null;
  }

  @Test
  void noMoreThanSoManyRunAtOnce() {
    Runs runs = new Runs();
    runs.serve(queue, function, 2);
    List<CompletableFuture<byte[]>> results = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      results.add(queue.call(job("job" + i)));
    }
    runs.awaitBegun(2);
    runs.release(MANY);

    results.forEach(BasicStoreContract::await);
    assertThat(runs.mostAtOnce()).isEqualTo(2);
  }

  @Test
  void manyJobsAreAllDone() {
    AtomicInteger count = new AtomicInteger();
    serve(4, job -> {
      count.incrementAndGet();
      return job.payload();
    });
    List<CompletableFuture<byte[]>> results = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      results.add(queue.call(job("n" + i)));
    }

    for (int i = 0; i < MANY; i++) {
      assertThat(text(await(results.get(i)))).isEqualTo("payload of n" + i);
    }
    assertThat(count).hasValue(MANY);
  }

  @Test
  void eachCallerHasAFutureAndBytesOfItsOwn() {
    Runs runs = new Runs();
    runs.serve(queue, function, 1);
    CompletableFuture<byte[]> cancelled = queue.call(job("shared"));
    CompletableFuture<byte[]> one = queue.call(job("shared"));
    CompletableFuture<byte[]> other = queue.call(job("shared"));
    cancelled.cancel(true);
    runs.release(1);

    await(one)[0] = 'X';
    assertThat(text(await(other))).isEqualTo("shared 1");
  }

  @Test
  void aServiceThatIsClosedEndsWhatRunsAndTakesNoMore() {
    Runs runs = new Runs();
    RefreshQueue.Service service = runs.serve(queue, function, 1);
    CompletableFuture<byte[]> running = queue.call(job("running"));
    runs.awaitBegun(1);
    service.close();
    service.close();
    CompletableFuture<byte[]> later = queue.call(job("later"));
    runs.release(MANY);

    assertThat(text(await(running))).isEqualTo("running 1");
    serve(1, job -> bytes("by another"));
    assertThat(text(await(later))).isEqualTo("by another");
  }

  @Test
  void whatIsOpenFailsWhenTheQueueIsClosedAndSoDoesWhatComesLater() {
    Runs runs = new Runs();
    runs.serve(queue, function, 1);
    CompletableFuture<byte[]> running = queue.call(job("running"));
    runs.awaitBegun(1);
    CompletableFuture<byte[]> waiting = queue.call(job("waiting"));
    queue.close();
    queue.close();

    for (CompletableFuture<?> open :
        List.of(running, waiting, queue.call(job("late")), queue.submit(job("late")))) {
      assertThatThrownBy(() -> await(open)).isInstanceOf(UnavailableException.class);
    }
    assertThatThrownBy(() -> queue.serve(function, 1, job -> bytes("late")))
        .isInstanceOf(UnavailableException.class);
    runs.release(MANY);
  }

  @Test
  void aQueueThatIsFullRefusesOtherJobsButNotEqualOnes() {
    RefreshQueue small = opened(1);
    CompletableFuture<byte[]> one = small.call(job("one"));

    CompletableFuture<byte[]> again = small.call(job("one"));
    assertThatThrownBy(() -> await(small.call(job("two")))).isInstanceOf(OverloadedException.class);
    assertThatThrownBy(() -> await(small.submit(job("two"))))
        .isInstanceOf(OverloadedException.class);
    small.serve(function, 1, job -> bytes("done"));
    assertThat(text(await(one))).isEqualTo("done");
    assertThat(text(await(again))).isEqualTo("done");
    assertThat(text(await(small.call(job("two"))))).isEqualTo("done");
  }

  @Test
  void badArgumentsAreRefusedByName() {
    assertThatThrownBy(() -> queue.call(nothing()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("job");
    assertThatThrownBy(() -> queue.submit(nothing()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("job");
    assertThatThrownBy(() -> queue.serve("two words", 1, Job::payload))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("function");
    assertThatThrownBy(() -> queue.serve(function, 0, Job::payload))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("atOnce");
    assertThatThrownBy(() -> queue.serve(function, 1, nothing()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("work");
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // what nobody should give
  private static <T> T nothing() {
    return null;
  }

  private void serve(int atOnce, Work work) {
    queue.serve(function, atOnce, work);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Runs that begin when they may and end when the test says so, and are counted. */
  private static final class Runs {
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicInteger atOnce = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();
    private final Semaphore begun = new Semaphore(0);
    private final Semaphore mayEnd = new Semaphore(0);

    RefreshQueue.Service serve(RefreshQueue queue, String function, int hands) {
      return serve(queue, function, hands, null);
    }

    RefreshQueue.Service serve(
        RefreshQueue queue, String function, int hands, @Nullable Work work) {
      return queue.serve(function, hands, job -> {
        int number = count.incrementAndGet();
        mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
        begun.release();
        mayEnd.acquire();
        atOnce.decrementAndGet();
        return work == null ? bytes(job.id() + " " + number) : work.run(job);
      });
    }

    void awaitBegun(int runs) {
      try {
        assertThat(begun.tryAcquire(runs, 10, TimeUnit.SECONDS))
            .as("%s runs", runs)
            .isTrue();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", e);
      }
    }

    void release(int runs) {
      mayEnd.release(runs);
    }

    int mostAtOnce() {
      return mostAtOnce.get();
    }
  }
}
