package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WaitersTest {
  private final PlayedBurst burst = new PlayedBurst();
  private final Waiters waiters = new Waiters(VirtualThreads.ofJdk(), burst);

  /** The kinds of thread that this JDK has, and one kind after the other. */
  static Stream<ThreadFactory> kinds() {
    ThreadFactory platform = Thread::new;
    ThreadFactory virtual = virtual();
    int[] made = {0};
    return virtual == null
        ? Stream.of(platform)
        : Stream.of(
            platform, virtual, task -> (made[0]++ % 2 == 0 ? platform : virtual).newThread(task));
  }

  private static @Nullable ThreadFactory virtual() {
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      return (ThreadFactory)
          Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    } catch (ReflectiveOperationException e) {
      return null; // before Java 21
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whoWaitsIsWokenHoweverMany(ThreadFactory kind) throws InterruptedException {
    for (int count : new int[] {1, 3, 4, 64, 5}) {
      CountDownLatch awake = new CountDownLatch(count);
      List<Thread> parked = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        parked.add(kind.newThread(() -> {
          LockSupport.park();
          awake.countDown();
        }));
      }
      for (Thread thread : parked) {
        thread.start();
        awaitWaiting(thread);
        waiters.add(thread);
      }

      waiters.wake();

      assertThat(awake.await(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void whoWakesManyVirtualThreadsEndsTheirBurst() {
    PlayedVirtualThreads threads = new PlayedVirtualThreads();
    threads.areVirtual(true);
    Waiters ofMany = new Waiters(threads, burst);

    wake(ofMany, 3);
    assertThat(threads.run()).isFalse();
    assertThat(burst.begun).isZero();

    wake(ofMany, 4);
    assertThat(burst.begun).isOne();
    assertThat(burst.ended).isZero();
    assertThat(threads.run()).isTrue();
    assertThat(burst.ended).isOne();
    assertThat(ofMany.isWaking()).isFalse();

    burst.isAllowed = false;
    wake(ofMany, 4);
    assertThat(threads.run()).isTrue();
    assertThat(burst.ended).isOne();
  }

  /** Its scheduler's threads may all be held by those whom it is to wake. */
  @Test
  void whoIsToBeWokenByAVirtualThreadThatNeverRunsIsWokenLate() throws InterruptedException {
    PlayedVirtualThreads threads = new PlayedVirtualThreads();
    threads.areVirtual(true);
    Waiters ofMany = new Waiters(threads, burst);
    List<Thread> parked = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread thread = new Thread(LockSupport::park);
      thread.start();
      awaitWaiting(thread);
      parked.add(thread);
      ofMany.add(thread);
    }
    assertThat(ofMany.isWaking()).isFalse();
    ofMany.wake();
    assertThat(ofMany.isWaking()).isTrue();
    assertThat(parked).allMatch(thread -> thread.getState() == Thread.State.WAITING);

    ofMany.wakeLate();

    assertThat(ofMany.isWaking()).isFalse();
    for (Thread thread : parked) {
      thread.join(TimeUnit.SECONDS.toMillis(10));
      assertThat(thread.isAlive()).isFalse();
    }
    assertThat(threads.run()).isTrue();
    assertThat(burst.ended).isOne();
  }

  private static void awaitWaiting(Thread thread) {
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }

  private static void wake(Waiters ofMany, int count) {
    for (int i = 0; i < count; i++) {
      ofMany.add(new Thread(() -> {}));
    }
    ofMany.wake();
  }
}
