package dev.corral.it.password;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.FaultyProxy;
import dev.corral.it.Memcached;
import dev.corral.it.Nodes;
import dev.corral.it.Samples;
import dev.corral.it.Table;
import dev.corral.key.Key;
import dev.corral.memcached.Credentials;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.ServerList;
import dev.corral.time.Ttl;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A server that wants no password, and is told one: nobody else learns it there. */
class UnwantedPasswordIT {
  private static final Key KEY = Key.raw("unwanted");
  private static final String PASSWORD = "Qf7ZpW3kLm9RtX2vBn8HsJ4d";
  private static final int LOGINS = 40;
  private static final String LAST_WORD = "the-last-word";

  private static final Executor THREADS = task -> new Thread(task, "onlooker").start();

  private static final List<String> QUESTIONS = List.of(
      "get corral-login",
      "gets corral-login",
      "mg corral-login v k t f s c",
      "me corral-login",
      "lru_crawler metadump all",
      "stats",
      "stats items",
      "stats slabs",
      "stats sizes",
      "stats settings",
      "stats detail dump",
      "stats conns");

  @RegisterExtension
  static final Memcached SERVER = Memcached.with();

  /** Another client, who asks in plain words. */
  private static final class Onlooker implements AutoCloseable {
    private final Socket socket = SERVER.connect();
    private final BufferedReader in;

    Onlooker() throws IOException {
      socket.setSoTimeout(10_000);
      in = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
    }

    /** Has all reads and changes told from now on, and takes them down until the last word. */
    CompletableFuture<String> watch() throws IOException {
      socket.getOutputStream().write("watch fetchers mutations\r\n".getBytes(ISO_8859_1));
      assertThat(in.readLine()).isEqualTo("OK");
      return CompletableFuture.supplyAsync(
          () -> {
            try {
              return readUntil(LAST_WORD);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          },
          THREADS);
    }

    /** All that the server answers. */
    String ask(String command) {
      try {
        // A dump swallows what comes behind it in the same packet.
        boolean isDump = command.startsWith("lru_crawler");
        String end = isDump ? "END" : "MN";
        String sent = command + (isDump ? "\r\n" : "\r\nmn\r\n");
        socket.getOutputStream().write(sent.getBytes(ISO_8859_1));
        return readUntil(end);
      } catch (IOException e) {
        throw new AssertionError(command, e);
      }
    }

    /** All lines up to one that ends so, or holds the last word. */
    String readUntil(String end) throws IOException {
      StringBuilder text = new StringBuilder();
      String line;
      do {
        line = in.readLine();
        if (line == null) {
          throw new IOException("the end after " + text);
        }
        text.append(line).append('\n');
      } while (!line.equals(end) && !line.contains(LAST_WORD));
      return text.toString();
    }

    @Override
    public void close() {
      try {
        socket.close();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Test
  void nobodyElseCanReadIt() throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicLong reads = new AtomicLong();
    Table table = Table.of(
        "What a server without -Y tells of the password it was told", "asked", "bytes", "found");
    try (Onlooker watcher = new Onlooker();
        FaultyProxy proxy = FaultyProxy.harmless(SERVER.address());
        Onlooker onlooker = new Onlooker();
        MemcachedStore store = MemcachedStore.open(
            ServerList.of(proxy.server()),
            o -> o.deadline(Nodes.PATIENCE)
                .reconnectAfter(Duration.ofMillis(1), Duration.ofMillis(10))
                .credentials(Credentials.of("ada", PASSWORD)))) {
      CompletableFuture<String> watched = watcher.watch();
      CompletableFuture<Long> reader =
          CompletableFuture.supplyAsync(() -> hits(isOver, reads), THREADS);
      store.set(KEY, Samples.value(KEY), Ttl.NEVER).join();
      while (proxy.connections() < LOGINS) {
        Nodes.reconnect(store, proxy, KEY);
      }
      isOver.set(true);
      table.row("get corral-login, " + reads + " times in " + LOGINS + " logins", 0, reader.join());

      List<String> asked = new ArrayList<>(QUESTIONS);
      onlooker
          .ask("stats slabs")
          .lines()
          .filter(line -> line.contains(":chunk_size"))
          .map(line -> "stats cachedump " + line.replaceAll("STAT ([0-9]+):.*", "$1") + " 0")
          .forEach(asked::add);
      for (String question : asked) {
        String answer = onlooker.ask(question);
        table.row(question, answer.length(), count(answer));
        assertThat(count(answer)).as(question).isZero();
      }
      assertThat(onlooker.ask("get corral-login")).isEqualTo("END\nMN\n");
      assertThat(onlooker.ask("lru_crawler metadump all"))
          .contains("key=unwanted")
          .doesNotContain("corral-login");
      assertThat(reader.join()).isZero();

      Memcached.awaitUntil("the last word", () -> {
        onlooker.ask("set " + LAST_WORD + " 0 0 1\r\nx"); // of which the watcher may be spared some
        return watched.isDone();
      });
      table.row("watch fetchers mutations", watched.join().length(), count(watched.join()));
      assertThat(watched.join()).contains("key=corral-login");
      assertThat(count(watched.join())).isZero();
    }
    table.show();
  }

  /** How often a client who does nothing else finds something where the login was stored. */
  private static long hits(AtomicBoolean isOver, AtomicLong reads) {
    long hits = 0;
    try (Onlooker onlooker = new Onlooker()) {
      while (!isOver.get()) {
        reads.incrementAndGet();
        hits += onlooker.ask("get corral-login").startsWith("END") ? 0 : 1;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return hits;
  }

  private static long count(String text) {
    return Secret.of(PASSWORD).hits(text);
  }
}
