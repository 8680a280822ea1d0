package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.UnavailableException;
import dev.corral.fault.UntrustedException;
import dev.corral.key.Key;
import dev.corral.memcached.request.ValueRequest;
import dev.corral.memcached.security.Login;
import dev.corral.memcached.security.Protection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A link to a server that does not trust us, or that we don't trust. */
class LinkTrustTest {
  private static final Reason FOREIGN = Reason.distrust("its certificate is not trusted: none");

  private final TestNode tested = new TestNode();
  private final ScriptedTransport transport = tested.transport;
  private final SteppedLoop loop = tested.loop;

  private void distrust() {
    transport.last().connection().close(FOREIGN);
    loop.run();
  }

  @Test
  void whoeverWaitsForTheFirstConnectionLearnsWhy() {
    ValueRequest a = tested.get("a");

    distrust();

    assertThatThrownBy(a::join)
        .hasCauseExactlyInstanceOf(UntrustedException.class)
        .hasMessageEndingWith(
            "get a on cache1:11211 failed after 0 ms: its certificate is not trusted: none");
  }

  @Test
  void andSoDoesWhoeverComesLater() {
    distrust();
    loop.advance(Duration.ofMillis(7));

    assertThatThrownBy(tested.get("a")::join)
        .hasCauseExactlyInstanceOf(UntrustedException.class)
        .hasMessageEndingWith("get a was not sent: cache1:11211 has been down for 7 ms: "
            + "its certificate is not trusted: none");
  }

  @Test
  void thePauseIsLongFromTheFirstTimeOn() {
    tested.settings.random.share = 0;
    distrust();
    assertThat(tested.events())
        .containsExactly("attempt 1 to connect failed, the next is in 10000 ms: "
            + "its certificate is not trusted: none");
    loop.advance(SettingsOf.MOST);
    assertThat(transport.attempts).hasSize(2);

    tested.settings.random.share = 1;
    distrust();
    assertThat(tested.events())
        .containsExactly("attempt 2 to connect failed, the next is in 5000 ms: "
            + "its certificate is not trusted: none");
    loop.advance(SettingsOf.MOST.dividedBy(2).minusMillis(1));
    assertThat(transport.attempts).hasSize(2);
    loop.advance(Duration.ofMillis(1));
    assertThat(transport.attempts).hasSize(3);
  }

  @Test
  void nobodyShortensIt() {
    distrust();
    int drawn = tested.settings.random.bounds.size();

    for (int i = 0; i < 100; i++) {
      assertThat(tested.get("a")).isCompletedExceptionally();
      tested.node.hasten(Key.raw("a"));
      loop.advance(Duration.ofMillis(49));
    }

    assertThat(transport.attempts).hasSize(1);
    assertThat(tested.settings.random.bounds).hasSize(drawn);
  }

  @Test
  void aServerThatIsTrustedAgainTakesRequests() {
    distrust();
    loop.advance(SettingsOf.MOST.dividedBy(2));
    Peer peer = tested.up();

    ValueRequest a = tested.get("a");
    peer.writes();
    peer.replies("EN\r\n");

    assertThat(a).isCompletedWithValue(null);
    assertThat(tested.node.status().isConnected()).isTrue();
  }

  @Test
  void whatFailsForAnotherReasonIsHastenedAgain() {
    distrust();
    loop.advance(SettingsOf.MOST.dividedBy(2));
    transport.refuse("connection refused");

    assertThatThrownBy(tested.get("a")::join).hasCauseExactlyInstanceOf(UnavailableException.class);
    loop.advance(Duration.ofMillis(20));
    assertThat(transport.attempts).hasSize(3);
  }

  private void goAwayWithoutAWord() {
    transport.accept().hangsUp();
    loop.run();
  }

