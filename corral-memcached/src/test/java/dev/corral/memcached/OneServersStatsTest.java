package dev.corral.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.DeadlineExceededException;
import dev.corral.fault.UnavailableException;
import dev.corral.memcached.connection.LocalServers;
import dev.corral.ring.Dialect;
import dev.corral.ring.Membership;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each server is asked by itself: none hides another. */
class OneServersStatsTest {
  private final LocalServers servers = LocalServers.start("a:1", "b:1", "spare:1");
  private final TestStore opened = TestStore.open(
          servers,
          new Membership(ServerList.parseAddresses("a:1,b:1"), Dialect.LIBKETAMA),
          options -> options.guttering(1, ServerList.parseAddresses("spare:1")))
      .awaitConnected();

  @AfterEach
  void close() {
    servers.at("a:1").goOn();
    opened.close();
    servers.close();
  }

  private CompletableFuture<Map<String, String>> stats(String address) {
    return opened.store().stats(Server.parse(address));
  }

  @Test
  void aServerTellsItsOwn() {
    servers.at("b:1").forget();

    assertThat(stats("a:1").join()).containsEntry("version", "1.6.38");
    assertThat(servers.at("b:1").lines()).isEmpty();
  }

  @Test
  void aSpareOneDoesToo() {
    assertThat(stats("spare:1").join()).containsEntry("version", "1.6.38");
  }

  @Test
  void oneThatIsDownFailsAtOnceAndHidesNoOther() {
    servers.at("a:1").stop();
    opened.awaitEjected("a:1");

    assertThatThrownBy(() -> stats("a:1").join())
        .hasCauseInstanceOf(UnavailableException.class)
        .hasMessageContaining("a:1");
    assertThat(stats("b:1").join()).containsEntry("version", "1.6.38");
  }

  @Test
  void oneThatHangsFailsByTheDeadlineAndHidesNoOther() {
    servers.at("a:1").stall();

    CompletableFuture<?> hanging =
        opened.store().within(Duration.ofMillis(30)).stats(Server.parse("a:1"));

    assertThat(stats("b:1").join()).containsEntry("version", "1.6.38");
    assertThatThrownBy(hanging::join)
        .hasCauseInstanceOf(DeadlineExceededException.class)
        .hasMessageContaining("stats on a:1 failed after");
  }

  @Test
  void aServerIsKnownByItsAddressWhateverItsNameAndWeight() {
    Server renamed = Server.parse("a:1").withName("first").withWeight(3);

    assertThat(opened.store().stats(renamed).join()).containsEntry("version", "1.6.38");
  }

  @Test
  void oneThatIsNotOfTheStoreFails() {
    assertThatThrownBy(() -> stats("elsewhere:1").join())
        .hasCauseInstanceOf(UnavailableException.class)
        .hasMessageContaining("stats was not sent: elsewhere:1 is not of this store");
  }
}
