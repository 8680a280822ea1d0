package dev.corral.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class CorralCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void theVersionIsThatOfTheBuild() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString(UTF_8)).matches("corral \\d+\\.\\d+\\.\\d+\\S*\\R");
  }

  @Test
  void helpNamesTheCommands() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString(UTF_8))
        .contains("Usage: corral", "ring", "Tells which server holds each key.")
        .contains("demo", "Shows what a crowd does to a small database")
        .contains("server", "Runs a memcached server in this process");
  }

  @Test
  void helpOfACommandNamesItsOptions() {
    assertThat(run("ring", "--help")).isZero();
    assertThat(out.toString(UTF_8))
        .contains("--servers", "--dialect", "--points", "--with=", "--without=");
  }

  @Test
  void aCommandIsNeeded() {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString(UTF_8).lines())
        .containsExactly("corral: Missing required subcommand", "Try 'corral --help'.");
  }

  @Test
  void anUnknownCommandIsNamed() {
    assertThat(run("rung")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("'rung'").doesNotContain("Exception");
  }

  private int run(String... args) {
    return CorralCommand.run(InputStream.nullInputStream(), out, err, args);
  }
}
