package dev.corral.cli.item;

import dev.corral.cli.option.Sizes;
import dev.corral.cli.option.StoreOption;
import dev.corral.cli.option.Version;
import dev.corral.cli.terminal.Terminal;
import dev.corral.key.Key;
import dev.corral.store.Put;
import dev.corral.time.Ttl;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code corral set}: writes an item. */
@Command(
    name = "set",
    header = "Stores a value under a key.",
    description = {
      "",
      "Stores VALUE in UTF-8, or else all bytes of a file or of standard input, a last line's end"
          + " included. It replaces what was there. To a Corral cache, what is written so is no"
          + " value of its own.",
      ""
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:It was stored.", "1:It was not stored.", "2:Bad input."},
    footer = {
      "",
      "Examples:",
      "  corral set --store memcached://cache1,cache2 greeting hello --ttl 10m",
      "  corral set picture --file picture.png",
      "  date | corral set today --add"
    })
public final class SetCommand implements Callable<Integer> {
  /** No more than this can be in flight by default, and few servers take as much. */
  private static final int MOST_BYTES = 64 << 20;

  private static final String STANDARD_INPUT = "-";

  @Mixin
  private StoreOption store = new StoreOption();

  @Mixin
  private KeyOptions keyOptions = new KeyOptions();

  @Option(
      names = "--ttl",
      paramLabel = "TIME",
      defaultValue = TtlConverter.FOR_EVER,
      converter = TtlConverter.class,
      description = "How long it lives, such as 90s, 10m or 2h; for ever by default, which is 0.")
  private Ttl ttl = Ttl.NEVER;

  @ArgGroup
  private @Nullable Condition condition;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "Where the value is read from; - is standard input.")
  private @Nullable Path file;

  @Parameters(index = "0", paramLabel = "KEY", description = "The key.")
  private String key = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "VALUE",
      description = "The value; standard input if it is missing or -.")
  private @Nullable String value;

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final InputStream in;
  private final Terminal terminal;
  private final PrintWriter errors;

  /** Whether there must be an item already. */
  private static final class Condition {
    @Option(names = "--add", required = true, description = "Only if there is no item of this key.")
    private boolean isAdd;

    @Option(
        names = "--replace",
        required = true,
        description = "Only if there is an item of this key.")
    private boolean isReplace;
  }

  public SetCommand(InputStream in, Terminal terminal, PrintWriter errors) {
    this.in = in;
    this.terminal = terminal;
    this.errors = errors;
  }

  @Override
  public Integer call() throws IOException {
    if (file != null && value != null) {
      throw new ParameterException(spec.commandLine(), "there are both VALUE and --file");
    }
    Key wanted = keyOptions.read(List.of(key)).get(0);
    String uri = store.uri(); // before what may be waited for
    byte[] bytes = bytes();
    try (Items items = Items.open(uri)) {
      if (!items.execute(put(wanted, bytes)).isStored()) {
        errors.println("corral set: nothing was stored, for there is " + (isAdd() ? "an" : "no")
            + " item " + wanted + " on " + items.server(wanted));
        return ExitCode.SOFTWARE;
      }
      terminal.print(
          "stored %d bytes under %s on %s, %s%n",
          bytes.length, wanted, items.server(wanted), TtlConverter.format(ttl));
    }
    return ExitCode.OK;
  }

  private boolean isAdd() {
    return condition != null && condition.isAdd;
  }

  private Put put(Key wanted, byte[] bytes) {
    if (condition == null) {
      return Put.set(wanted, bytes, ttl);
    }
    return condition.isReplace ? Put.replace(wanted, bytes, ttl) : Put.add(wanted, bytes, ttl);
  }

  private byte[] bytes() throws IOException {
    if (value != null && !value.equals(STANDARD_INPUT)) {
      return value.getBytes(StandardCharsets.UTF_8);
    }
    if (file == null || file.toString().equals(STANDARD_INPUT)) {
      return bytesOf(in);
    }
    try (InputStream content = Files.newInputStream(file)) {
      return bytesOf(content);
    } catch (NoSuchFileException e) {
      throw new ParameterException(spec.commandLine(), "--file: there is no file " + file, e);
    } catch (IOException e) {
      throw new ParameterException(
          spec.commandLine(), "--file " + file + " cannot be read: " + e.getMessage(), e);
    }
  }

  private byte[] bytesOf(InputStream content) throws IOException {
    // Buffered, for a file stream asks where it is, which a pipe can't tell.
    byte[] bytes = new BufferedInputStream(content).readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      throw new ParameterException(
          spec.commandLine(), "the value must have at most " + Sizes.format(MOST_BYTES));
    }
    return bytes;
  }
}
