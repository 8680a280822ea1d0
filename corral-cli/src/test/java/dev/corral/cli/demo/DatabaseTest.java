package dev.corral.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DatabaseTest {
  private static final Duration QUICK = Duration.ofMillis(1);
  private static final Duration LONG = Duration.ofSeconds(30);

  @Test
  void aQueryHasItsTimeAndAnAnswer() throws Exception {
    Database database = new Database(1, Duration.ofMillis(20), LONG);
    long start = System.nanoTime();

    assertThat(database.query("a")).isEqualTo("the row of a");
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(20_000_000);
    assertThat(database.loads()).isEqualTo(1);
  }

  @Test
  void whoGetsNoConnectionInTimeFailsAndIsCountedToo() {
    Database database = new Database(0, QUICK, QUICK);

    assertThatThrownBy(() -> database.query("a"))
        .isInstanceOf(Database.QueryException.class)
        .hasMessage("no connection within 1 ms");
    assertThat(database.loads()).isEqualTo(1);
  }

  @Test
  void whileItIsDownQueriesFailAndConnectionsAreGivenBack() throws Exception {
    Database database = new Database(1, QUICK, LONG);
    database.setDown(true);
    assertThatThrownBy(() -> database.query("a")).hasMessage("the database is down");

    database.setDown(false);
    assertThat(database.query("a")).isNotEmpty();
  }

  @Test
  void thoseWhoWaitAreServedInTheEnd() {
    Database database = new Database(2, QUICK, LONG);

    CompletableFuture<?>[] all = IntStream.range(0, 20)
        .mapToObj(i -> CompletableFuture.runAsync(() -> {
          try {
            database.query("a");
          } catch (Database.QueryException | InterruptedException e) {
            throw new CompletionException(e);
          }
        }))
        .toArray(CompletableFuture<?>[]::new);

    assertThat(CompletableFuture.allOf(all)).succeedsWithin(LONG);
    assertThat(database.loads()).isEqualTo(20);
  }
}
