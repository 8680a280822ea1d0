package dev.corral.it;

import dev.corral.it.TinyMemcached.Request;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import javax.net.ssl.SSLSocket;

/** The server's end of one connection: what a {@link ScriptedServer.Script} can do with it. */
public final class Conversation {
  private final Socket socket;
  private final Socket wire;
  private final InputStream in;
  private final TinyMemcached truth;
  private final Predicate<Duration> idling;

  /** Speaks through a socket that is, with TLS, a layer over the one of the wire. */
  Conversation(Socket socket, Socket wire, TinyMemcached truth, Predicate<Duration> idling)
      throws IOException {
    this.socket = socket;
    this.wire = wire;
    this.in = new BufferedInputStream(socket.getInputStream());
    this.truth = truth;
    this.idling = idling;
  }

  /** The layer of TLS, which can be told what to want until something is read or written. */
  public SSLSocket tls() {
    return (SSLSocket) socket;
  }

  /** Answers truthfully until the client goes away. */
  public void serve() throws IOException {
    while (true) {
      answer(next());
    }
  }

  /** Answers so many requests truthfully. */
  public void serve(int requests) throws IOException {
    for (int i = 0; i < requests; i++) {
      answer(next());
    }
  }

  /** Answers truthfully what a client asks when it connects. */
  public void greet() throws IOException {
    greetAs("1.6.18");
  }

  /** As {@link #greet}, with another version. */
  public void greetAs(String version) throws IOException {
    next();
    write("VERSION " + version + "\r\n");
    serve(2);
  }

  /** Waits for the next request. */
  public Request next() throws IOException {
    String line = readLine();
    Request request = new Request(line, new byte[0]);
    return switch (request.command()) {
      case "ms" -> new Request(line, readValue(request.word(2)));
      case "set" -> new Request(line, readValue(request.word(4)));
      default -> request;
    };
  }

  /** Waits for the line of the next request, an {@code ms}. Returns how much follows it. */
  public int nextUnread() throws IOException {
    return Integer.parseInt(new Request(readLine(), new byte[0]).word(2)) + 2;
  }

  /** Reads so many bytes, whatever they are. */
  public void skip(int bytes) throws IOException {
    in.skipNBytes(bytes);
  }

  private byte[] readValue(String length) throws IOException {
    byte[] value = in.readNBytes(Integer.parseInt(length));
    in.skipNBytes(2);
    return value;
  }

  /**
   * Lets the client log in as whomever it likes. Returns what it gave, as {@code user password}.
   */
  public String takeLogin() throws IOException {
    Request login = next();
    if (!login.command().equals("set")) {
      throw new IllegalStateException("no login, but " + login.command());
    }
    answer(login);
    return new String(login.value(), StandardCharsets.UTF_8);
  }

  private String readLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException();
      }
      line.write(b);
    }
    String text = line.toString(StandardCharsets.ISO_8859_1);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }

  public void answer(Request request) throws IOException {
    write(reply(request));
  }

  /** The truthful answer, not sent yet. */
  public byte[] reply(Request request) {
    return truth.reply(request);
  }

  /** Writes an answer, with the flags that the request asked for in place of {@code f0}. */
  public void answer(Request request, String reply) throws IOException {
    write(reply.replace(" f0", TinyMemcached.flags(request)));
  }

  public void write(String text) throws IOException {
    write(TinyMemcached.bytes(text));
  }

  public void write(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** Writes below TLS, where only records belong. */
  public void writeOnWire(byte[] bytes) throws IOException {
    wire.getOutputStream().write(bytes);
  }

  /** Writes each byte in a packet of its own, with TLS in a record of its own. */
  public void writeOneByOne(byte[] bytes) throws IOException {
    for (byte b : bytes) {
      write(new byte[] {b});
    }
  }

  /** Writes the bytes before the position, and the others when the client has seen the first. */
  public void writeSplit(byte[] bytes, int position) throws IOException {
    socket.getOutputStream().write(bytes, 0, position);
    idle(Duration.ofMillis(1));
    socket.getOutputStream().write(bytes, position, bytes.length - position);
  }

  /** Does nothing for a while, or until the test is over. */
  public void idle(Duration time) {
    boolean unused = idling.test(time);
  }

  /** Does nothing until the test says so, or is over. */
  public void await(CountDownLatch word) {
    while (word.getCount() > 0 && !idling.test(Duration.ofMillis(1))) {
      // Not yet.
    }
  }

  /** Neither reads nor writes nor closes until the test is over. */
  public void stall() {
    idle(Duration.ofDays(1));
  }

  /** Reads on and answers nothing until the client goes away. */
  public void ignore() throws IOException {
    in.transferTo(OutputStream.nullOutputStream());
  }

  /** Says that nothing more will be written, and reads on. */
  public void closeHalf() throws IOException {
    socket.shutdownOutput();
    ignore();
  }

  public void close() {
    Acceptor.close(socket);
  }

  /** Closes the connection without the word that TLS has for that. */
  public void closeOnWire() {
    Acceptor.close(wire);
  }

  /** Ends the connection as a server's sudden death does. */
  public void reset() {
    Acceptor.reset(wire);
  }
}
