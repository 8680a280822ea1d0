package dev.corral.it.secure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.Conversation;
import dev.corral.it.Memcached;
import dev.corral.it.Nodes;
import dev.corral.it.Samples;
import dev.corral.it.ScriptedServer;
import dev.corral.it.ScriptedServer.Script;
import dev.corral.it.Table;
import dev.corral.it.Way;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.ServerList;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.time.Ttl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where TLS ends a record says nothing of where a reply ends. */
class TlsRecordsIT {
  private static final int COUNT = 200;
  private static final int LARGE = 900_000;
  private static final List<Key> KEYS = Samples.keys("record", COUNT);

  @TempDir
  private static Path folder;

  private static Way way = Way.PLAIN;

  private final Table table = Table.of("TLS records", "replies", "in", "took");

  @BeforeAll
  static void prepare() {
    way = Ways.create(folder).tls();
    Nodes.warmUp(way);
  }

  /** How a server writes the replies of many requests. */
  private interface Writing {
    void write(Conversation connection, byte[] replies) throws IOException;
  }

  @AfterEach
  void show() {
    table.show();
  }

  @Test
  void manyRepliesMayComeInOneRecord() {
    assertAnswered("1 record", 50, Conversation::write);
  }

  @Test
  void aReplyMayComeInManyRecords() {
    assertAnswered("records of 1 byte", 50, Conversation::writeOneByOne);
    assertAnswered(
        "records of 7 bytes", 1_000, (connection, replies) -> inPieces(connection, replies, 7));
    assertAnswered(
        "records of 1,400 bytes",
        4_000,
        (connection, replies) -> inPieces(connection, replies, 1_400));
  }

  /**
   * memcached sleeps over what OpenSSL has read for it, if an item ends in the midst of a record.
   */
  @Test
  void noRequestIsLeftLyingBehindAnItem() {
    Random random = new Random(7);
    int requests = 0;
    try (Memcached memcached = way.memcached().start();
        MemcachedStore store = open(Nodes.list(memcached))) {
      for (int burst = 0; burst < 300; burst++) {
        List<CompletableFuture<?>> sent = new ArrayList<>();
        int longest = List.of(20, 1_024, 3_000, 20_000).get(burst % 4);
        for (int i = random.nextInt(1, 200); i >= 0; i--) {
          Key key = KEYS.get(random.nextInt(COUNT));
          int length = random.nextInt(100) == 0 ? 100_000 : random.nextInt(longest);
          sent.add(
              random.nextInt(3) == 0
                  ? store.get(key)
                  : store.set(key, Samples.value(key, length), Ttl.NEVER));
        }
        CompletableFuture.allOf(sent.toArray(CompletableFuture<?>[]::new)).join();
        requests += sent.size();
      }
    }
    table.row(requests, "bursts of sets and gets", "no deadline passed");
  }

  private static void inPieces(Conversation connection, byte[] bytes, int size) throws IOException {
    for (int i = 0; i < bytes.length; i += size) {
      connection.write(Arrays.copyOfRange(bytes, i, Math.min(bytes.length, i + size)));
    }
  }

  /** Has many requests in flight, whose replies come at once. */
  private void assertAnswered(String how, int padding, Writing writing) {
    Script script = connection -> {
      connection.greet();
      ByteArrayOutputStream replies = new ByteArrayOutputStream();
      for (int i = 0; i < COUNT; i++) {
        replies.writeBytes(connection.reply(connection.next()));
      }
      writing.write(connection, replies.toByteArray());
      connection.serve();
    };
    try (ScriptedServer server = way.with(script);
        MemcachedStore store = open(ServerList.of(server.server()))) {
      KEYS.forEach(key -> server.put(key, Samples.value(key, padding)));
      long began = System.nanoTime();
      assertAllRead(store, KEYS);
      table.row(COUNT, how, Duration.ofNanos(System.nanoTime() - began));
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void largeValuesAmongSmallOnesGoBothWays() {
    List<Key> large = Samples.keys("large", 8);
    try (Memcached memcached = way.memcached().start();
        MemcachedStore store = open(Nodes.list(memcached))) {
      List<CompletableFuture<?>> writes = new ArrayList<>();
      for (int i = 0; i < large.size(); i++) {
        Key big = large.get(i);
        Key small = KEYS.get(i);
        writes.add(store.set(big, Samples.value(big, LARGE), Ttl.NEVER));
        writes.add(store.set(small, Samples.value(small), Ttl.NEVER));
      }
      writes.forEach(CompletableFuture::join);
      long began = System.nanoTime();
      List<Key> mixed = new ArrayList<>(large);
      mixed.addAll(KEYS.subList(0, large.size()));
      Collections.shuffle(mixed, new Random(7));
      assertAllRead(store, mixed);
      table.row(
          mixed.size(), "half of them of 900 KB", Duration.ofNanos(System.nanoTime() - began));
      assertThat(((Item) store.get(large.get(0)).join()).value())
          .isEqualTo(Samples.value(large.get(0), LARGE));
    }
  }

  private static void assertAllRead(MemcachedStore store, List<Key> keys) {
    List<CompletableFuture<GetOutcome>> outcomes = keys.stream().map(store::get).toList();
    for (int i = 0; i < keys.size(); i++) {
      assertThat(Samples.isOf(keys.get(i), outcomes.get(i).join())).isTrue();
    }
  }

  private static MemcachedStore open(ServerList servers) {
    return way.open(servers, options -> options.deadline(Nodes.PATIENCE));
  }
}
