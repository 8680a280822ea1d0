package dev.corral.it;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.key.Key;
import dev.corral.ring.Server;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * A server on loopback that behaves as a test says. Each connection follows a {@link Script} on a
 * thread of its own; where the script has nothing to say, the answers are those of a truthful, if
 * tiny, memcached. With TLS, the handshake takes place when a script first reads or writes.
 */
public final class ScriptedServer implements AutoCloseable {
  /** What a server does with one connection. When it returns, the connection is closed. */
  @FunctionalInterface
  public interface Script {
    void run(Conversation connection) throws IOException;
  }

  private final @Nullable SSLContext tls;
  private final List<Script> first;
  private final Script others;
  private final TinyMemcached truth = new TinyMemcached();
  private final Queue<Throwable> mistakes = new ConcurrentLinkedQueue<>();
  private final Acceptor acceptor = new Acceptor("scripted");

  private ScriptedServer(@Nullable SSLContext tls, List<Script> first, Script others) {
    this.tls = tls;
    this.first = first;
    this.others = others;
    acceptor.start((socket, number) ->
        acceptor.begin(String.valueOf(number), () -> follow(scriptOf(number), socket)));
  }

  /** The n-th connection follows the n-th script; those after the last are served truthfully. */
  public static ScriptedServer with(Script... scripts) {
    return new ScriptedServer(null, List.of(scripts), Conversation::serve);
  }

  /** As {@link #with(Script...)}, inside TLS. */
  public static ScriptedServer with(SSLContext tls, Script... scripts) {
    return new ScriptedServer(tls, List.of(scripts), Conversation::serve);
  }

  /** Every connection follows the same script. */
  public static ScriptedServer always(Script script) {
    return new ScriptedServer(null, List.of(), script);
  }

  /** As {@link #always(Script)}, inside TLS. */
  public static ScriptedServer always(SSLContext tls, Script script) {
    return new ScriptedServer(tls, List.of(), script);
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

  private void follow(Script script, Socket wire) {
    try (wire;
        Socket socket = tls == null ? wire : secure(tls, wire)) {
      wire.setTcpNoDelay(true);
      script.run(new Conversation(socket, wire, truth, acceptor::idle));
    } catch (IOException e) {
      // The client went away, which it may.
    } catch (RuntimeException | Error e) {
      mistakes.add(e);
    }
  }

  private static Socket secure(SSLContext tls, Socket wire) throws IOException {
    SSLSocket socket =
        (SSLSocket) tls.getSocketFactory().createSocket(wire, "127.0.0.1", wire.getPort(), true);
    socket.setUseClientMode(false);
    return socket;
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
