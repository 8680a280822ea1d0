package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.memcached.security.Login;
import dev.corral.memcached.security.Protection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GreetingTest {
  private static ServerFacts facts(String... settings) {
    TestConnection tested = new TestConnection();
    tested.accept().replies(Peer.greeted("1.6.40", settings));
    return tested.owner.facts.get(0);
  }

  @Test
  void itIsOverWhenItsLastRequestIs() {
    Greeting greeting = new Greeting(Protection.NONE);
    var requests = greeting.requests();

    assertThat(requests.stream().filter(greeting::endsWith).toList())
        .isEqualTo(requests.subList(2, 3));
    assertThat(greeting.isOver()).isFalse();
    requests.get(2).setOver();
    assertThat(greeting.isOver()).isTrue();
  }

  @Test
  void whatAServerDoesNotTellIsTakenToBeAsUsual() {
    ServerFacts facts = facts();

    assertThat(facts.keepsCas()).isTrue();
    assertThat(facts.maxItemBytes()).isEqualTo(1 << 20);
    assertThat(facts.idleSeconds()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"2097152, 2097152", "1m, 1048576", "99999999999, 1048576"})
  void whatIsNoNumberIsNotTold(String told, int taken) {
    assertThat(facts("item_size_max " + told).maxItemBytes()).isEqualTo(taken);
  }

  @ParameterizedTest
  @CsvSource({"yes, true", "no, false"})
  void aServerTellsWhetherItKeepsCas(String told, boolean keepsCas) {
    assertThat(facts("cas_enabled " + told).keepsCas()).isEqualTo(keepsCas);
  }

  @ParameterizedTest
  @CsvSource({"yes, false", "no, true", "maybe, false"})
  void aServerTellsWhetherItTakesAnyone(String told, boolean takesAnyone) {
    assertThat(facts("auth_enabled_ascii " + told).takesAnyone()).isEqualTo(takesAnyone);
    assertThat(facts().takesAnyone()).isFalse();
  }

  @Test
  void aPasswordIsToldBeforeAnythingElse() {
    TestConnection tested = new TestConnection(withLogin());

    assertThat(tested.accept().received())
        .isEqualTo("set corral-login 0 -1 10\r\njoe sesame\r\n" + Peer.GREETING);
    tested.peer().replies("STORED\r\n" + Peer.GREETED);
    assertThat(tested.connection.session().hasGreeted()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"CLIENT_ERROR authentication failure", "CLIENT_ERROR unauthenticated"})
  void aPasswordThatIsNotTakenIsDistrust(String line) {
    TestConnection tested = new TestConnection(withLogin());
    tested.accept().replies(line + "\r\n");

    assertThat(tested.owner.ending().reason())
        .isEqualTo(Reason.distrust("it does not take the user and password: " + line));
  }

  @Test
  void aServerThatAnswersAPasswordWithNonsenseIsBrokenAndNotDistrusted() {
    TestConnection tested = new TestConnection(withLogin());
    tested.accept().replies("MN\r\n");

    assertThat(tested.owner.ending().reason())
        .isEqualTo(
            Reason.of("in answer to login: something not shown, since it may hold the password"));
  }

  @Test
  void aServerThatSpeaksTlsComplainsInItsOwnWay() {
    TestConnection tested = new TestConnection();
    tested.accept().replies("\u0015\u0003\u0003\u0000\u0002\u0002F");

    assertThat(tested.owner.ending().reason())
        .isEqualTo(Reason.distrust("it speaks TLS, for which there is memcacheds://"));
  }

  @Test
  void afterTheGreetingSuchBytesAreJustNoReply() {
    TestConnection tested = new TestConnection();
    tested.greet().replies("\u0015\u0003\r\n");

    assertThat(tested.owner.ending().reason()).isEqualTo(Reason.of("no reply of the protocol: ??"));
  }

  @Test
  void aServerThatGoesAwayWithoutAWordMayExpectTls() {
    String hint = " before it said anything (if it expects TLS, memcacheds:// is for that)";
    TestConnection left = new TestConnection();
    left.accept().hangsUp();
    TestConnection broken = new TestConnection();
    broken.accept().breaks(new IOException("Connection reset by peer"));

    assertThat(left.owner.ending().reason())
        .isEqualTo(Reason.wordless("the server closed the connection" + hint));
    assertThat(broken.owner.ending().reason())
        .isEqualTo(Reason.wordless("the connection was reset" + hint));
  }

  @Test
  void onceItHasSaidAnythingItDoesNot() {
    TestConnection tested = new TestConnection();
    tested.accept().replies("VERSION 1.6.40\r\n").hangsUp();
    TestConnection secret = new TestConnection(withLogin());
    secret.accept().replies("STORED\r\n").hangsUp();

    assertThat(tested.owner.ending().reason())
        .isEqualTo(Reason.of("the server closed the connection"));
    assertThat(secret.owner.ending().reason())
        .isEqualTo(Reason.of("the server closed the connection"));
  }

  private static SettingsOf withLogin() {
    SettingsOf settings = new SettingsOf();
    settings.protection = new Protection(
        null, new Login("a test", () -> "joe sesame".getBytes(StandardCharsets.UTF_8)));
    return settings;
  }
}
