package dev.corral.it;

import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.store.Arithmetic;
import dev.corral.store.ArithmeticOutcome;
import dev.corral.store.Cas;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Lease;
import dev.corral.store.Miss;
import dev.corral.store.Operation;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.Store;
import dev.corral.store.ValueTooLargeException;
import dev.corral.time.Ttl;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A store on one blocking socket, one request at a time: the shortest way to a real server's
 * answers, to hold the contract and the memory store against them.
 */
public final class SocketStore implements Store {
  private static final int ITEM_LIMIT = 1 << 20;
  private static final int OVERHEAD = 59 + 4;

  private final Socket socket;
  private final InputStream in;
  private final ReentrantLock turn = new ReentrantLock();

  public SocketStore(InetSocketAddress address) {
    this(connect(address));
  }

  /** A store on a connection that has said what it had to say first. */
  public SocketStore(Socket socket) {
    this.socket = socket;
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(10_000);
      in = new BufferedInputStream(socket.getInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Socket connect(InetSocketAddress address) {
    try {
      return new Socket(address.getAddress(), address.getPort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("unchecked") // the kind of operation decides the kind of outcome
  @Override
  public <R> CompletableFuture<R> execute(Operation<R> operation) {
    turn.lock();
    try {
      Object outcome;
      if (operation instanceof Get get) {
        outcome = get(get);
      } else if (operation instanceof Put put) {
        outcome = put(put);
      } else if (operation instanceof Delete delete) {
        outcome = delete(delete);
      } else {
        outcome = count((Arithmetic) operation);
      }
      return (CompletableFuture<R>) CompletableFuture.completedFuture(outcome);
    } catch (IOException e) {
      return CompletableFuture.failedFuture(new UnavailableException("socket store", e));
    } catch (ValueTooLargeException e) {
      return CompletableFuture.failedFuture(e);
    } finally {
      turn.unlock();
    }
  }

  private GetOutcome get(Get get) throws IOException {
    StringBuilder line = command("mg", get.key()).append(" f").append(binary(get));
    if (get.lease() != null) {
      line.append(" N").append(seconds(get.lease()));
    }
    if (get.refreshAhead() != null) {
      line.append(" R").append((get.refreshAhead().toNanos() + 999_999_999) / 1_000_000_000);
    }
    if (get.touch() != null) {
      line.append(" T").append(seconds(get.touch()));
    }
    String reply = ask(line.append(get.isDetailed() ? " c t" : "").append(" v"), null);
    if (reply.equals("EN")) {
      return Miss.MISS;
    }
    Reply fields = new Reply(reply);
    byte[] value = in.readNBytes(Integer.parseInt(fields.words[1]));
    in.skipNBytes(2);
    Item item = Item.of(
        get.isValued() ? value : new byte[0],
        (int) fields.number('f'),
        fields.has('W') ? Lease.WON : fields.has('Z') ? Lease.LOST : Lease.NONE,
        fields.has('X'));
    if (!get.isDetailed()) {
      return item;
    }
    long left = fields.number('t');
    return item.withDetails(
        fields.number('c'), this, left < 0 ? Long.MAX_VALUE : TimeUnit.SECONDS.toNanos(left));
  }

  private PutOutcome put(Put put) throws IOException {
    int limit = ITEM_LIMIT - OVERHEAD - put.key().bytes().length;
    if (put.value().length > limit) {
      throw new ValueTooLargeException(put.key(), put.value().length, limit);
    }
    if (isForeign(put.cas())) {
      return PutOutcome.Refused.EXISTS;
    }
    StringBuilder line = command("ms", put.key()).append(' ').append(put.value().length);
    line.append(binary(put)).append(" M").append(letter(put.mode()));
    line.append(" c F").append(Integer.toUnsignedString(put.flags()));
    line.append(" T").append(seconds(put.ttl()));
    appendCas(line, put.cas());
    String reply = ask(line, put.value());
    return switch (reply.substring(0, 2)) {
      case "HD" ->
        put.isReturningCas()
            ? new PutOutcome.Stored(new Cas(new Reply(reply).number('c'), this))
            : PutOutcome.Stored.STORED;
      case "EX" -> PutOutcome.Refused.EXISTS;
      case "NF" -> PutOutcome.Refused.NOT_FOUND;
      case "NS" -> PutOutcome.Refused.NOT_STORED;
      default -> throw new IOException(reply);
    };
  }

  private DeleteOutcome delete(Delete delete) throws IOException {
    if (isForeign(delete.cas())) {
      return DeleteOutcome.EXISTS;
    }
    StringBuilder line = command("md", delete.key()).append(binary(delete));
    line.append(delete.isMarkingStale() ? " I" : "");
    if (delete.ttl() != null) {
      line.append(" T").append(seconds(delete.ttl()));
    }
    appendCas(line, delete.cas());
    String reply = ask(line, null);
    return switch (reply) {
      case "HD" -> DeleteOutcome.DELETED;
      case "NF" -> DeleteOutcome.NOT_FOUND;
      case "EX" -> DeleteOutcome.EXISTS;
      default -> throw new IOException(reply);
    };
  }

  private ArithmeticOutcome count(Arithmetic operation) throws IOException {
    if (isForeign(operation.cas())) {
      return ArithmeticOutcome.Refused.EXISTS;
    }
    StringBuilder line = command("ma", operation.key()).append(" v").append(binary(operation));
    line.append(operation.isSubtracting() ? " MD" : " MI");
    line.append(" D").append(Long.toUnsignedString(operation.delta()));
    if (operation.ttl() != null) {
      line.append(" N").append(seconds(operation.ttl()));
      line.append(" J").append(Long.toUnsignedString(operation.initial()));
    }
    appendCas(line, operation.cas());
    String reply = ask(line, null);
    if (reply.startsWith("VA ")) {
      return new ArithmeticOutcome.Counted(Long.parseUnsignedLong(readLine()));
    }
    return switch (reply) {
      case "NF" -> ArithmeticOutcome.Refused.NOT_FOUND;
      case "EX" -> ArithmeticOutcome.Refused.EXISTS;
      default -> {
        if (reply.startsWith("CLIENT_ERROR cannot increment")) {
          yield ArithmeticOutcome.Refused.NOT_NUMERIC;
        }
        throw new IOException(reply);
      }
    };
  }

  /** The second that the server's clock shows. It is what its items' lives are counted in. */
  long serverSecond() {
    turn.lock();
    try {
      long second = -1;
      String line = ask(new StringBuilder("stats"), null);
      for (; !line.equals("END"); line = readLine()) {
        if (line.startsWith("STAT time ")) {
          second = Long.parseLong(line.substring("STAT time ".length()));
        }
      }
      return second;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      turn.unlock();
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static StringBuilder command(String name, Key key) {
    return new StringBuilder(name)
        .append(' ')
        .append(new String(key.bytes(), StandardCharsets.US_ASCII));
  }

  private static String binary(Operation<?> operation) {
    return operation.key().isBinary() ? " b" : "";
  }

  private static char letter(Put.Mode mode) {
    return switch (mode) {
      case SET -> 'S';
      case ADD -> 'E';
      case REPLACE -> 'R';
      case APPEND -> 'A';
      case PREPEND -> 'P';
    };
  }

  private static void appendCas(StringBuilder line, @Nullable Cas cas) {
    if (cas != null) {
      line.append(" C").append(Long.toUnsignedString(cas.number()));
    }
  }

  /** A number that another connection gave must not be sent: it may match by chance. */
  private boolean isForeign(@Nullable Cas cas) {
    return cas != null && cas.incarnation() != this;
  }

  /** What goes after T or N: the server takes more than 30 days for a date, until 2038. */
  private static long seconds(Ttl ttl) {
    if (!ttl.isLimited()) {
      return 0;
    }
    long seconds = ttl.toSeconds();
    long date = System.currentTimeMillis() / 1000 + seconds;
    return seconds <= 2_592_000 ? seconds : date <= Integer.MAX_VALUE ? date : 0;
  }

  private String ask(StringBuilder line, byte @Nullable [] value) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(line.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
    if (value != null) {
      out.writeBytes(value);
      out.writeBytes(new byte[] {'\r', '\n'});
    }
    socket.getOutputStream().write(out.toByteArray());
    return readLine();
  }

  private String readLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new IOException("the server closed the connection");
      }
      line.write(b);
    }
    return line.toString(StandardCharsets.US_ASCII).strip();
  }

  /** The flags of a reply line: one letter each, with or without a number behind it. */
  private static final class Reply {
    final String[] words;

    Reply(String line) {
      words = line.split(" ", -1);
    }

    private @Nullable String find(char flag) {
      for (int i = 1; i < words.length; i++) {
        if (!words[i].isEmpty() && words[i].charAt(0) == flag) {
          return words[i];
        }
      }
      return null;
    }

    boolean has(char flag) {
      return find(flag) != null;
    }

    long number(char flag) {
      String word = find(flag);
      if (word == null) {
        throw new IllegalStateException("no " + flag + " in " + String.join(" ", words));
      }
      String digits = word.substring(1);
      return digits.startsWith("-") ? Long.parseLong(digits) : Long.parseUnsignedLong(digits);
    }
  }
}
