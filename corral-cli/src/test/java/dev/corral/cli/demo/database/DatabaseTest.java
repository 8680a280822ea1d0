package dev.corral.cli.demo.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DatabaseTest {
  private static final Duration QUERY_TIME = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private Database database;
  private Pages pages;

  @BeforeEach
  void open() throws SQLException {
    database = Database.open(2, QUERY_TIME);
    database.fill(2, 3);
    pages = Pages.open(database.access(), 4, PATIENCE);
  }

  @AfterEach
  void close() throws SQLException {
    pages.close();
    database.close();
  }

  @Test
  void aQueryHasItsTimeAndAnAnswerAndIsCounted() throws SQLException {
    long start = System.nanoTime();

    assertThat(pages.query(1, 2)).isEqualTo(new Page(1, "page 2 of user 1"));
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(QUERY_TIME.toNanos());
    assertThat(database.queries()).isEqualTo(1);
    assertThat(database.running()).isZero();
  }

  @Test
  void whatIsReadFromWithinCountsAsNoQuery() throws SQLException {
    assertThat(database.read(0, 0)).isEqualTo(new Page(1, "page 0 of user 0"));
    assertThat(database.queries()).isZero();
  }

  @Test
  void aChangeGivesAllPagesOfAUserANewVersion() throws SQLException {
    assertThat(database.change(1)).isEqualTo(2);
    assertThat(database.change(1)).isEqualTo(3);

    assertThat(pages.query(1, 0).version()).isEqualTo(3);
    assertThat(pages.query(1, 2).version()).isEqualTo(3);
    assertThat(pages.query(0, 0).version()).isEqualTo(1);
  }

  @Test
  void whileItFailsQueriesAreErrorsAndCountedToo() throws SQLException {
    database.setFailing(true);
    assertThatThrownBy(() -> pages.query(0, 0))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("the database is down");
    assertThat(database.queries()).isEqualTo(1);
    assertThat(database.running()).isZero();

    database.setFailing(false);
    assertThat(pages.query(0, 0).version()).isEqualTo(1);
  }

  @Test
  void thoseWhoQueueAreServedInTheEnd() {
    CompletableFuture<?>[] all = IntStream.range(0, 20)
        .mapToObj(i -> CompletableFuture.supplyAsync(() -> query(pages)))
        .toArray(CompletableFuture<?>[]::new);

    assertThat(CompletableFuture.allOf(all)).succeedsWithin(PATIENCE);
    assertThat(database.queries()).isEqualTo(20);
  }

  @Test
  void whoGetsNoConnectionInTimeHasAnErrorThatNeverReachesTheDatabase() throws Exception {
    try (Database slow = Database.open(1, Duration.ofSeconds(5));
        Pages one = Pages.open(slow.access(), 1, Duration.ofSeconds(1))) {
      slow.fill(1, 1);
      CompletableFuture<Page> first = CompletableFuture.supplyAsync(() -> query(one));
      while (slow.running() == 0) {
        Thread.onSpinWait();
      }

      assertThatThrownBy(() -> one.query(0, 0)).hasMessage("Login timeout");
      assertThat(slow.queries()).isEqualTo(1);
      assertThat(first).succeedsWithin(PATIENCE);
    }
  }

  private static Page query(Pages pages) {
    try {
      return pages.query(0, 0);
    } catch (SQLException e) {
      throw new CompletionException(e);
    }
  }

  @Test
  void aPageThatIsNotThereIsAnError() {
    assertThatThrownBy(() -> pages.query(0, 99)).hasMessage("there is no such page");
  }

  @Test
  void nobodyGetsInWithoutThePassword() {
    assertThatThrownBy(
            () -> DriverManager.getConnection(database.access().url(), Pages.USER, "guess"))
        .isInstanceOf(SQLException.class);
    assertThat(database.access().toString()).doesNotContain(database.access().password());
  }

  @Test
  void onlyThisMachineReachesIt() throws IOException {
    String url = database.access().url();
    int port = URI.create(url.substring("jdbc:h2:".length())).getPort();
    assertThat(NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(address -> !address.isLoopbackAddress()))
        .allSatisfy(address ->
            assertThatThrownBy(() -> connect(address, port)).isInstanceOf(IOException.class));
    connect(InetAddress.getLoopbackAddress(), port);
  }

  private static void connect(InetAddress address, int port) throws IOException {
    new Socket(address, port).close();
  }

  @Test
  void severalAreStrangersToEachOther() throws SQLException {
    try (Database other = Database.open(1, QUERY_TIME)) {
      other.fill(1, 1);
      other.change(0);
      pages.query(0, 0);

      assertThat(database.read(0, 0).version()).isEqualTo(1);
      assertThat(other.queries()).isZero();
    }
  }

  @Test
  void aPageIsTheSameAfterItWasCached() {
    Page page = new Page(7, "two words");
    assertThat(Page.parse(page.text())).isEqualTo(page);
  }
}
