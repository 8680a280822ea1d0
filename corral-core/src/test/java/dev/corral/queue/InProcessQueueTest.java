package dev.corral.queue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.OverloadedException;
import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.load.LoadException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a queue within the process does, step by step; the rest is in RefreshQueueContract. */
class InProcessQueueTest {
  private static final int MOST_WAITING = 3;

  /** Begun when the test says so. */
  private final Queue<Runnable> tasks = new ArrayDeque<>();

  private final List<String> done = new ArrayList<>();
  private final RefreshQueue queue = RefreshQueue.inProcess(tasks::add, MOST_WAITING);

  @Test
  void equalJobsRunOnceAndEndTogether() {
    serve(2);
    CompletableFuture<byte[]> one = queue.call(job("a"));
    CompletableFuture<byte[]> other = queue.call(job("a"));
    assertThat(queue.submit(job("a"))).isCompleted();

    runAll();

    assertThat(text(one)).isEqualTo("a");
    assertThat(text(other)).isEqualTo("a");
    assertThat(done).containsExactly("a");
  }

  @Test
  void anEqualJobThatComesAfterTheEndIsAnother() {
    serve(1);
    enqueue("a");
    runAll();
    enqueue("a");
    runAll();

    assertThat(done).containsExactly("a", "a");
  }

  @Test
  void jobsWaitForFreeHandsInTheirOrder() {
    serve(1);
    enqueue("a");
    enqueue("b");
    enqueue("c");
    assertThat(tasks).as("runs of one hand").hasSize(1);

    runAll();

    assertThat(done).containsExactly("a", "b", "c");
  }

  @Test
  void jobsThatNobodyServesWaitAndTooManyAreRefused() {
    List<CompletableFuture<byte[]>> waiting =
        List.of(queue.call(job("a")), queue.call(job("b")), queue.call(job("c")));

    assertThatThrownBy(() -> Answers.join(queue.call(job("d"))))
        .isInstanceOf(OverloadedException.class)
        .hasMessageContaining("3");
    assertThatThrownBy(() -> Answers.join(queue.submit(job("d"))))
        .isInstanceOf(OverloadedException.class);
    serve(1);
    runAll();
    waiting.forEach(result -> assertThat(result).isCompleted());
  }

  @Test
  void workThatFailsInWhateverWayIsAFailedLoad() {
    queue.serve("f", 1, job -> {
      switch (job.id()) {
        case "exception" -> throw new Exception("no luck");
        case "error" -> throw new AssertionError("no luck");
        case "interrupt" -> throw new InterruptedException("no luck");
        default -> {
          return nothing();
        }
      }
    });
    for (String id : List.of("exception", "error", "interrupt")) {
      CompletableFuture<byte[]> result = queue.call(job(id));
      runAll();
      assertThatThrownBy(() -> Answers.join(result))
          .isInstanceOf(LoadException.class)
          .hasMessageContaining("f/" + id)
          .hasMessageContaining("no luck");
    }
    assertThat(Thread.interrupted()).as("the interrupt is passed on").isTrue();
    CompletableFuture<byte[]> result = queue.call(job("null"));
    runAll();
    assertThatThrownBy(() -> Answers.join(result))
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("null");
  }

  @Test
  void anExecutorThatRefusesFailsTheJobsAndTheQueueLivesOn() {
    List<Runnable> taken = new ArrayList<>();
    boolean[] refuses = {true};
    RefreshQueue refused = RefreshQueue.inProcess(
        task -> {
          if (refuses[0]) {
            throw new RejectedExecutionException("full");
          }
          taken.add(task);
        },
        MOST_WAITING);
    CompletableFuture<byte[]> first = refused.call(job("a"));
    CompletableFuture<byte[]> second = refused.call(job("b"));
    refused.serve("f", 1, this::work);
    for (CompletableFuture<byte[]> failed : List.of(first, second, refused.call(job("c")))) {
      assertThatThrownBy(() -> Answers.join(failed)).isInstanceOf(OverloadedException.class);
    }
    assertThatThrownBy(() -> Answers.join(refused.submit(job("c"))))
        .isInstanceOf(OverloadedException.class);

    refuses[0] = false;
    CompletableFuture<byte[]> result = refused.call(job("d"));
    taken.get(0).run();
    assertThat(text(result)).isEqualTo("d");
  }

  @Test
  void anExecutorThatBreaksFailsTheJobToo() {
    RefreshQueue broken = RefreshQueue.inProcess(
        task -> {
          throw new OutOfMemoryError("no thread can be made");
        },
        MOST_WAITING);
    broken.serve("f", 1, this::work);

    for (String id : List.of("a", "b")) { // and the hand is not lost
      assertThatThrownBy(() -> Answers.join(broken.call(job(id))))
          .isInstanceOf(OverloadedException.class);
    }
  }

