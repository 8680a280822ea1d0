package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class VirtualThreadsTest {
  private final VirtualThreads threads = VirtualThreads.ofJdk();

  @Test
  void aTaskRunsOnANewOneOrHereWhereTheJdkHasNone() throws InterruptedException {
    boolean hasAny = Runtime.version().feature() >= 21;
    BlockingQueue<Thread> ran = new LinkedBlockingQueue<>();

    threads.start(() -> ran.add(Thread.currentThread()));

    Thread its = Objects.requireNonNull(ran.poll(10, TimeUnit.SECONDS));
    assertThat(threads.isOne(its)).isEqualTo(hasAny);
    assertThat(its == Thread.currentThread()).isEqualTo(!hasAny);
  }
}
