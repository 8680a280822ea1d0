package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.memcached.security.Login;
import dev.corral.memcached.security.Protection;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is made of a server's answers once it was told a password, which it could repeat. */
class LoginReplyTest {
  private static final String NOT_SHOWN = "something not shown, since it may hold the password";
  private static final byte[] TOKEN = "ada Xyzzy-42".getBytes(StandardCharsets.US_ASCII);

  private final TestConnection tested = new TestConnection(withPassword());

  private static SettingsOf withPassword() {
    SettingsOf settings = new SettingsOf();
    settings.protection = new Protection(null, new Login("the test", () -> TOKEN));
    return settings;
  }

  private Reason reasonAfter(String replies) {
    tested.accept().replies(replies);
    return tested.owner.ending().reason();
  }

  @Test
  void theLoginComesFirstAndTheGreetingInTheSameWrite() {
    assertThat(tested.accept().writes())
        .containsExactly("set corral-login 0 -1 12\r\nada Xyzzy-42\r\n" + Peer.GREETING);
  }

  @Test
  void aServerThatTakesItIsGreeted() {
    tested.accept().replies("STORED\r\n" + Peer.GREETED);

    assertThat(tested.owner.facts).hasSize(1);
  }

  @Test
  void aServerThatHasNoRoomForItWantsNone() {
    tested.accept().replies("SERVER_ERROR out of memory storing object\r\n" + Peer.GREETED);

    assertThat(tested.owner.facts).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "CLIENT_ERROR authentication failure, CLIENT_ERROR authentication failure",
    "CLIENT_ERROR authentication failure of ada Xyzzy-42, CLIENT_ERROR authentication failure",
    "CLIENT_ERROR unauthenticated, CLIENT_ERROR unauthenticated",
    "CLIENT_ERROR bad line: ada Xyzzy-42, '" + NOT_SHOWN + "'",
    "CLIENT_ERROR, '" + NOT_SHOWN + "'",
  })
  void aServerThatDoesNotTakeItIsQuotedAsFarAsItIsKnownWhatItSays(String reply, String quoted) {
    assertThat(reasonAfter(reply + "\r\n"))
        .isEqualTo(Reason.distrust("it does not take the user and password: " + quoted));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ada Xyzzy-42\r\n",
        "ERROR ada Xyzzy-42\r\n",
        "HD Xyzzy-42\r\n",
        "VA 99999999 Xyzzy-42\r\n",
        "VERSION Xyzzy-42\r\n",
        "STORED\r\nVERSION Xyzzy-42\r\nEND\r\nMN\r\n",
        "STORED\r\nSERVER_ERROR Xyzzy-42\r\nEND\r\nMN\r\n",
        "STORED\r\nCLIENT_ERROR unauthenticated Xyzzy-42\r\n",
        "STORED\r\nVERSION 1.6.40\r\nEND\r\nERROR Xyzzy-42\r\n",
        "STORED\r\nVERSION 1.6.40\r\nEND\r\nMN\r\nMN Xyzzy-42\r\n",
        "STORED\r\nVERSION 1.6.12 Xyzzy-42\r\nSTAT Xyzzy-42\r\nEND\r\nMN\r\n",
      })
  void aServerThatRepeatsItIsNotQuoted(String replies) {
    assertThat(reasonAfter(replies).words()).isNotEmpty().doesNotContain("Xyzzy");
  }

  @Test
  void aServerThatIsFullMaySaySo() {
    assertThat(reasonAfter("ERROR Too many open connections\r\n").words())
        .isEqualTo("in answer to login: ERROR Too many open connections");
  }

  @Test
  void aServerThatHasGreetedIsQuoted() {
    Peer peer = tested.accept();
    peer.replies("STORED\r\n" + Peer.GREETED);
    tested.ask("a");
    peer.writes();

    peer.replies("ERROR what is that\r\n");

    assertThat(tested.owner.ending().reason().words())
        .isEqualTo("in answer to get a: ERROR what is that");
  }
}
