package dev.corral.embedded.connection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.embedded.fault.Fault;
import dev.corral.fault.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What it says was compared with the real server's words, in the integration tests. */
class LoginTest {
  private static final String LOGIN = "set any 0 0 10\r\nada sesame\r\n";
  private static final String STORED = "STORED\r\n";
  private static final String UNKNOWN = "CLIENT_ERROR unauthenticated\r\n";
  private static final String FAILURE = "CLIENT_ERROR authentication failure\r\n";
  private static final String BAD_FORMAT = "CLIENT_ERROR bad authentication token format\r\n";
  private static final String BAD_END = "CLIENT_ERROR bad command line termination\r\n";

  @TempDir
  private Path folder;

  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("accounts");
    write("ada:sesame\nbob:x:y\nada:other\n");
  }

  private void write(String accounts) throws IOException {
    Files.writeString(file, accounts, ISO_8859_1);
  }

  private Talk talk() {
    return new Talk(Accounts.of(file));
  }

  @Test
  void nothingIsDoneBeforeTheLoginAndAllBehindIt() {
    try (Talk talk = talk()) {
      assertThat(talk.say("mn\r\n")).isEqualTo(UNKNOWN);
      assertThat(talk.say("\u0080\r\n")).isEqualTo(UNKNOWN);
      assertThat(talk.say("set a 0 0 1\r\na\r\n")).isEqualTo(BAD_FORMAT);
      assertThat(talk.say("set a 0 0 10\r\nada Sesame\r\n")).isEqualTo(FAILURE);
      assertThat(talk.say(LOGIN + "get a\r\n")).isEqualTo("STORED\r\nEND\r\n");
      assertThat(talk.say(LOGIN)).isEqualTo(STORED);
      assertThat(talk.say("get any\r\n")).contains("ada sesame");
      assertThat(talk.say("stats\r\n")).contains("auth_cmds 2\r\n", "auth_errors 1\r\n");
    }
  }

  @Test
  void eachAccountIsGood() {
    for (String login : new String[] {"ada sesame", "ada other", "bob x:y", "bob x:y  more"}) {
      try (Talk talk = talk()) {
        assertThat(talk.say("set l 0 0 " + login.length() + " noreply\r\n" + login + "\r\n"))
            .isEqualTo(STORED);
      }
    }
  }

  @Test
  void itMayComeInPieces() {
    try (Talk talk = talk()) {
      for (int i = 0; i < LOGIN.length() - 1; i++) {
        assertThat(talk.say(LOGIN.substring(i, i + 1))).isEmpty();
      }
      assertThat(talk.say("\n")).isEqualTo(STORED);
    }
  }

  @Test
  void ofSeveralRefusalsInOneTurnOnlyTheLastIsHeard() {
    try (Talk talk = talk()) {
      assertThat(talk.say("\n")).isEmpty();
      assertThat(talk.say("x\r\n")).isEqualTo(UNKNOWN);
      assertThat(talk.say("x\r\n".repeat(21))).isEqualTo(UNKNOWN);
      assertThat(talk.say("x\r\n".repeat(60))).isEqualTo(UNKNOWN.repeat(3));
      assertThat(talk.say("x\r\n".repeat(20) + LOGIN)).isEqualTo(STORED);
    }
  }

  @Test
  void badLengthsAreNotTaken() {
    try (Talk talk = talk()) {
      assertThat(talk.say("set l 0 0 -1\r\n")).isEqualTo(UNKNOWN);
      assertThat(talk.say("set l 0 0 ten\r\n")).isEqualTo(UNKNOWN);
      assertThat(talk.say("set l 0 0 9\r\nada sesame\r\n")).isEqualTo(BAD_END);
      assertThat(talk.say("set l 0 0 5\r\nada sesame\r\n")).isEqualTo(UNKNOWN);
      assertThat(talk.say("set l 0 0 4294967295\r\na")).isEqualTo(BAD_END);
      assertThat(talk.say("set l 0 0 4294967294\r\n")).isEqualTo(BAD_END);
      assertThat(talk.say("set l 0 0 4294967306\r\nada sesame\r\n")).isEqualTo(STORED);
    }
  }

  @Test
  void whoSaysTooMuchIsSentAway() {
    try (Talk talk = talk()) {
      assertThat(talk.say("x\r\n" + "a".repeat(2049))).isEmpty();
      assertThat(talk.isOpen()).isFalse();
    }
    try (Talk talk = talk()) {
      assertThat(talk.say("set l 0 0 16382\r\n" + "a".repeat(16382) + "\r\n"))
          .isEqualTo(BAD_FORMAT);
      assertThat(talk.say("set l 0 0 16383\r\n" + "a".repeat(16384))).isEmpty();
      assertThat(talk.isOpen()).isTrue();
      assertThat(talk.say("a")).isEmpty();
      assertThat(talk.isOpen()).isFalse();
    }
    try (Talk talk = talk()) {
      assertThat(talk.say("set l 0 0 2147483647\r\n")).isEmpty();
      assertThat(talk.isOpen()).isFalse();
    }
  }

  @Test
  void faultsSpareLogins() {
    try (Talk talk = talk()) {
      talk.faults.inject(Fault.drop());
      assertThat(talk.say(LOGIN + "mn\r\n")).isEqualTo(STORED);
    }
  }

  @Test
  void aBadFileIsRefusedByItsLineWithoutItsSecrets() throws IOException {
    refuses("ada:sesame\nsecret\n", "line 2 is not name:password");
    refuses("ada:sesame\n\n", "line 2 is not name:password");
    refuses(":secret\n", "line 1 is not name:password");
    refuses("ada:secret" + "t".repeat(245) + "\n", "line 1 is longer than the 254 bytes");
    refuses("ada:secret\n".repeat(9), "line 9 is beyond the 8 accounts");
    Files.delete(file);
    assertThatThrownBy(this::talk)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(file + " can't be read");
  }

  private void refuses(String accounts, String why) throws IOException {
    write(accounts);
    assertThatThrownBy(this::talk)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(file + ": " + why)
        .hasMessageNotContaining("secret")
        .hasMessageNotContaining("sesame");
  }

  @Test
  void aFileWithoutAccountsLetsNobodyIn() throws IOException {
    write("");
    try (Talk talk = talk()) {
      assertThat(talk.say(LOGIN)).isEqualTo(FAILURE);
    }
  }
}
