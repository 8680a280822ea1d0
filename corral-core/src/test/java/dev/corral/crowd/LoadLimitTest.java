package dev.corral.crowd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LoadLimitTest {
  private final LoadLimit limit = new LoadLimit();
  private final List<String> started = new ArrayList<>();

  private void submit(int max, String load) {
    limit.submit(max, () -> started.add(load));
  }

  @Test
  void loadsBeyondTheLimitStartAsOthersEndInTheOrderTheyCame() {
    submit(2, "a");
    submit(2, "b");
    submit(2, "c");
    submit(2, "d");
    assertThat(started).containsExactly("a", "b");
    limit.release();
    assertThat(started).containsExactly("a", "b", "c");
    limit.release();
    assertThat(started).containsExactly("a", "b", "c", "d");
  }

  @Test
  void whenAllHaveEndedThereIsRoomAgain() {
    submit(1, "a");
    submit(1, "b");
    limit.release();
    limit.release();
    submit(1, "c");
    submit(1, "d");
    assertThat(started).containsExactly("a", "b", "c");
  }

  @Test
  void theLimitIsThatOfWhoComes() {
    submit(1, "a");
    submit(2, "b");
    submit(1, "c");
    assertThat(started).containsExactly("a", "b");
    limit.release();
    assertThat(started).containsExactly("a", "b", "c");
  }

  @Test
  void aLoadThatEndsAtOnceLetsTheNextOneIn() {
    submit(1, "a");
    limit.submit(1, () -> {
      started.add("b");
      limit.release();
    });
    submit(1, "c");
    limit.release();
    assertThat(started).containsExactly("a", "b", "c");
  }

  @Test
  void anyNumberThatEndsAtOnceEndsOnOneStack() {
    LoadLimit limit = new LoadLimit();
    AtomicInteger ended = new AtomicInteger();
    limit.submit(1, () -> {});
    for (int i = 0; i < 100_000; i++) {
      limit.submit(1, () -> {
        ended.incrementAndGet();
        limit.release();
      });
    }
    assertThat(limit.isFull(1)).isTrue();
    limit.release();
    assertThat(ended).hasValue(100_000);
    assertThat(limit.isFull(1)).isFalse();
  }
}
