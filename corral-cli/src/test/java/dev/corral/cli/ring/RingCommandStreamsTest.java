package dev.corral.cli.ring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cli.CorralCommand;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How {@code corral ring} deals with streams that are long, slow or broken. */
@Timeout(60)
class RingCommandStreamsTest {
  private static final String KEY = "user:5433012\n";

  @TempDir
  Path dir;

  private Path servers;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void writeServers() throws IOException {
    servers = Files.writeString(
        dir.resolve("servers.txt"), "1.2.3.4:11211 1\n5.6.7.8:11211 1\n9.8.7.6:11211 1\n");
  }

  @Test
  void aMillionKeysStreamThrough() {
    int count = 1_000_000;
    CountingStream answers = new CountingStream();

    int code = run(new KeyStream(count, answers), answers);

    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(code).isZero();
    assertThat(answers.lines).isEqualTo(count);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "\n\n", "shopping", "\nshopping"})
  void anAnswerComesBeforeMoreIsTyped(String typedToo) throws Exception {
    PipedOutputStream typed = new PipedOutputStream();
    PipedInputStream shown = new PipedInputStream();
    try (PipedInputStream in = new PipedInputStream(typed);
        PipedOutputStream answers = new PipedOutputStream(shown)) {
      Thread command = new Thread(() -> run(in, answers));
      command.start();
      typed.write((KEY + typedToo).getBytes(UTF_8));
      typed.flush();

      String expected = "user:5433012\t9.8.7.6:11211\n";
      assertThat(new String(shown.readNBytes(expected.length()), UTF_8)).isEqualTo(expected);
      typed.close();
      command.join();
    }
  }

  @Test
  void aReaderThatHasHadEnoughEndsItQuietly() {
    int code = run(input(), new FailingStream("Broken pipe"));

    assertThat(code).isZero();
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void aFullDiskIsAnError() {
    int code = run(input(), new FailingStream("No space left on device"));

    assertThat(code).isEqualTo(1);
    assertThat(err.toString(UTF_8).lines()).containsExactly("corral: No space left on device");
  }

  @Test
  void theUnexpectedIsOneLineToo() {
    InputStream broken = new FilterInputStream(InputStream.nullInputStream()) {
      @Override
      public int read(byte[] into, int offset, int length) {
        throw new IllegalStateException("no wonder");
      }
    };

    int code = run(broken, OutputStream.nullOutputStream());

    assertThat(code).isEqualTo(1);
    assertThat(err.toString(UTF_8).lines())
        .containsExactly("corral: unexpected java.lang.IllegalStateException: no wonder");
  }

  private int run(InputStream in, OutputStream out) {
    return CorralCommand.run(in, out, err, "ring", "--servers", servers.toString());
  }

  private static InputStream input() {
    return new ByteArrayInputStream(KEY.getBytes(UTF_8));
  }

  /** Fails on every write, as a pipe or a disk would. */
  private static final class FailingStream extends OutputStream {
    private final String reason;

    FailingStream(String reason) {
      this.reason = reason;
    }

    @Override
    public void write(int b) throws IOException {
      throw new IOException(reason);
    }
  }

  /** Keeps only the number of lines. */
  private static final class CountingStream extends OutputStream {
    private int lines;

    @Override
    public void write(int b) {
      lines += b == '\n' ? 1 : 0;
    }
  }

  /** Gives keys one by one, and fails if answers lag far behind. */
  private static final class KeyStream extends InputStream {
    private static final int LAG = 50_000;

    private final int count;
    private final CountingStream answers;
    private int given;

    KeyStream(int count, CountingStream answers) {
      this.count = count;
      this.answers = answers;
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException("too slow");
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (given == count) {
        return -1;
      }
      if (given - answers.lines > LAG) {
        throw new IOException((given - answers.lines) + " answers are held back");
      }
      byte[] key = ("key:" + given + "\n").getBytes(UTF_8);
      given++;
      System.arraycopy(key, 0, into, offset, key.length);
      return key.length;
    }

    @Override
    public int available() {
      return 1; // so that no one flushes because of us
    }
  }
}
