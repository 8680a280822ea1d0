package dev.corral.it.discovery;

import dev.corral.it.Conversation;
import dev.corral.it.ScriptedServer;
import dev.corral.it.TinyMemcached;
import dev.corral.it.TinyMemcached.Request;
import dev.corral.ring.Server;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;

/**
 * A server that tells which servers its cluster has, as the configuration endpoint of ElastiCache
 * and the discovery endpoint of Memorystore do, and is else a truthful, tiny memcached.
 */
public final class ConfiguredCluster implements AutoCloseable {
  /**
   * A server of the cluster.
   *
   * @param host its name
   * @param ip its address, which may be empty
   * @param port its port
   */
  public record Member(String host, String ip, int port) {
    public static Member of(Server server) {
      return new Member(server.host(), server.host(), server.port());
    }

    @Override
    public String toString() {
      return host + "|" + ip + "|" + port;
    }
  }

  /** How it treats those who ask. */
  public enum Manner {
    TELLING,
    /** It takes questions, and answers none. */
    STILL,
    /** It closes connections. */
    DOWN
  }

  private volatile String answer = framed("0\n\n");
  private volatile Manner manner = Manner.TELLING;
  private final Queue<String> slips = new ConcurrentLinkedQueue<>();
  private final AtomicInteger questions = new AtomicInteger();
  private final ScriptedServer server;

  /** Tells of a cluster without servers, until it is told to {@link #show} others. */
  public ConfiguredCluster() {
    server = ScriptedServer.always(this::serve);
  }

  /** The same, inside TLS. */
  public ConfiguredCluster(SSLContext tls) {
    server = ScriptedServer.always(tls, this::serve);
  }

  /** Tells of these servers from now on. */
  public void show(long version, List<Member> members) {
    say(text(version, members));
  }

  private static String text(long version, List<Member> members) {
    return version
        + "\n"
        + members.stream().map(Member::toString).collect(Collectors.joining(" "))
        + "\n";
  }

  /** Tells this from now on, whatever it means. */
  public void say(String text) {
    answer = framed(text);
  }

  /** Tells the next who asks something else, and then again what it told before. */
  public void slip(long version, List<Member> members) {
    slips.add(framed(text(version, members)));
  }

  /** Answers with these bytes from now on, whatever they are. */
  public void answer(String reply) {
    answer = reply;
  }

  public void manner(Manner manner) {
    this.manner = manner;
  }

  /** Where it is, as a ring names it. */
  public Server server() {
    return server.server();
  }

  /** How many connections there have been. */
  public int connections() {
    return server.connections();
  }

  /** How often it was asked for the cluster. */
  public int questions() {
    return questions.get();
  }

  private void serve(Conversation connection) throws IOException {
    while (manner != Manner.DOWN) {
      Request request = connection.next();
      if (!isQuestion(request)) {
        connection.answer(request);
        continue;
      }
      questions.incrementAndGet();
      if (manner == Manner.TELLING) {
        String slip = slips.poll();
        connection.write(slip == null ? answer : slip);
      } else if (manner == Manner.DOWN) {
        return;
      }
    }
  }

  private static String framed(String text) {
    int length = TinyMemcached.bytes(text).length;
    return "CONFIG cluster 0 " + length + "\r\n" + text + "\r\nEND\r\n";
  }

  private static boolean isQuestion(Request request) {
    return request.command().equals("config")
        && request.word(1).equals("get")
        && request.word(2).equals("cluster");
  }

  @Override
  public void close() {
    server.close();
  }
}
