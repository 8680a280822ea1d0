package dev.corral.it.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.codec.Codec;
import dev.corral.embedded.EmbeddedServer;
import dev.corral.embedded.fault.Fault;
import dev.corral.it.Memcached;
import dev.corral.it.Nodes;
import dev.corral.it.ScriptedServer;
import dev.corral.it.Table;
import dev.corral.it.secure.Authority;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.ServerList;
import dev.corral.time.Ttl;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clusters with faults that were planted, each of which is found, and nothing else. */
class DoctorIT {
  private static final int LARGE = 100_000;
  private static final int MANY_CONNECTIONS = 88;

  @TempDir
  Path folder;

  private final Deque<AutoCloseable> running = new ArrayDeque<>();
  private final List<String> addresses = new ArrayList<>();
  /** What should be found, and how it was planted. */
  private final Map<String, String> planted = new LinkedHashMap<>();

  @AfterEach
  void stop() throws Exception {
    while (!running.isEmpty()) {
      running.pop().close();
    }
  }

  @Test
  void everyPlantedFaultIsFoundAndNoOther() throws IOException {
    Memcached well = real();
    plant("fault", "same-server", address(well), "listed by two names");
    addresses.add("localhost:" + well.address().getPort());
    plant("fault", "same-server", "localhost:" + well.address().getPort(), "listed by two names");
    real();
    plant("fault", "no-cas", address(real("-C")), "memcached -C");
    plant("warning", "item-size", address(real("-I", "512k")), "memcached -I 512k");
    plant("warning", "memory-weight", address(real("-m", "32")), "memcached -m 32 beside 64");
    plant("warning", "out-of-memory", address(real("-M")), "memcached -M");
    plant("warning", "evictions", address(evicting()), "80 MB into 64 MiB");
    plant("warning", "connections", address(crowded()), "memcached -c 124, 88 idle clients");
    plant("warning", "flushed", address(flushed()), "flush_all");
    plant("fault", "unreachable", address(dead()), "kill -9");
    plant(
        "warning",
        "clock",
        embedded(EmbeddedServer.start(
            options -> options.startsAt(Instant.now().plus(Duration.ofHours(1))))),
        "an hour ahead");
    EmbeddedServer slow = EmbeddedServer.start();
    slow.inject(Fault.delay(Duration.ofMillis(30)).on("mg"));
    plant("warning", "slow", embedded(slow), "30 ms before each answer");
    ScriptedServer old = ScriptedServer.always(connection -> connection.greetAs("1.6.9"));
    running.push(old);
    addresses.add(old.server().address());
    plant("fault", "version-refused", old.server().address(), "memcached 1.6.9");

    Diagnosis diagnosis = Diagnosis.of("memcached://" + String.join(",", addresses));

    Table table = Table.of("faults planted in a cluster", "planted", "to be found", "found");
    planted.forEach((finding, how) ->
        table.row(how, finding, diagnosis.found().contains(finding) ? "yes" : "no"));
    table.row("nothing else", "nothing else", others(diagnosis));
    table.show();
    assertThat(diagnosis.found()).containsExactlyInAnyOrderElementsOf(planted.keySet());
    assertThat(diagnosis.exit()).isEqualTo(4);
    assertThat(diagnosis.seen("unreachable")).isEqualTo("connection refused");
    assertThat(diagnosis.seen("version-refused")).isEqualTo("it runs memcached 1.6.9");
    assertThat(diagnosis.seen("clock")).matches("its clock is (59|60) min ahead .*");
  }

  @Test
  void aHealthyClusterHasNothingButNotes() {
    real();
    real();
    real();
    Diagnosis diagnosis = Diagnosis.of("memcached://" + String.join(",", addresses));
    assertThat(diagnosis.found()).isEmpty();
    assertThat(diagnosis.exit()).isZero();
    assertThat(diagnosis.told().get("servers").size()).isEqualTo(3);
  }

  @Test
  void aClusterWithTlsAndPasswordsIsExaminedLikeAnyOther() throws IOException {
    Path password = Files.writeString(folder.resolve("password"), "ada:secret\n");
    Authority authority = Authority.create(folder, "authority");
    String[] locked = authority.issue("good", "IP:127.0.0.1").server("-Y", password.toString());
    real(locked);
    real(locked);
    String uri =
        "memcacheds://%s?tlsTrust=" + authority.certificate() + "&passwordFile=" + password;

    Diagnosis well = Diagnosis.of(uri.formatted(String.join(",", addresses)));
    assertThat(well.found()).isEmpty();
    assertThat(well.exit()).isZero();
    well.told()
        .get("servers")
        .forEach(server -> assertThat(Instant.parse(server.get("certificateEnd").asString()))
            .isBetween(
                Instant.now().plus(Duration.ofDays(29)), Instant.now().plus(Duration.ofDays(30))));

    Memcached open = real(authority.issue("open", "IP:127.0.0.1").server());
    Memcached expired = real(authority.issueExpired("expired", "IP:127.0.0.1").server());
    Diagnosis ill = Diagnosis.of(uri.formatted(String.join(",", addresses)));
    assertThat(ill.found())
        .containsExactly(
            "fault unreachable " + address(expired), "warning password-unused " + address(open));
    assertThat(ill.seen("unreachable")).startsWith("its certificate has expired");
  }

  private Memcached real(String... arguments) {
    Memcached server = Memcached.with(arguments).start();
    running.push(server);
    addresses.add(address(server));
    return server;
  }

  private Memcached evicting() {
    Memcached server = real();
    try (MemcachedStore store =
        MemcachedStore.open(Nodes.list(server), options -> options.deadline(Nodes.PATIENCE))) {
      for (int i = 0; i < 800; i++) {
        store.set(Key.of("large", i), new byte[LARGE], Ttl.NEVER).join();
      }
    }
    return server;
  }

  private Memcached crowded() throws IOException {
    Memcached server = real("-c", "124");
    for (int i = 0; i < MANY_CONNECTIONS; i++) {
      Socket client = server.connect();
      running.push(client);
    }
    return server;
  }

  private Memcached flushed() {
    Memcached server = real();
    try (MemcachedStore store = MemcachedStore.open(
        ServerList.of(server.server()), options -> options.deadline(Nodes.PATIENCE))) {
      store.client(Codec.strings()).flushAll();
    }
    return server;
  }

  private Memcached dead() {
    Memcached server = real();
    server.kill();
    return server;
  }

  private String embedded(EmbeddedServer server) {
    running.push(server);
    String address = "127.0.0.1:" + server.address().getPort();
    addresses.add(address);
    return address;
  }

  private static String address(Memcached server) {
    return server.server().address();
  }

  private void plant(String severity, String name, String address, String how) {
    planted.put(severity + " " + name + " " + address, how);
  }

  private String others(Diagnosis diagnosis) {
    List<String> others = new ArrayList<>(diagnosis.found());
    others.removeAll(planted.keySet());
    return others.isEmpty() ? "yes" : others.toString();
  }
}
