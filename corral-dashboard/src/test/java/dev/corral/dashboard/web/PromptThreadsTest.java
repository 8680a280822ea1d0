package dev.corral.dashboard.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.dashboard.web.Rig.Watch;
import dev.corral.testkit.MovableTicker;
import dev.corral.time.Timer.Alarm;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class PromptThreadsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private static final int MORE_THAN_THREADS = 70;
  private static final List<String> HALVES = List.of(
      "GET / HT",
      "GET / HTTP/1.1\r\nHost: loc",
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf");

  private final MovableTicker ticker = new MovableTicker();
  private final Queue<Runnable> looks = new ArrayDeque<>();

  @Test
  void halfRequestsThatNeverBecomeWholeOnesAreHungUpOn() throws IOException {
    List<Socket> halves = new ArrayList<>();
    try (Rig rig = Rig.on(threads())) {
      for (int i = 0; i < MORE_THAN_THREADS; i++) {
        halves.add(rig.connect(HALVES.get(i % HALVES.size())));
      }
      for (Socket half : halves) {
        half.setSoTimeout(100); // then time moves on: it may have had no thread until now
        assertThat(isHungUpOn(half)).isTrue();
        half.close();
      }
      assertThat(rig.get("/").status()).isEqualTo(200);
    }
  }

  @Test
  void aViewerThatTakesNothingLosesItsPlace() {
    try (Rig rig = Rig.on(threads());
        Watch watch = rig.watch()) {
      assertThat(watch.next("retry: ")).isEqualTo("1000");
      rig.broadcast.tell("much", "x".repeat(20_000_000)); // more than any buffer takes
      assertThat(watch.next("event: ")).isEqualTo("much");
      until(watch::hasMore);
      ticker.advance(PATIENCE);
      look();
      until(() -> rig.viewers.get() == 0);
    }
  }

  @Test
  void aViewerThatTakesAllStaysForLongerThanThat() {
    try (Rig rig = Rig.on(threads());
        Watch watch = rig.watch()) {
      for (int i = 0; i < 12; i++) {
        assertThat(watch.next(":")).as("heartbeat %s", i).isEmpty();
        ticker.advance(PATIENCE.dividedBy(3)); // what was read here may not be known there yet
        look();
      }
    }
  }

  @Test
  void aTaskIsInterruptedWhenItHasNotGotOnForSoLongAndNotBefore() throws Exception {
    try (PromptThreads threads = threads()) {
      Semaphore steps = new Semaphore(0);
      BlockingQueue<String> told = new LinkedBlockingQueue<>();
      threads.execute(() -> {
        try {
          for (int i = 0; i < 2; i++) {
            told.add("step " + i);
            steps.acquire();
            threads.getsOn();
          }
          told.add("last");
          steps.acquire();
        } catch (InterruptedException e) {
          told.add("interrupted");
        }
      });
      for (String step : List.of("step 0", "step 1")) {
        assertThat(next(told)).isEqualTo(step);
        ticker.advance(PATIENCE.minusNanos(1));
        look();
        steps.release();
      }
      assertThat(next(told)).isEqualTo("last");
      ticker.advance(PATIENCE);
      look();
      assertThat(next(told)).isEqualTo("interrupted");
    }
  }

  @Test
  void whoHasClosedThemLooksNoMore() {
    threads().close();
    look();
    assertThat(looks).isEmpty();
  }

  private PromptThreads threads() {
    return new PromptThreads(PATIENCE, ticker, this::later);
  }

  private Alarm later(Duration delay, Runnable look) {
    looks.add(look);
    return () -> {};
  }

  private void look() {
    looks.remove().run();
  }

  private static @Nullable String next(BlockingQueue<String> told) throws InterruptedException {
    return told.poll(Rig.PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private static void until(BooleanSupplier so) {
    long deadline = System.nanoTime() + Rig.PATIENCE.toNanos();
    while (!so.getAsBoolean() && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(so.getAsBoolean()).isTrue();
  }

  /** Lets time pass until a connection has ended. */
  private boolean isHungUpOn(Socket socket) throws IOException {
    for (int tries = 0; tries < 300; tries++) {
      try {
        socket.getInputStream().readAllBytes();
        return true;
      } catch (SocketTimeoutException e) {
        ticker.advance(PATIENCE);
        look();
      } catch (SocketException e) {
        assertThat(e).hasMessageContaining("reset");
        return true;
      }
    }
    return false;
  }
}
