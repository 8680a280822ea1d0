package dev.corral.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientLoopsTest {
  private final FakeClient client = new FakeClient();
  private final ClientLoops loops = new ClientLoops(client);
  private final KeySpace keys = new KeySpace("mine:", 300, 10);

  private Loop loop(String name) {
    return loops.loop(Workload.named(name, 10).orElseThrow(), keys, 0);
  }

  @Test
  void allKeysArePreloaded() throws Exception {
    loops.preload(keys);
    assertThat(client.items).hasSize(300).allSatisfy((key, value) -> {
      assertThat(key).startsWith("mine:");
      assertThat(value).hasSize(10);
    });
  }

  @ParameterizedTest
  @CsvSource({"W1, 1, 500", "W2-16, 1, 500", "W3, 0, 500", "W4, 100, 50000", "W5, 0, 500"})
  void everyOperationIsCountedOnceAndTheKeysComeRoundAgain(String name, int first, int all)
      throws Exception {
    loops.preload(keys);
    try (Loop loop = loop(name)) {
      assertThat(loop.step()).isEqualTo(first);
      int done = first;
      for (int step = 1; step < 500; step++) {
        done += loop.step();
      }
      assertThat(done + loop.drain()).isEqualTo(all);
      assertThat(loop.drain()).isZero();
    }
  }

  @Test
  void onlyWhereEachCallIsWaitedForAStepIsOneCall() {
    assertThat(loop("W1").isOneCallEach()).isTrue();
    assertThat(loop("W4").isOneCallEach()).isTrue();
    assertThat(loop("W3").isOneCallEach()).isFalse();
    assertThat(loop("W5").isOneCallEach()).isFalse();
  }

  @Test
  void aWindowIsFilledBeforeAnythingIsWaitedFor() throws Exception {
    Deque<CompletableFuture<Boolean>> held = client.holdAnswers();
    Loop sets = loop("W5");
    for (int i = 0; i < Workload.WINDOW; i++) {
      assertThat(sets.step()).isZero();
    }
    assertThat(held).hasSize(Workload.WINDOW);
    held.removeFirst().complete(true);
    assertThat(sets.step()).isEqualTo(1);
    held.forEach(answer -> answer.complete(true));
    assertThat(sets.drain()).isEqualTo(Workload.WINDOW);
  }

  @ParameterizedTest
  @ValueSource(strings = {"W1", "W3", "W4"})
  void aKeyThatIsGoneEndsALoop(String name) throws Exception {
    loops.preload(keys);
    client.items.remove(keys.key(0));
    assertThatThrownBy(() -> {
          Loop loop = loop(name);
          loop.step();
          loop.drain();
        })
        .isInstanceOf(IOException.class)
        .hasMessageContaining("gone, 1 at once");
  }

  @ParameterizedTest
  @ValueSource(strings = {"W1", "W3", "W4"})
  void aValueThatIsNotAsItWasWrittenEndsALoop(String name) throws Exception {
    loops.preload(keys);
    client.items.put(keys.key(0), new byte[9]);
    assertThatThrownBy(() -> {
          Loop loop = loop(name);
          loop.step();
          loop.drain();
        })
        .isInstanceOf(IOException.class)
        .hasMessageContaining("another length");
  }

  @Test
  void aWriteThatFailsEndsALoop() throws Exception {
    Deque<CompletableFuture<Boolean>> held = client.holdAnswers();
    Loop sets = loop("W5");
    sets.step();
    held.removeFirst().completeExceptionally(new IOException("no"));
    assertThatThrownBy(sets::drain)
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseMessage("no");
  }

  @Test
  void aWriteThatStoresNothingEndsALoop() throws Exception {
    Deque<CompletableFuture<Boolean>> held = client.holdAnswers();
    Loop sets = loop("W5");
    sets.step();
    held.removeFirst().complete(false);
    assertThatThrownBy(sets::drain)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not stored; the client's answer is false");
  }
}
