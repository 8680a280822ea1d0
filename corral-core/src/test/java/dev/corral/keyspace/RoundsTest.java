package dev.corral.keyspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.key.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RoundsTest {
  private static final Key KEY = Key.of("key");

  private final Rounds<String> rounds = new Rounds<>();
  private final List<Thread> threads = new ArrayList<>();

  @AfterEach
  void endThreads() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join(10_000);
      assertThat(thread.isAlive()).isFalse();
    }
  }

  private CompletableFuture<@Nullable String> begin(Supplier<@Nullable String> generator) {
    CompletableFuture<@Nullable String> result = new CompletableFuture<>();
    Thread thread = new Thread(() -> {
      try {
        result.complete(rounds.generate(KEY, generator));
      } catch (InterruptedException | RuntimeException | Error e) {
        result.completeExceptionally(e);
      }
    });
    thread.start();
    threads.add(thread);
    return result;
  }

  private @Nullable String generate(Key key, Supplier<@Nullable String> generator) {
    try {
      return rounds.generate(key, generator);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void awaitAllWaiting() {
    long begin = System.nanoTime();
    while (!threads.stream()
        .filter(Thread::isAlive)
        .allMatch(one -> one.getState() == Thread.State.WAITING)) {
      assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(10));
      Thread.onSpinWait();
    }
  }

  @Test
  void oneAfterTheOtherEachGenerates() {
    assertThat(generate(KEY, () -> "1")).isEqualTo("1");
    assertThat(generate(KEY, () -> "2")).isEqualTo("2");
    assertThat(generate(KEY, () -> null)).isNull();
  }

  @Test
  void anotherKeyIsAnothersAffair() {
    String value = generate(KEY, () -> generate(Key.of("other"), () -> "other"));
    assertThat(value).isEqualTo("other");
  }

  @Test
  void aGeneratorThatNeedsItselfDoesNotWaitForItself() {
    assertThat(generate(KEY, () -> "[" + generate(KEY, () -> "1") + "]")).isEqualTo("[1]");
  }

  @Test
  void whoComesDuringAGenerationSharesTheNext() throws Exception {
    CompletableFuture<String> end = new CompletableFuture<>();
    CompletableFuture<@Nullable String> first = begin(end::join);
    awaitAllWaiting();
    AtomicInteger generations = new AtomicInteger();
    List<CompletableFuture<@Nullable String>> others = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      others.add(begin(() -> "next " + generations.incrementAndGet()));
    }
    awaitAllWaiting();
    assertThat(generations).hasValue(0);

    end.complete("first");

    assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo("first");
    for (CompletableFuture<@Nullable String> other : others) {
      assertThat(other.get(10, TimeUnit.SECONDS)).isEqualTo("next 1");
    }
  }

  @Test
  void whoIsInterruptedStopsWaitingAndLeavesItsPlaceToThoseWhoWaitedForIt() throws Exception {
    CompletableFuture<String> end = new CompletableFuture<>();
    CompletableFuture<@Nullable String> first = begin(end::join);
    awaitAllWaiting();
    CompletableFuture<@Nullable String> second = begin(() -> "second");
    awaitAllWaiting();
    CompletableFuture<@Nullable String> third = begin(() -> "third");
    awaitAllWaiting();

    threads.get(1).interrupt();
    assertThatThrownBy(() -> second.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InterruptedException.class);
    threads.get(1).join();
    awaitAllWaiting();
    assertThat(third).isNotDone();

    end.complete("first");
    assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo("first");
    assertThat(third.get(10, TimeUnit.SECONDS)).isEqualTo("third");
  }

  @Test
  void whoIsInterruptedWhileItSharesARoundStopsAlone() throws Exception {
    CompletableFuture<String> end = new CompletableFuture<>();
    CompletableFuture<@Nullable String> first = begin(end::join);
    awaitAllWaiting();
    CompletableFuture<@Nullable String> second = begin(() -> "second");
    awaitAllWaiting();
    CompletableFuture<@Nullable String> third = begin(() -> "third");
    awaitAllWaiting();

    threads.get(2).interrupt();
    assertThatThrownBy(() -> third.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InterruptedException.class);

    end.complete("first");
    assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo("first");
    assertThat(second.get(10, TimeUnit.SECONDS)).isEqualTo("second");
  }

  @Test
  void whoeverSharesAFaultGetsItAsItIs() {
    IllegalStateException fault = new IllegalStateException("no");
    CompletableFuture<String> end = new CompletableFuture<>();
    CompletableFuture<@Nullable String> first = begin(end::join);
    awaitAllWaiting();
    List<CompletableFuture<@Nullable String>> others = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      others.add(begin(() -> {
        throw fault;
      }));
    }
    awaitAllWaiting();
    end.completeExceptionally(new IllegalArgumentException("the first's own"));
    assertThatThrownBy(first::join).hasRootCauseInstanceOf(IllegalArgumentException.class);
    for (CompletableFuture<@Nullable String> other : others) {
      assertThatThrownBy(other::join).hasCause(fault);
    }
  }

  @Test
  void noTwoGenerateAtOnceAndNobodyIsGivenWhatBeganBeforeItCame() {
    AtomicLong time = new AtomicLong();
    AtomicInteger running = new AtomicInteger();
    List<CompletableFuture<@Nullable String>> results = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      CompletableFuture<@Nullable String> result = new CompletableFuture<>();
      Thread thread = new Thread(() -> {
        try {
          for (int call = 0; call < 2_000; call++) {
            long came = time.incrementAndGet();
            String value = generate(KEY, () -> {
              assertThat(running.incrementAndGet()).isOne();
              long began = time.incrementAndGet();
              running.decrementAndGet();
              return String.valueOf(began);
            });
            assertThat(Long.parseLong(Objects.requireNonNull(value))).isGreaterThan(came);
          }
          result.complete("done");
        } catch (RuntimeException | Error e) {
          result.completeExceptionally(e);
        }
      });
      thread.start();
      threads.add(thread);
      results.add(result);
    }
    results.forEach(CompletableFuture::join);
  }

  @Test
  void aFaultIsForgotten() {
    IllegalStateException fault = new IllegalStateException("no");
    assertThatThrownBy(() -> generate(KEY, () -> {
          throw fault;
        }))
        .isSameAs(fault);
    assertThat(generate(KEY, () -> "1")).isEqualTo("1");
  }
}
