package dev.corral.it;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.key.Key;
import dev.corral.ring.Server;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A server on loopback that behaves as a test says. Each connection follows a {@link Script} on a
 * thread of its own; where the script has nothing to say, the answers are those of a truthful, if
 * tiny, memcached.
 */
public final class ScriptedServer implements AutoCloseable {
  /** What a server does with one connection. When it returns, the connection is closed. */
  @FunctionalInterface
  public interface Script {
    void run(Conversation connection) throws IOException;
  }

  private final List<Script> first;
  private final Script others;
  private final TinyMemcached truth = new TinyMemcached();
  private final Queue<Throwable> mistakes = new ConcurrentLinkedQueue<>();
  private final Acceptor acceptor = new Acceptor("scripted");

  private ScriptedServer(List<Script> first, Script others) {
    this.first = first;
    this.others = others;
    acceptor.start((socket, number) ->
        acceptor.begin(String.valueOf(number), () -> follow(scriptOf(number), socket)));
  }

  /** The n-th connection follows the n-th script; those after the last are served truthfully. */
  public static ScriptedServer with(Script... scripts) {
    return new ScriptedServer(List.of(scripts), Conversation::serve);
  }

  /** Every connection follows the same script. */
  public static ScriptedServer always(Script script) {
    return new ScriptedServer(List.of(), script);
  }

  /** Holds an item from now on. */
  public void put(Key key, byte[] value) {
    truth.put(new String(key.bytes(), US_ASCII), value);
  }

  /** Where it is, as a ring names it. */
  public Server server() {
    return acceptor.server();
  }

  /** How many connections there have been. */
  public int connections() {
    return acceptor.connections();
  }

  private Script scriptOf(int connection) {
    return connection < first.size() ? first.get(connection) : others;
  }

  private void follow(Script script, Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      script.run(new Conversation(socket, truth, acceptor::idle));
    } catch (IOException e) {
      // The client went away, which it may.
    } catch (RuntimeException | Error e) {
      mistakes.add(e);
    }
  }

  /** Ends all connections, and tells what went wrong in a script itself. */
  @Override
  public void close() {
    acceptor.close();
    if (!mistakes.isEmpty()) {
      throw new AssertionError("a script failed", mistakes.peek());
    }
  }
}
