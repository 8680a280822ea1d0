package dev.corral.embedded;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several clients at the same few items. */
class ContentionTest {
  private static final int CLIENTS = 6;
  private static final int ROUNDS = 1500;
  private static final Pattern CAS = Pattern.compile(" c([0-9]+)");

  private final EmbeddedServer server = EmbeddedServer.start(options -> options.threads(4));
  private final ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);

  @AfterEach
  void end() {
    threads.shutdownNow();
    server.close();
  }

  @Test
  void noCountIsLost() throws Exception {
    List<List<Long>> counted = atOnce(client -> {
      List<Long> mine = new ArrayList<>();
      for (int i = 0; i < ROUNDS; i++) {
        if (i % 2 == 0) {
          client.ask("ma counter N0 J1 v");
          mine.add(Long.parseLong(client.line()));
        } else {
          client.ask("ma other N0 J1");
        }
      }
      return mine;
    });
    assertThat(counted.stream().flatMap(List::stream).sorted())
        .as("each number once")
        .hasSize(CLIENTS * ROUNDS / 2)
        .doesNotHaveDuplicates()
        .endsWith((long) CLIENTS * ROUNDS / 2);
    counted.forEach(mine -> assertThat(mine).isSorted());
    try (Client client = new Client(server)) {
      client.ask("mg other v");
      assertThat(client.line()).isEqualTo(String.valueOf(CLIENTS * ROUNDS / 2));
    }
  }

  @Test
  void aStateIsWonByOneAndReplacedByOne() throws Exception {
    List<List<Event>> histories = atOnce(ContentionTest::leaseAndStore);
    Map<Long, Long> wins = times(histories, "won");
    Map<Long, Long> replacements = times(histories, "replaced");
    assertThat(wins.size()).isGreaterThan(ROUNDS / 10);
    assertThat(wins.values()).as("wins of a state").containsOnly(1L);
    assertThat(replacements.values()).as("replacements of a state").containsOnly(1L);
    assertThat(times(histories, "made").values()).as("a number is of one state").containsOnly(1L);
    for (List<Event> history : histories) {
      assertThat(history.stream().filter(event -> !event.what().equals("replaced")))
          .extracting(Event::cas)
          .as("a client never sees an older state")
          .isSorted();
    }
  }

  /** Something that a client was told of a state of the item. */
  private record Event(String what, long cas) {}

  /** What the users of leases do: win, compute, store; and mark stale, or delete, now and then. */
  private static List<Event> leaseAndStore(Client client) throws IOException {
    List<Event> history = new ArrayList<>();
    Random random = new Random(client.number);
    for (int i = 0; i < ROUNDS; i++) {
      String seen = client.ask("mg item N60 c t");
      long cas = cas(seen);
      history.add(new Event(seen.contains(" W") ? "won" : "seen", cas));
      int choice = random.nextInt(8);
      if (seen.contains(" W") || choice == 0) {
        String stored = client.ask("ms item 1 c C" + cas + "\r\nx");
        if (stored.startsWith("HD")) {
          history.add(new Event("replaced", cas));
          history.add(new Event("made", cas(stored)));
        }
      } else if (choice < 3) {
        if (client.ask("md item I C" + cas).equals("HD")) {
          history.add(new Event("replaced", cas));
        }
      } else if (choice == 3 && client.ask("md item C" + cas).equals("HD")) {
        history.add(new Event("replaced", cas));
      }
    }
    return history;
  }

  private static long cas(String reply) {
    Matcher matcher = CAS.matcher(reply);
    assertThat(matcher.find()).as(reply).isTrue();
    return Long.parseLong(matcher.group(1));
  }

  private static Map<Long, Long> times(List<List<Event>> histories, String what) {
    return histories.stream()
        .flatMap(List::stream)
        .filter(event -> event.what().equals(what))
        .collect(Collectors.groupingBy(Event::cas, TreeMap::new, Collectors.counting()));
  }

  private interface Work<T> {
    T of(Client client) throws IOException;
  }

  private <T> List<T> atOnce(Work<T> work)
      throws IOException, InterruptedException, ExecutionException {
    List<Client> clients = new ArrayList<>();
    List<Callable<T>> calls = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      Client client = new Client(server);
      client.number = i;
      clients.add(client);
      calls.add(() -> work.of(client));
    }
    List<T> done = new ArrayList<>();
    for (Future<T> future : threads.invokeAll(calls, 60, TimeUnit.SECONDS)) {
      done.add(future.get());
    }
    for (Client client : clients) {
      client.close();
    }
    return done;
  }

  /** A connection that asks and waits. */
  private static final class Client implements AutoCloseable {
    private final Socket socket = new Socket();
    private final BufferedReader in;
    private int number;

    Client(EmbeddedServer server) throws IOException {
      socket.connect(server.address());
      socket.setTcpNoDelay(true);
      in = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
    }

    String ask(String command) throws IOException {
      socket.getOutputStream().write((command + "\r\n").getBytes(ISO_8859_1));
      return line();
    }

    String line() throws IOException {
      String line = in.readLine();
      if (line == null) {
        throw new IOException("the server closed the connection");
      }
      return line;
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