  @Test
  void aServerThatNeverSaidAWordIsDistrustedWhenItHasGoneAwayFiveTimes() {
    for (int i = 0; i < 4; i++) {
      goAwayWithoutAWord();
      assertThatThrownBy(tested.get("a")::join)
          .hasCauseExactlyInstanceOf(UnavailableException.class)
          .hasMessageContaining("before it said anything");
      loop.advance(Duration.ofSeconds(1));
    }

    goAwayWithoutAWord();

    assertThatThrownBy(tested.get("a")::join)
        .hasCauseExactlyInstanceOf(UntrustedException.class)
        .hasMessageContaining("before it said anything");
    loop.advance(SettingsOf.MOST.dividedBy(2).minusMillis(1));
    assertThat(transport.attempts).hasSize(5);
  }

  @Test
  void aServerThatEverGreetedIsNot() {
    tested.up().hangsUp();
    for (int i = 0; i < 10; i++) {
      loop.advance(Duration.ofSeconds(1));
      goAwayWithoutAWord();
    }

    assertThatThrownBy(tested.get("a")::join).hasCauseExactlyInstanceOf(UnavailableException.class);
  }

  @Test
  void otherwiseThanWithoutAWordAServerMayFailAsOftenAsItLikes() {
    for (int i = 0; i < 10; i++) {
      goAwayWithoutAWord();
      loop.advance(Duration.ofSeconds(1));
      transport.refuse("connection refused");
      loop.advance(Duration.ofSeconds(1));
    }

    assertThatThrownBy(tested.get("a")::join).hasCauseExactlyInstanceOf(UnavailableException.class);
  }

  @Test
  void aServerThatWantsAPasswordIsNotStormed() {
    ValueRequest a = tested.get("a");

    Peer peer = transport.accept().replies("CLIENT_ERROR unauthenticated\r\n");

    assertThat(peer.isOpen()).isFalse();
    assertThatThrownBy(a::join)
        .hasCauseExactlyInstanceOf(UntrustedException.class)
        .hasMessageEndingWith("it wants a user and password: CLIENT_ERROR unauthenticated");
    loop.advance(SettingsOf.MOST.dividedBy(2).minusMillis(1));
    assertThat(transport.attempts).hasSize(1);
  }

  @Test
  void aServerThatTakesNoPasswordOfOursIsNotStormedEither() {
    TestNode secret = withPassword();
    ValueRequest a = secret.get("a");

    secret.transport.accept().replies("CLIENT_ERROR authentication failure\r\n");

    assertThatThrownBy(a::join)
        .hasCauseExactlyInstanceOf(UntrustedException.class)
        .hasMessageEndingWith("failed after 0 ms: it does not take the user and password: "
            + "CLIENT_ERROR authentication failure");
    assertThat(secret.events()).noneMatch(event -> event.contains("sesame"));
    secret.loop.advance(SettingsOf.MOST.dividedBy(2).minusMillis(1));
    assertThat(secret.transport.attempts).hasSize(1);
  }

  @Test
  void aServerThatWantsAPasswordLaterOnIsDistrustedToo() {
    Peer peer = tested.stable();
    ValueRequest a = tested.get("a");
    peer.writes();

    peer.replies("CLIENT_ERROR unauthenticated\r\n");

    assertThatThrownBy(a::join).hasCauseExactlyInstanceOf(UntrustedException.class);
    assertThatThrownBy(tested.get("b")::join).hasCauseExactlyInstanceOf(UntrustedException.class);
  }

  @Test
  void aServerThatWantsNoPasswordIsUsedAllTheSame() {
    TestNode secret = withPassword();
    Peer peer = secret.transport.accept();
    peer.writes();

    peer.replies("STORED\r\n" + Peer.greeted("1.6.18", "auth_enabled_ascii no", "cas_enabled no"));

    assertThat(secret.events()).containsExactly("connected to version 1.6.18 in 0 ms");
    assertThat(secret.node.status().isConnected()).isTrue();
  }

  private static TestNode withPassword() {
    return new TestNode(settings -> settings.protection = new Protection(
        null, new Login("a test", () -> "joe sesame".getBytes(StandardCharsets.UTF_8))));
  }
}
