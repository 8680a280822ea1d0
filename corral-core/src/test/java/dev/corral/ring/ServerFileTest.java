package dev.corral.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ServerFileTest {
  @TempDir
  Path dir;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ManualPoller poller = new ManualPoller();
  private Path file;
  private Membership membership;
  private ServerFile watched;

  @BeforeEach
  void watch() throws IOException {
    file = Files.writeString(dir.resolve("servers.txt"), "a 1\nb 1\n");
    membership = new Membership(ServerList.read(file), Dialect.LIBKETAMA);
    watched = ServerFile.watch(file, membership, poller, Duration.ofSeconds(5));
  }

  @AfterEach
  void close() {
    watched.close();
    poller.shutdownNow();
    threads.shutdownNow();
  }

  @Test
  void aChangedFileChangesTheRing() throws IOException {
    Files.writeString(file, "a 1\nb 1\nc 1\n");

    assertThat(watched.check()).isTrue();
    assertThat(membership.ring()).hasToString("libketama [a:11211, b:11211, c:11211]");
    assertThat(watched.problem()).isEmpty();
  }

  @Test
  void anUnchangedFileOrOneThatSaysTheSameChangesNothing() throws IOException {
    Ring before = membership.ring();

    assertThat(watched.check()).isFalse();
    Files.writeString(file, "# the same\na 1\nb 1\n");
    assertThat(watched.check()).isFalse();
    assertThat(membership.ring()).isSameAs(before);
  }

  @Test
  void aFileThatChangedBeforeTheWatchBeganIsTakenUpAtOnce() {
    Membership late = new Membership(ServerList.parseAddresses("z"), Dialect.LIBKETAMA);

    ServerFile.watch(file, late, poller, Duration.ofSeconds(5)).close();

    assertThat(late.ring().servers()).isEqualTo(ServerList.parse("a 1\nb 1"));
  }

  @Test
  void aBadFileIsReportedWithItsLineAndTheRingStays() throws IOException {
    Ring before = membership.ring();
    Files.writeString(file, "a 1\nb\n");

    assertThat(watched.check()).isFalse();
    assertThat(membership.ring()).isSameAs(before);
    assertThat(watched.problem().orElseThrow()).hasMessage(file + ":2: no weight for b");

    assertThat(watched.check()).isFalse();
    assertThat(watched.problem()).isPresent();
  }

  @Test
  void aMendedFileIsTakenUpAndTheProblemIsGone() throws IOException {
    Files.writeString(file, "a 1\nb\n");
    watched.check();
    Files.writeString(file, "a 1\nb 2\n");

    assertThat(watched.check()).isTrue();
    assertThat(watched.problem()).isEmpty();
  }

  @Test
  void aListThatTheDialectCannotTakeIsABadFileToo() throws IOException {
    Membership spy = new Membership(ServerList.parseAddresses("10.0.0.1"), Dialect.SPYMEMCACHED);

    try (ServerFile bad = ServerFile.watch(file, spy, poller, Duration.ofSeconds(5))) {
      assertThat(bad.problem().orElseThrow()).hasMessageContaining("a:11211 needs a name");
    }
    assertThat(spy.ring()).hasToString("spymemcached [10.0.0.1:11211]");
  }

  @Test
  void aFileThatIsGoneChangesNothingUntilItIsBack() throws IOException {
    Ring before = membership.ring();
    Files.delete(file);
    assertThat(watched.check()).isFalse();
    assertThat(watched.problem().orElseThrow()).hasMessage(file + ": there is no such file");
    assertThat(membership.ring()).isSameAs(before);

    Files.writeString(file, "a 1\nb 1\n");
    assertThat(watched.check()).isFalse();
    assertThat(watched.problem()).isEmpty();
  }

  @Test
  void anAskedCheckTakesUpAnUnchangedFileAndThePollerDoesNot() {
    membership.remove("a");

    poller.tick();
    poller.tick();
    assertThat(membership.ring()).hasToString("libketama [b:11211]");
    assertThat(watched.check()).isTrue();
    assertThat(membership.ring()).hasToString("libketama [a:11211, b:11211]");
  }

  @Test
  void aListenerMayWaitForAnotherCheckWhichThenHasTheLastWord() throws Exception {
    List<Boolean> checkedMeanwhile = new ArrayList<>();
    List<Integer> told = new ArrayList<>();
    membership.addListener((before, after) -> {
      told.add(after.servers().size());
      if (after.servers().size() == 3) {
        checkedMeanwhile.add(join(threads.submit(() -> {
          Files.writeString(file, "d 1\n");
          return watched.check();
        })));
      }
    });
    Files.writeString(file, "a 1\nb 1\nc 1\n");

    assertThat(watched.check()).isTrue();
    assertThat(checkedMeanwhile).containsExactly(true);
    assertThat(membership.ring()).hasToString("libketama [d:11211]");
    assertThat(told).containsExactly(3, 1);
  }

  @Test
  void thePollerTakesUpAChangeAtTheSecondLook() throws IOException {
    Files.writeString(file, "c 1\n");

    poller.tick();
    assertThat(membership.ring().servers().size()).isEqualTo(2);
    poller.tick();
    assertThat(membership.ring()).hasToString("libketama [c:11211]");
  }

  @Test
  void aFileThatIsStillBeingWrittenIsNotTakenUpByThePoller() throws IOException {
    Files.writeString(file, "a 1\n");
    poller.tick();
    Files.writeString(file, "a 1\nb 1\nc 1\n");
    poller.tick();
    assertThat(membership.ring().servers().size()).isEqualTo(2);
    poller.tick();
    assertThat(membership.ring().servers().size()).isEqualTo(3);
  }

  @Test
  void aLookThatFailsUnexpectedlyDoesNotEndThePolling() throws IOException {
    Map<String, String> create = Map.of("create", "true");
    try (FileSystem zip = FileSystems.newFileSystem(dir.resolve("servers.zip"), create)) {
      Path zipped = Files.writeString(zip.getPath("servers.txt"), "z 1\n");
      ServerFile.watch(zipped, membership, poller, Duration.ofSeconds(5));
    }

    // The zip file is closed by now, which no one expects of a file's path.
    assertThatCode(poller::tick).doesNotThrowAnyException();
    assertThat(membership.ring()).hasToString("libketama [z:11211]");
  }

  @Test
  void evenAnErrorDoesNotEndThePolling() {
    AtomicInteger reads = new AtomicInteger();
    watchAfter(() -> {
      if (reads.incrementAndGet() == 2) {
        throw new LinkageError("not today");
      }
    });

    assertThatCode(poller::tick).doesNotThrowAnyException();
    assertThat(reads).hasValue(2);
  }

  @Test
  void aWatchThatCannotBeginIsNotPolled() {
    int before = poller.tasks.size();

    assertThatThrownBy(() -> watchAfter(() -> {
          throw new LinkageError("not today");
        }))
        .isInstanceOf(LinkageError.class);
    assertThat(poller.tasks).hasSize(before);
  }

  @Test
  void aClosedWatchLooksNoMore() throws IOException {
    Ring before = membership.ring();
    watched.close();
    Files.writeString(file, "c 1\n");

    assertThat(poller.tasks)
        .singleElement()
        .satisfies(task -> assertThat(task.isCancelled()).isTrue());
    poller.tick();
    poller.tick();
    assertThat(watched.check()).isFalse();
    assertThat(membership.ring()).isSameAs(before);
  }

  @Test
  void aLookThatIsUnderWayChangesNothingOnceTheWatchIsClosed() throws Exception {
    CountDownLatch isReading = new CountDownLatch(2);
    CountDownLatch mayGoOn = new CountDownLatch(1);
    ServerFile closing = watchAfter(() -> {
      isReading.countDown();
      if (isReading.getCount() == 0) {
        await(mayGoOn);
      }
    });
    Files.writeString(file, "c 1\n");
    Future<Boolean> look = threads.submit(closing::check);
    await(isReading);

    AtomicReference<Ring> atClose = new AtomicReference<>();
    Thread closer = new Thread(() -> {
      closing.close();
      atClose.set(membership.ring());
    });
    closer.start();
    // It has returned, or it waits for the look.
    while (closer.isAlive() && closer.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    mayGoOn.countDown();
    join(look);
    closer.join();

    assertThat(membership.ring()).isSameAs(atClose.get());
  }

  @Test
  void theIntervalMustBeMoreThanZero() {
    assertThatThrownBy(() -> ServerFile.watch(file, membership, poller, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("interval must be more than zero, but is PT0S");
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static <T> T join(Future<T> task) {
    try {
      return task.get(20, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  /** Watches the file, but does something else first whenever it is to be read. */
  private ServerFile watchAfter(Runnable first) {
    return ServerFile.watch(
        file,
        () -> {
          first.run();
          return ServerList.bytesOf(file);
        },
        membership,
        poller,
        Duration.ofSeconds(5));
  }

  /** Runs the tasks when it is told to, and never by itself. */
  private static final class ManualPoller extends ScheduledThreadPoolExecutor {
    private final List<Runnable> looks = new ArrayList<>();
    private final List<ScheduledFuture<?>> tasks = new ArrayList<>();

    ManualPoller() {
      super(1);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
        Runnable look, long initialDelay, long delay, TimeUnit unit) {
      looks.add(look);
      ScheduledFuture<?> task = super.scheduleWithFixedDelay(look, 1, 1, TimeUnit.DAYS);
      tasks.add(task);
      return task;
    }

    void tick() {
      looks.forEach(Runnable::run);
    }
  }
}