  @Test
  void anInterruptIsForOneJobAndNotForAllBehindIt() {
    List<Boolean> interrupted = new ArrayList<>();
    queue.serve("f", 1, job -> {
      interrupted.add(Thread.currentThread().isInterrupted());
      if (job.id().equals("a")) {
        throw new InterruptedException("stopped");
      }
      return job.payload();
    });
    enqueue("a");
    enqueue("b");
    tasks.remove().run();
    assertThat(Thread.interrupted())
        .as("the interrupt, which pools take note of")
        .isTrue();
    runAll();

    assertThat(interrupted).containsExactly(false, false);
  }

  @Test
  void whoIsServedIsNotKeptOutByThoseWhoAreNot() {
    for (int i = 0; i < MOST_WAITING; i++) {
      CompletableFuture<byte[]> unused = queue.call(Job.of("g", "x" + i, new byte[0]));
    }
    serve(1);
    CompletableFuture<byte[]> result = queue.call(job("a"));
    runAll();

    assertThat(text(result)).isEqualTo("a");
  }

  @Test
  void aClosedServiceEndsItsJobAndTakesNoMore() {
    RefreshQueue.Service service = serve(1);
    enqueue("a");
    CompletableFuture<byte[]> left = queue.call(job("b"));
    service.close();
    runAll();
    assertThat(done).containsExactly("a");

    queue.serve("f", 1, job -> "other".getBytes(UTF_8));
    runAll();
    assertThat(text(left)).isEqualTo("other");
  }

  @Test
  void closingFailsAllThatIsOpenAndAllThatComes() {
    RefreshQueue.Service service = serve(1);
    CompletableFuture<byte[]> begun = queue.call(job("a"));
    CompletableFuture<byte[]> waiting = queue.call(job("b"));
    queue.close();
    queue.close();
    service.close();

    for (CompletableFuture<?> open :
        List.of(begun, waiting, queue.call(job("c")), queue.submit(job("c")))) {
      assertThatThrownBy(() -> Answers.join(open)).isInstanceOf(UnavailableException.class);
    }
    runAll();
    assertThat(done).as("what had begun ends, and nothing else begins").containsExactly("a");
  }

  @Test
  void aJobThatIsDoneAtOnceAndFailsWasTakenOverAllTheSame() {
    RefreshQueue inline = RefreshQueue.inProcess(Runnable::run, 1);
    inline.serve("f", 1, job -> {
      throw new IllegalStateException("no");
    });
    assertThat(inline.submit(job("a"))).isCompletedWithValue(null);
  }

  @Test
  void functionsHaveLinesOfTheirOwn() {
    serve(1);
    CompletableFuture<byte[]> other = queue.call(Job.of("g", "a", new byte[0]));
    enqueue("a");
    runAll();

    assertThat(done).containsExactly("a");
    assertThat(other).isNotDone();
  }

  @Test
  void badArgumentsAreRefusedByName() {
    Executor executor = tasks::add;
    assertIllegal(() -> RefreshQueue.inProcess(nothing(), 1), "executor");
    assertIllegal(() -> RefreshQueue.inProcess(executor, 0), "mostWaiting");
    assertThatThrownBy(() -> queue.call(nothing()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("job");
    assertIllegal(() -> queue.serve("", 1, this::work), "function");
    assertIllegal(() -> queue.serve("f", 0, this::work), "atOnce");
    assertIllegal(() -> queue.serve("f", 1, nothing()), "work");
    assertIllegal(() -> Job.of("f", "a b", new byte[0]), "id");
    assertIllegal(() -> Job.of("f", "x".repeat(Job.LONGEST_ID + 1), new byte[0]), "id");
    assertIllegal(() -> Job.of("ä", "a", new byte[0]), "function");
    assertIllegal(() -> Job.of("f", "a", nothing()), "payload");
  }

  @Test
  void jobsAreEqualByFunctionAndIdAndKeepTheirPayloadToThemselves() {
    byte[] payload = {1, 2};
    Job job = Job.of("f", "a", payload);
    payload[0] = 9;
    job.payload()[1] = 9;

    assertThat(job.payload()).containsExactly(1, 2);
    assertThat(job)
        .isEqualTo(Job.of("f", "a", new byte[0]))
        .hasSameHashCodeAs(Job.of("f", "a", new byte[0]))
        .isNotEqualTo(Job.of("f", "b", payload))
        .isNotEqualTo(Job.of("g", "a", payload))
        .isNotEqualTo("f/a")
        .hasToString("f/a");
  }

  private static void assertIllegal(Callable<?> call, String argument) {
    assertThatThrownBy(call::call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(argument);
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // what nobody should give
  private static <T> T nothing() {
    return null;
  }

  private RefreshQueue.Service serve(int atOnce) {
    return queue.serve("f", atOnce, this::work);
  }

  private void enqueue(String id) {
    CompletableFuture<byte[]> unused = queue.call(job(id));
  }

  private byte[] work(Job job) {
    done.add(job.id());
    return job.id().getBytes(UTF_8);
  }

  private static Job job(String id) {
    return Job.of("f", id, new byte[0]);
  }

  private void runAll() {
    for (@Nullable Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  private static String text(CompletableFuture<byte[]> result) {
    return new String(Answers.join(result), UTF_8);
  }
}
