package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.ScriptedServer.Script;
import dev.corral.it.TinyMemcached.Request;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.ServerList;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Miss;
import dev.corral.time.Ttl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Bytes come in whatever pieces the network likes, and callers never notice. */
public class SplitRepliesIT extends AnyWay {
  private static final Key KEY = Key.raw("split");
  private static final Key ABSENT = Key.raw("absent");

  @Test
  void repliesMayComeByteByByte() {
    Script script = connection -> {
      while (true) {
        connection.writeOneByOne(connection.reply(connection.next()));
      }
    };
    try (ScriptedServer server = way().always(script);
        MemcachedStore store = open(server)) {
      for (Key key : Samples.keys("bytes", 30)) {
        store.set(key, Samples.value(key, 100), Ttl.NEVER).join();
        Nodes.assertAnswered(store, key);
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void aReplyMayBeCutAnywhere() {
    try (ScriptedServer server = way().always(SplitRepliesIT::cutEverywhere);
        MemcachedStore store = open(server)) {
      server.put(KEY, Samples.value(KEY));
      // As many as the longest reply has places to be cut at.
      for (int i = 0; i < 40; i++) {
        assertThat(store.execute(Get.of(KEY).withDetails()).join()).isInstanceOf(Item.class);
        Nodes.assertAnswered(store, KEY);
        assertThat(store.get(ABSENT).join()).isEqualTo(Miss.MISS);
        store.set(KEY, Samples.value(KEY), Ttl.NEVER).join();
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  /** Cuts the reply to the n-th of four requests that come in turn one byte later each time. */
  private static void cutEverywhere(Conversation connection) throws IOException {
    connection.greet();
    for (int request = 0; ; request++) {
      byte[] reply = connection.reply(connection.next());
      connection.writeSplit(reply, 1 + request / 4 % (reply.length - 1));
    }
  }

  @Test
  void manyRepliesMayComeAtOnce() {
    int count = 500;
    Script script = connection -> {
      connection.greet();
      List<Request> requests = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        requests.add(connection.next());
      }
      ByteArrayOutputStream replies = new ByteArrayOutputStream();
      requests.forEach(request -> replies.writeBytes(connection.reply(request)));
      connection.write(replies.toByteArray());
      connection.serve();
    };
    try (ScriptedServer server = way().with(script);
        MemcachedStore store = open(server)) {
      List<Key> keys = Samples.keys("many", count);
      keys.forEach(key -> server.put(key, Samples.value(key, 300)));
      List<CompletableFuture<GetOutcome>> outcomes =
          keys.stream().map(store::get).toList();
      for (int i = 0; i < count; i++) {
        assertThat(Samples.isOf(keys.get(i), outcomes.get(i).join())).isTrue();
      }
    }
  }

  @Test
  void theGreetingMayBeCutAnywhere() {
    String greeting =
        "VERSION 1.6.18\r\nSTAT item_size_max 1048576\r\nSTAT cas_enabled yes\r\nEND\r\nMN\r\n";
    for (int position = 1; position < greeting.length(); position++) {
      int cut = position;
      Script script = connection -> {
        for (int i = 0; i < 3; i++) {
          connection.next();
        }
        connection.writeSplit(TinyMemcached.bytes(greeting), cut);
        connection.serve();
      };
      try (ScriptedServer server = way().always(script);
          MemcachedStore store = open(server)) {
        assertThat(store.get(ABSENT).join()).as("cut at %s", cut).isEqualTo(Miss.MISS);
        assertThat(server.connections()).isEqualTo(1);
      }
    }
  }

  private MemcachedStore open(ScriptedServer server) {
    return way().open(ServerList.of(server.server()), options -> options.deadline(Nodes.PATIENCE));
  }
}
