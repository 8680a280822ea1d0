package dev.corral.it.discovery;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.it.Acceptor;
import dev.corral.it.Memcached;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A name server on loopback, by UDP and TCP on one port, that answers from tables which a test may
 * change at any time. Names have no dot at their end; one that is in no table does not exist.
 */
public final class ScriptedDns implements AutoCloseable {
  /** The kinds of records that it has. */
  public enum RecordType {
    /** Such as {@code 127.0.0.1}. */
    A(1),
    /** Such as {@code ::1}. */
    AAAA(28),
    /** Another name, whose records are told along. */
    CNAME(5),
    /** Priority, weight, port and name, such as {@code 0 0 11211 cache1.test}. */
    SRV(33);

    private final int number;

    RecordType(int number) {
      this.number = number;
    }
  }

  /** How it treats those who ask. */
  public enum Manner {
    TRUTHFUL,
    /** By UDP it tells half of what there is, and to come again by TCP. */
    TRUNCATING,
    SILENT,
    /** It answers SERVFAIL. */
    FAILING,
    /** It answers NXDOMAIN, whatever there is. */
    DENYING
  }

  private record Question(String name, int type) {
    Question {
      name = name.toLowerCase(Locale.ROOT);
    }
  }

  private record Answer(String name, int type, String text) {}

  private static final int INTERNET = 1;
  private static final int RESPONSE = 0x8400; // with authority
  private static final int RECURSION_DESIRED = 0x0100; // which a response repeats
  private static final int TRUNCATED = 0x0200;
  private static final int SERVFAIL = 2;
  private static final int NXDOMAIN = 3;
  /** What fits into a datagram. */
  private static final int LONGEST_DATAGRAM = 512;

  private final Map<Question, List<String>> tables = new ConcurrentHashMap<>();
  private final Map<Question, Queue<List<String>>> slips = new ConcurrentHashMap<>();
  private final Map<Integer, Manner> mannersByType = new ConcurrentHashMap<>();
  private final AtomicInteger questions = new AtomicInteger();
  private final AtomicInteger questionsByTcp = new AtomicInteger();
  private final Acceptor byTcp;
  private final DatagramSocket byUdp;
  private volatile Manner manner = Manner.TRUTHFUL;
  private volatile int ttlSeconds;

  public ScriptedDns() {
    Acceptor acceptor = new Acceptor("dns");
    DatagramSocket datagrams = bind(acceptor);
    while (datagrams == null) { // another process has the port of that number
      acceptor.close();
      acceptor = new Acceptor("dns");
      datagrams = bind(acceptor);
    }
    byTcp = acceptor;
    byUdp = datagrams;
    byTcp.start((socket, number) -> byTcp.begin("tcp", () -> serve(socket)));
    byTcp.begin("udp", this::serveDatagrams);
  }

  private static @Nullable DatagramSocket bind(Acceptor acceptor) {
    try {
      return new DatagramSocket(Memcached.loopback(acceptor.server().port()));
    } catch (IOException e) {
      return null;
    }
  }

  public InetSocketAddress address() {
    return Memcached.loopback(byTcp.server().port());
  }

  /** Where it is, as the client's option wants it. */
  public String server() {
    return byTcp.server().address();
  }

  /** Has a name mean these records from now on; with none, it exists without any of that type. */
  public void put(String name, RecordType type, String... records) {
    tables.put(new Question(name, type.number), List.of(records));
  }

  /** Tells the next who asks something else, and then again what it told before. */
  public void slip(String name, RecordType type, String... records) {
    slips
        .computeIfAbsent(new Question(name, type.number), any -> new ConcurrentLinkedQueue<>())
        .add(List.of(records));
  }

  /** Has a name not exist any more. */
  public void remove(String name) {
    tables.keySet().removeIf(question -> question.name.equalsIgnoreCase(name));
  }

  public void manner(Manner manner) {
    this.manner = manner;
    mannersByType.clear();
  }

  /** Treats questions of one type in another way than the others. */
  public void manner(RecordType type, Manner manner) {
    mannersByType.put(type.number, manner);
  }

  /** How long its answers may be kept, from now on; at first, not at all. */
  public void ttl(Duration ttl) {
    ttlSeconds = Math.toIntExact(ttl.toSeconds());
  }

  /** How often it was asked, in all. */
  public int questions() {
    return questions.get();
  }

  /** How often it was asked by TCP. */
  public int questionsByTcp() {
    return questionsByTcp.get();
  }

