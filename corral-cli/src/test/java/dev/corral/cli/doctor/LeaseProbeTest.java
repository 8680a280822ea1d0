package dev.corral.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.corral.key.Key;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.MemoryStore;
import dev.corral.store.Miss;
import dev.corral.store.Operation;
import dev.corral.store.PutOutcome.Refused;
import dev.corral.store.PutOutcome.Stored;
import dev.corral.store.Store;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LeaseProbeTest {
  @AutoClose
  private final MemoryStore store = MemoryStore.create();

  private final Key key = Key.raw("probe");

  @Test
  void aStoreWithLeasesHasNoTrouble() {
    assertThat(new LeaseProbe(store, key).trouble()).isNull();
  }

  static Stream<Arguments> lies() {
    return Stream.of(
        arguments(1, Miss.MISS, "a miss gave no lease"),
        arguments(2, Miss.MISS, "two callers got the lease of one miss"),
        arguments(3, Refused.EXISTS, "the winner of a lease could not store its value"),
        arguments(4, Miss.MISS, "what was stored was not read again"),
        arguments(5, DeleteOutcome.NOT_FOUND, "a value could not be marked stale"),
        arguments(6, Miss.MISS, "a stale value gave no lease"),
        arguments(7, Stored.STORED, "a lease was used twice"));
  }

  @ParameterizedTest(name = "{2}")
  @MethodSource("lies")
  void whatIsWrongIsNamed(int step, Object answer, String trouble) {
    assertThat(new LeaseProbe(new LyingStore(step, answer), key).trouble()).isEqualTo(trouble);
  }

  /** Answers one of the requests with something else. */
  private final class LyingStore implements Store {
    private final Object answer;
    private int left;

    LyingStore(int step, Object answer) {
      this.left = step;
      this.answer = answer;
    }

    @SuppressWarnings("unchecked") // what is told is told to the right operation
    @Override
    public <R> CompletableFuture<R> execute(Operation<R> operation) {
      left--;
      return left == 0 ? CompletableFuture.completedFuture((R) answer) : store.execute(operation);
    }

    @Override
    public void close() {}
  }
}
