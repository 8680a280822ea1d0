package dev.corral.it.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.embedded.EmbeddedServer;
import dev.corral.fault.CorralException;
import dev.corral.fault.UnavailableException;
import dev.corral.it.Asked;
import dev.corral.it.Jvms;
import dev.corral.it.Memcached;
import dev.corral.it.Message;
import dev.corral.it.Nodes;
import dev.corral.it.Table;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How many connections servers take, and how long the embedded one takes to come and go. */
class ServerLimitsIT {
  private static final Key KEY = Key.raw("k");

  @Test
  void whoComesBeyondTheLimitIsToldTheSameByBothServers() throws IOException {
    try (Memcached real = Memcached.with("-c", "60", "-t", "4").start();
        EmbeddedServer ours = EmbeddedServer.start(options -> options.maxConnections(60))) {
      int byReal = taken(real.address(), 70);
      int byOurs = taken(ours.address(), 70);
      // The real one counts its own files too.
      assertThat(byReal).isLessThan(60);
      assertThat(byOurs).isEqualTo(60);
      Table.of("connections taken, of 60", "memcached -c 60 -t 4", "embedded")
          .row(byReal, byOurs)
          .show();
    }
  }

  private static int taken(InetSocketAddress server, int tried) throws IOException {
    List<Socket> open = new ArrayList<>();
    try {
      int taken = 0;
      for (int i = 0; i < tried; i++) {
        Socket socket = new Socket();
        open.add(socket);
        socket.connect(server);
        socket.setSoTimeout((int) Nodes.PATIENCE.toMillis());
        socket.getOutputStream().write("mn\r\n".getBytes(US_ASCII));
        String start = new String(socket.getInputStream().readNBytes(4), US_ASCII);
        if (start.equals("MN\r\n")) {
          taken++;
        } else {
          byte[] rest = socket.getInputStream().readNBytes(29);
          assertThat(start + new String(rest, US_ASCII))
              .isEqualTo("ERROR Too many open connections\r\n");
        }
      }
      return taken;
    } finally {
      for (Socket socket : open) {
        socket.close();
      }
    }
  }

  @Test
  void theClientTellsThatThereAreTooManyAndComesWhenThereIsAPlace() {
    try (EmbeddedServer server = EmbeddedServer.start(options -> options.maxConnections(1));
        MemcachedStore second = refused(server)) {
      Nodes.awaitAnswer(second, KEY);
    }
  }

  /** A client that found the only place taken. */
  private static MemcachedStore refused(EmbeddedServer server) {
    try (MemcachedStore first = open(server)) {
      Nodes.awaitAnswer(first, KEY);
      MemcachedStore second = open(server);
      Memcached.awaitUntil("the refusal to be told", () -> {
        CorralException fault = Asked.of(() -> second.get(KEY)).fault();
        assertThat(fault).isInstanceOf(UnavailableException.class);
        return String.valueOf(fault.getMessage()).contains("oo many open connections");
      });
      return second;
    }
  }

  private static MemcachedStore open(EmbeddedServer server) {
    return MemcachedStore.open(
        EmbeddedNodes.list(server),
        options -> options
            .deadline(Nodes.PATIENCE)
            .reconnectAfter(Duration.ofMillis(5), Duration.ofMillis(20)));
  }

  @Test
  void itComesAndGoesQuickly() {
    try (Jvms jvms = Jvms.start(1, StartingWorker.class)) {
      jvms.await("end");
      List<Message> servers = jvms.get(0).reports("server");
      assertThat(servers).hasSize(StartingWorker.SERVERS);
      Duration cold = Duration.ofNanos(servers.get(0).number(0));
      Duration warm = median(servers, 0);
      Duration end = median(servers, 1);
      assertThat(warm).isLessThan(Duration.ofSeconds(1));
      assertThat(end).isLessThan(Duration.ofSeconds(1));
      Table.of(
              "the embedded server comes and goes",
              "first of a JVM, with all classes",
              "then (median)",
              "close (median)")
          .row(cold, warm, end)
          .show();
    }
  }

  private static Duration median(List<Message> servers, int field) {
    List<Long> times =
        servers.stream().map(message -> message.number(field)).sorted().toList();
    return Duration.ofNanos(times.get(times.size() / 2));
  }
}
