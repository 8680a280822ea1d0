package dev.corral.memcached;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.memcached.security.Login;
import dev.corral.memcached.security.Protection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialsTest {
  @TempDir
  private Path folder;

  private Path file;

  // The folder is made before each test, as is JUnit's way.
  @SuppressWarnings("NullAway.Init")
  CredentialsTest() {}

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("password");
  }

  private static String token(Login login) {
    return new String(login.token(), UTF_8);
  }

  private static String token(Credentials credentials) {
    return token(credentials.login());
  }

  private static void refresh(Login login) {
    new Protection(null, login).refresh();
  }

  @Test
  void aUserAndPasswordAreToldWithASpaceBetweenThem() {
    assertThat(token(Credentials.of("joe", "open:sesame"))).isEqualTo("joe open:sesame");
    assertThat(token(Credentials.of("jürgen", "pä$$"))).isEqualTo("jürgen pä$$");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "j oe", "joe:", "joe\n", "joe\r", "joe\u0000", "j\toe"})
  void aUserThatWouldBeReadOtherwiseIsRefused(String user) {
    assertThatThrownBy(() -> Credentials.of(user, "sesame"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("user must not be empty or hold white space, control characters or ':'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "open sesame", "sesame\r\nflush_all", "sesame\u0000", "\tsesame"})
  void aPasswordThatWouldBeReadOtherwiseIsRefusedAndNotRepeated(String password) {
    assertThatThrownBy(() -> Credentials.of("joe", password))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("password must not be empty or hold white space or control characters")
        .hasNoCause();
  }

  @Test
  void bothTogetherHaveALimitInBytes() {
    assertThat(Credentials.of("joe", "x".repeat(251)).login().token()).hasSize(255);
    assertThatThrownBy(() -> Credentials.of("joe", "x".repeat(252)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("user and password must have at most 255 bytes together");
    assertThatThrownBy(() -> Credentials.of("joe", "ä".repeat(126)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("ä");
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller without NullAway can do
  void whatIsNotGivenIsRefusedWhereItIsNotGiven() {
    assertThatThrownBy(() -> Credentials.of(null, "x")).hasMessage("user must not be null");
    assertThatThrownBy(() -> Credentials.of("x", null)).hasMessage("password must not be null");
    assertThatThrownBy(() -> Credentials.file(null)).hasMessage("file must not be null");
    assertThatThrownBy(() -> Credentials.from(null)).hasMessage("source must not be null");
  }

  @Test
  void asTextTheySayWhereTheyComeFromAndNothingElse() {
    Credentials given = Credentials.of("joe", "sesame");

    assertThat(given).hasToString("credentials from the program");
    assertThat(given.login()).hasToString("a password from the program");
    assertThat(new Protection(null, given.login()).toString()).doesNotContain("joe", "sesame");
    assertThat(Credentials.file(file)).hasToString("credentials from " + file);
    assertThat(Credentials.from(() -> given)).hasToString("credentials from a supplier");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "joe:sesame",
        "joe:sesame\n",
        "joe:sesame\r\n",
        "\n\njoe:sesame\n \n",
        "joe:sesame  ",
        " joe:sesame",
        "    joe:sesame\n",
      })
  void aFileHasOneLine(String text) throws IOException {
    Files.writeString(file, text);

    assertThat(token(Credentials.file(file))).isEqualTo("joe sesame");
  }

  @Test
  void theFirstColonEndsTheUser() throws IOException {
    Files.writeString(file, "joe:a:b::");

    assertThat(token(Credentials.file(file))).isEqualTo("joe a:b::");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "sesame", "joe:sesame\nann:sesame", "joe\n:sesame"})
  void aFileWithoutSuchALineIsRefused(String text) throws IOException {
    Files.writeString(file, text);

    assertRefused(": expected one line user:password");
  }

  @ParameterizedTest
  @ValueSource(strings = {":sesame", "jo e:sesame", " :sesame"})
  void aFileWithoutAUserIsRefused(String text) throws IOException {
    Files.writeString(file, text);

    assertRefused(": user must not be empty or hold white space, control characters or ':'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"joe:", "  j:", "joe:open sesame", "joe: sesame"})
  void aFileWithoutAPasswordIsRefused(String text) throws IOException {
    Files.writeString(file, text);

    assertRefused(": password must not be empty or hold white space or control characters");
  }

  @Test
  void aFileThatIsNotThereIsRefused() {
    assertRefused(": there is no such file");
  }

  @Test
  void aFileThatIsNotTextIsRefused() throws IOException {
    Files.write(file, "jö:sesame".getBytes(ISO_8859_1));

    assertRefused(": cannot be read: MalformedInputException");
  }

  @Test
  void aFolderIsNoFile() throws IOException {
    Files.createDirectory(file);

    assertRefused(": cannot be read: IOException");
  }

  private void assertRefused(String problem) {
    assertThatThrownBy(() -> token(Credentials.file(file)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(file + problem)
        .hasNoCause();
  }

  @Test
  void aFileIsReadAgainWhenItIsRefreshedAndNotBefore() throws IOException {
    Files.writeString(file, "joe:old");
    Login login = Credentials.file(file).login();
    assertThat(token(login)).isEqualTo("joe old");

    Files.writeString(file, "joe:new");

    assertThat(token(login)).isEqualTo("joe old");
    refresh(login);
    assertThat(token(login)).isEqualTo("joe new");
  }

  @Test
  void whatWasReadLastStaysWhenTheFileBecomesBad() throws IOException {
    Files.writeString(file, "joe:old");
    Login login = Credentials.file(file).login();
    refresh(login);

    Files.writeString(file, "");
    refresh(login);
    assertThat(token(login)).isEqualTo("joe old");
    Files.delete(file);
    refresh(login);
    assertThat(token(login)).isEqualTo("joe old");

    Files.writeString(file, "joe:new");
    refresh(login);
    assertThat(token(login)).isEqualTo("joe new");
  }

  @Test
  void aSupplierIsAskedAgainWhenItIsRefreshed() {
    AtomicReference<Credentials> kept = new AtomicReference<>(Credentials.of("joe", "old"));
    Login login = Credentials.from(kept::get).login();
    refresh(login);
    kept.set(Credentials.of("joe", "new"));
    refresh(login);

    assertThat(token(login)).isEqualTo("joe new");
  }

  @Test
  void whatASupplierThrowsIsNotRepeated() {
    Credentials failing = Credentials.from(() -> {
      throw new IllegalStateException("the password sesame is too old");
    });

    assertThatThrownBy(() -> refresh(failing.login()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("the supplier of user and password failed: java.lang.IllegalStateException")
        .hasNoCause();
  }

  @Test
  void aSuppliersFileIsNamedWhenItIsBad() {
    assertThatThrownBy(() -> token(Credentials.from(() -> Credentials.file(file))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(file + ": there is no such file");
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller without NullAway can do
  void aSupplierOfNothingFails() {
    assertThatThrownBy(() -> token(Credentials.from(() -> null)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("the supplier of user and password failed: java.lang.NullPointerException");
  }
}
