package dev.corral.it.item;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.Memcached;
import dev.corral.it.Table;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The command as a user's shell runs it, by the script in the project's root. */
@Timeout(120)
class ShellIT {
  private static final Path SCRIPT = Path.of("..", "corral").toAbsolutePath().normalize();

  /** What bash does at a press of the Tab key, but for its own commands on how to show it. */
  private static final String ASK = """
      source completion
      compopt() { :; }
      ask() {
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
        _complete_corral
        echo "${COMPREPLY[*]}"
      }
      ask corral de
      ask corral get --st
      ask corral ring --servers servers
      ask corral set picture --file pict
      ask corral ns fl
      complete -p corral
      """;

  @RegisterExtension
  static final Memcached SERVER = Memcached.with();

  @TempDir
  Path folder;

  private static Ran run(byte[] input, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(SCRIPT.toString()));
    command.addAll(List.of(arguments));
    return run(new ProcessBuilder(command), input);
  }

  private static Ran run(ProcessBuilder builder, byte[] input) throws Exception {
    builder
        .environment()
        .put(
            "CORRAL_STORE",
            "memcached://" + SERVER.server().address() + "?deadline=10s&connectTimeout=10s");
    return Ran.process(builder, input);
  }

  /** In a tree with a Maven that only writes down that it was called. */
  @Test
  void whatWasBuiltIsNotBuiltAgainEvenIfNothingCameOfIt() throws Exception {
    Files.createDirectories(folder.resolve("scripts"));
    Files.createDirectories(folder.resolve("corral-cli/src/main"));
    Files.createDirectories(folder.resolve("corral-cli/target"));
    Files.copy(SCRIPT, folder.resolve("corral"));
    for (String part : List.of("scripts/ensure-tools", "scripts/ensure-jar")) {
      Files.copy(SCRIPT.resolveSibling(part), folder.resolve(part));
    }
    Path jar = Files.createFile(folder.resolve("corral-cli/target/corral.jar"));
    Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
    Path sources = Files.createFile(folder.resolve("pom.xml"));
    Files.copy(sources, folder.resolve("corral-cli/pom.xml"));
    Path maven = Files.writeString(folder.resolve("mvn"), "#!/bin/sh\necho built >>builds\n");
    assertThat(maven.toFile().setExecutable(true)).isTrue();

    ProcessBuilder corral = new ProcessBuilder("bash", "corral", "--version");
    corral.directory(folder.toFile());
    corral.environment().merge("PATH", folder.toString(), (path, first) -> first + ":" + path);
    Ran.process(corral, new byte[0]);
    Ran.process(corral, new byte[0]);

    assertThat(folder.resolve("builds")).hasContent("built");
  }

  @Test
  void bytesComeBackThroughPipesAsTheyWent() throws Exception {
    byte[] value = new byte[100_000];
    for (int i = 0; i < value.length; i++) {
      value[i] = (byte) (i * 31);
    }
    Ran set = run(value, "set", "picture");
    assertThat(set.errors()).isEmpty();
    assertThat(set.exit()).isZero();

    long started = System.nanoTime();
    Ran get = run(new byte[0], "get", "picture");
    Table.of("corral get, by the script", "bytes", "took")
        .row(get.bytes().length, Duration.ofNanos(System.nanoTime() - started))
        .show();
    assertThat(get.errors()).isEmpty();
    assertThat(get.exit()).isZero();
    assertThat(get.bytes()).isEqualTo(value);
  }

  @Test
  void whereThereIsNoStandardInputNothingIsStored() throws Exception {
    String line = "'" + SCRIPT + "' set nothing <&-";
    Ran set = run(new ProcessBuilder("bash", "-c", line), new byte[0]);
    assertThat(set.exit()).isEqualTo(1);
    assertThat(set.errors().strip()).isEqualTo("corral: Bad file descriptor");
  }

  @Test
  void aMissIsOneSentenceAndAnExitCode() throws Exception {
    Ran get = run(new byte[0], "get", "nothing");
    assertThat(get.exit()).isEqualTo(1);
    assertThat(get.output()).isEmpty();
    assertThat(get.errors().strip())
        .isEqualTo("corral get: there is no item nothing on " + SERVER.server().address());
  }

  @Test
  void bashCompletesCommandsOptionsAndFiles() throws Exception {
    Ran completion = run(new byte[0], "completion");
    assertThat(completion.exit()).isZero();
    Files.write(folder.resolve("completion"), completion.bytes());
    Files.writeString(folder.resolve("servers.txt"), "");
    Files.writeString(folder.resolve("picture.png"), "");

    ProcessBuilder bash = new ProcessBuilder("bash", "--norc", "-s").directory(folder.toFile());
    Ran asked = Ran.process(bash, ASK.getBytes(UTF_8));
    assertThat(asked.errors()).isEmpty();
    assertThat(asked.output().lines())
        .satisfiesExactly(
            line -> assertThat(line.split(" ")).contains("demo", "delete"),
            line -> assertThat(line).isEqualTo("--store"),
            line -> assertThat(line).isEqualTo("servers.txt"),
            line -> assertThat(line).isEqualTo("picture.png"),
            line -> assertThat(line).isEqualTo("flush"),
            line -> assertThat(line).contains("-F _complete_corral"));
  }
}
