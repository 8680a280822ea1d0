package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class ReadingTest {
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final Queue<Runnable> duringReadings = new ArrayDeque<>();
  private int readings;
  private final Reading reading = new Reading(this::read, tasks::add);

  private void read() {
    readings++;
    duringReadings.remove().run();
  }

  private void runTask() {
    tasks.remove().run();
  }

  @Test
  void nothingIsReadOnTheThreadThatAsks() {
    CompletableFuture<?> asked = reading.ask();

    assertThat(asked).isNotDone();
    assertThat(readings).isZero();
  }

  @Test
  void whoeverAskedBeforeItBeganSharesAReading() {
    duringReadings.add(() -> {});
    List<CompletableFuture<?>> asked = List.of(reading.ask(), reading.ask(), reading.ask());

    runTask();

    assertThat(asked).allMatch(CompletableFuture::isDone);
    assertThat(readings).isOne();
    assertThat(tasks).isEmpty();
  }

  @Test
  void whoeverAsksWhileItIsUnderWayWaitsForTheNextOne() {
    List<CompletableFuture<?>> late = new ArrayList<>();
    CompletableFuture<?> early = reading.ask();
    duringReadings.add(() -> {
      late.add(reading.ask());
      late.add(reading.ask());
      assertThat(tasks).as("no second thread").isEmpty();
    });
    duringReadings.add(() -> {
      assertThat(early).isDone();
      assertThat(late).noneMatch(CompletableFuture::isDone);
    });

    runTask();

    assertThat(late).allMatch(CompletableFuture::isDone);
    assertThat(readings).isEqualTo(2);
  }

  @Test
  void whatASourceThrowsIsForThoseWhoAskedAndNobodyLater() {
    duringReadings.add(() -> {
      throw new StackOverflowError("no");
    });
    duringReadings.add(() -> {});
    CompletableFuture<?> failing = reading.ask();
    runTask();
    CompletableFuture<?> fine = reading.ask();
    runTask();

    assertThatThrownBy(failing::join).hasCauseInstanceOf(StackOverflowError.class);
    assertThat(fine).isCompleted();
  }

  @Test
  void anExecutorThatTakesNoMoreSaysSoEachTime() {
    Reading refused = new Reading(this::read, task -> {
      throw new RejectedExecutionException();
    });

    assertThatThrownBy(refused::ask).isInstanceOf(RejectedExecutionException.class);
    assertThatThrownBy(refused::ask).isInstanceOf(RejectedExecutionException.class);
  }
}
