package dev.corral.it.secure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.FaultyProxy;
import dev.corral.it.Load;
import dev.corral.it.Load.Call;
import dev.corral.it.Memcached;
import dev.corral.it.Nodes;
import dev.corral.it.Samples;
import dev.corral.it.Table;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedOptions;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.ServerList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates and authorities are replaced while a store is open and under load. */
class RotationIT {
  private static final List<Key> KEYS = Samples.keys("rotation", 50);
  private static final Duration A_WHILE = Duration.ofMillis(200);

  /** In which errors must end after connections broke. */
  private static final Duration RECOVERY = Duration.ofSeconds(1);

  private final Table table =
      Table.of("rotation", "then the connection is reset", "requests", "failed", "up to");

  @TempDir
  private Path folder;

  private Authority first;
  private Authority second;

  /** What server and client read; a test replaces the files. */
  private Identity ofServer;

  private Identity ofClient;
  private Path trustedByServer;
  private Path trustedByClient;

  @BeforeEach
  void prepare() {
    first = Authority.create(folder, "first");
    second = Authority.create(folder, "second");
    ofServer = new Identity(folder.resolve("server.pem"), folder.resolve("server.key"));
    ofClient = new Identity(folder.resolve("client.pem"), folder.resolve("client.key"));
    trustedByServer = folder.resolve("clients.pem");
    trustedByClient = folder.resolve("servers.pem");
    install(first.issue("server", "IP:127.0.0.1"), ofServer);
    install(first.issue("client"), ofClient);
    copy(first.certificate(), trustedByServer);
    copy(first.certificate(), trustedByClient);
  }

  @AfterEach
  void show() {
    table.show();
  }

  @Test
  void aServersNewCertificateCostsNoRequestButThoseInFlight() throws IOException {
    try (Memcached server = Memcached.with(ofServer.server()).start();
        FaultyProxy proxy = FaultyProxy.harmless(server.address());
        MemcachedStore store = open(proxy, options -> options);
        Load load = Load.on(store, KEYS)) {
      Load.goOnFor(A_WHILE);
      Identity renewed = first.issue("server", "IP:127.0.0.1");
      install(renewed, ofServer);
      server.refreshCertificates();
      Load.goOnFor(A_WHILE);
      assertThat(load.failures()).isEmpty();
      assertGoesOnAfterReset("the server's certificate is renewed", proxy, load);
      assertThat(first.shownBy(server.server())).isEqualTo(renewed.certificate());
    }
  }

  @Test
  void ourOwnFilesAreReadAgainAndHalfOfOneDoesNoHarm() {
    try (Memcached server =
            Memcached.with(ofServer.demandingServer(trustedByServer)).start();
        FaultyProxy proxy = FaultyProxy.harmless(server.address());
        MemcachedStore store =
            open(proxy, more -> more.tls(tls -> tls.identity(ofClient.chain(), ofClient.key())));
        Load load = Load.on(store, KEYS)) {
      Load.goOnFor(A_WHILE);
      assertThat(load.failures()).isEmpty();
      assertGoesOnAfterReset("nothing is new", proxy, load);
      Identity renewed = second.issue("client");
      copyHalf(second.certificate(), trustedByClient);
      copyHalf(renewed.chain(), ofClient.chain());
      assertGoesOnAfterReset("half of our files is written", proxy, load);
      // Both ends have nothing to do with the first authority from now on.
      install(renewed, ofClient);
      copy(second.certificate(), trustedByClient);
      install(second.issue("server", "IP:127.0.0.1"), ofServer);
      copy(second.certificate(), trustedByServer);
      server.refreshCertificates();
      assertGoesOnAfterReset("all is of another authority", proxy, load);
    }
  }

  /** Ends the connection, and wants the next one to serve as this one did. */
  private void assertGoesOnAfterReset(String what, FaultyProxy proxy, Load load) {
    long reset = System.nanoTime();
    proxy.resetAllAndAwaitAnother();
    Load.goOnFor(RECOVERY.plus(A_WHILE));
    List<Call> calls = load.callsSince(reset);
    List<Call> failures = calls.stream().filter(Call::hasFailed).toList();
    Duration last = failures.stream()
        .map(call -> Duration.ofNanos(call.ended() - reset))
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
    table.row(what, calls.size(), failures.size(), last);
    assertThat(load.callsSince(reset + RECOVERY.toNanos())).isNotEmpty().noneMatch(Call::hasFailed);
  }

  private MemcachedStore open(FaultyProxy proxy, UnaryOperator<MemcachedOptions> more) {
    MemcachedStore store = MemcachedStore.open(
        ServerList.of(proxy.server()),
        options ->
            more.apply(options.tls(tls -> tls.trust(trustedByClient)).deadline(Nodes.PATIENCE)));
    Nodes.awaitConnected(store);
    return store;
  }

  private static void install(Identity from, Identity to) {
    copy(from.chain(), to.chain());
    copy(from.key(), to.key());
  }

  private static void copy(Path from, Path to) {
    try {
      Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copyHalf(Path from, Path to) {
    try {
      String text = Files.readString(from);
      Files.writeString(to, text.substring(0, text.length() / 2));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