  private void serveDatagrams() {
    byte[] buffer = new byte[4096];
    while (!byUdp.isClosed()) {
      try {
        DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
        byUdp.receive(packet);
        questions.incrementAndGet();
        byte[] reply = reply(ByteBuffer.wrap(buffer, 0, packet.getLength()), false);
        if (reply.length > 0) {
          byUdp.send(new DatagramPacket(reply, reply.length, packet.getSocketAddress()));
        }
      } catch (IOException e) {
        // It is closed, or who asked has gone.
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      while (true) {
        byte[] question = in.readNBytes(in.readUnsignedShort());
        questions.incrementAndGet();
        questionsByTcp.incrementAndGet();
        byte[] reply = reply(ByteBuffer.wrap(question), true);
        if (reply.length > 0) {
          ByteBuffer framed = ByteBuffer.allocate(2 + reply.length);
          socket
              .getOutputStream()
              .write(framed.putShort((short) reply.length).put(reply).array());
        }
      }
    } catch (IOException e) {
      // The client went away, which it may.
    }
  }

  /** What is answered; of no bytes if nothing is. */
  private byte[] reply(ByteBuffer query, boolean isWhole) throws IOException {
    int id = query.getShort();
    int flags = RESPONSE | (query.getShort() & RECURSION_DESIRED);
    query.position(12); // behind the counts: there is one question
    String name = readName(query);
    int type = query.getShort();
    Manner now = mannersByType.getOrDefault(type, manner);
    if (now == Manner.SILENT) {
      return new byte[0];
    }
    if (now == Manner.FAILING) {
      return reply(id, flags | SERVFAIL, name, type, List.of());
    }
    if (now == Manner.DENYING || !exists(name)) {
      return reply(id, flags | NXDOMAIN, name, type, List.of());
    }
    List<Answer> answers = new ArrayList<>();
    find(name, type, answers);
    byte[] whole = reply(id, flags, name, type, answers);
    boolean isCut = now == Manner.TRUNCATING || whole.length > LONGEST_DATAGRAM;
    return isWhole || !isCut
        ? whole
        : reply(id, flags | TRUNCATED, name, type, answers.subList(0, answers.size() / 2));
  }

  private boolean exists(String name) {
    return tables.keySet().stream().anyMatch(known -> known.name.equalsIgnoreCase(name));
  }

  private void find(String name, int type, List<Answer> answers) {
    Question question = new Question(name, type);
    for (String other :
        tables.getOrDefault(new Question(name, RecordType.CNAME.number), List.of())) {
      answers.add(new Answer(name, RecordType.CNAME.number, other));
      find(other, type, answers);
    }
    List<String> slip = slips.getOrDefault(question, new ArrayDeque<>()).poll();
    for (String text : slip == null ? tables.getOrDefault(question, List.of()) : slip) {
      answers.add(new Answer(name, type, text));
    }
  }

  private byte[] reply(int id, int flags, String name, int type, List<Answer> answers)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    for (int field : new int[] {id, flags, 1, answers.size(), 0, 0}) {
      out.writeShort(field);
    }
    writeName(out, name);
    out.writeShort(type);
    out.writeShort(INTERNET);
    for (Answer answer : answers) {
      byte[] data = data(answer.type, answer.text);
      writeName(out, answer.name);
      out.writeShort(answer.type);
      out.writeShort(INTERNET);
      out.writeInt(ttlSeconds);
      out.writeShort(data.length);
      out.write(data);
    }
    return bytes.toByteArray();
  }

  private static byte[] data(int type, String record) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    if (type == RecordType.CNAME.number) {
      writeName(out, record);
    } else if (type == RecordType.SRV.number) {
      String[] words = record.split(" ", -1);
      for (int i = 0; i < 3; i++) {
        out.writeShort(Integer.parseInt(words[i]));
      }
      writeName(out, words[3]);
    } else {
      out.write(InetAddress.getByName(record).getAddress()); // a literal, which asks nobody
    }
    return bytes.toByteArray();
  }

  private static String readName(ByteBuffer query) {
    StringBuilder name = new StringBuilder();
    for (int length = query.get(); length != 0; length = query.get()) {
      byte[] label = new byte[length];
      query.get(label);
      name.append(name.isEmpty() ? "" : ".").append(new String(label, US_ASCII));
    }
    return name.toString();
  }

  private static void writeName(DataOutputStream out, String name) throws IOException {
    for (String label : name.split("\\.", -1)) {
      out.writeByte(label.length());
      out.writeBytes(label);
    }
    out.writeByte(0);
  }

  @Override
  public void close() {
    byUdp.close();
    byTcp.close();
  }
}
