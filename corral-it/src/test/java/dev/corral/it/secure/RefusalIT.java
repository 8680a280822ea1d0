package dev.corral.it.secure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.fault.UntrustedException;
import dev.corral.it.Asked;
import dev.corral.it.Conversation;
import dev.corral.it.FaultyProxy;
import dev.corral.it.Load;
import dev.corral.it.Load.Call;
import dev.corral.it.Memcached;
import dev.corral.it.Nodes;
import dev.corral.it.Samples;
import dev.corral.it.ScriptedServer;
import dev.corral.it.ScriptedServer.Script;
import dev.corral.it.Table;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedOptions;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where client and server don't trust each other, callers learn why, and no storm begins. */
class RefusalIT {
  private static final Duration DEADLINE = Duration.ofMillis(500);
  private static final Duration LOAD = Duration.ofSeconds(3);
  private static final List<Key> KEYS = Samples.keys("refused", 10);

  /** How many connections there may be in that time: the next attempt comes after 5 s or more. */
  private static final int FEW = 2;

  /** A server that goes away without a word is distrusted after 5 attempts. */
  private static final int SOME = 5 + FEW;

  /** As many as to a server that is down, and more. */
  private static final int AS_IF_DOWN = 50;

  private static final String UNTRUSTED = "UntrustedException";
  private static final String UNAVAILABLE = "UnavailableException";

  /** The one at first, the other after some attempts. */
  private static final String EITHER = "Un";

  @TempDir
  private static Path folder;

  private static Authority authority;
  private static Authority foreigner;
  private static Identity identity;

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final List<Case> cases = new ArrayList<>();

  /**
   * A server and a store on it.
   *
   * @param connections how many there have been
   * @param most how many there may be
   * @param fault how the name of what requests fail with begins
   * @param words a part of what they are told
   */
  private record Case(
      String name,
      Server server,
      IntSupplier connections,
      int most,
      MemcachedStore store,
      String fault,
      String words) {}

  @BeforeAll
  static void issue() {
    Ways ways = Ways.create(folder);
    authority = ways.authority();
    identity = ways.identity();
    foreigner = Authority.create(folder, "foreigner");
    Nodes.warmUp(ways.tls());
  }

  @AfterEach
  void closeAll() throws Exception {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }

  @Test
  void everybodyIsToldWhyAndAttemptsAreFew() {
    Identity elsewhere = authority.issue("elsewhere", "DNS:elsewhere.test", "IP:127.0.0.9");
    Identity expired = authority.issueExpired("expired", "IP:127.0.0.1");
    Identity foreign = foreigner.issue("foreign", "IP:127.0.0.1");
    refused("another host", elsewhere.server(), "its certificate is for another host: No subject");
    refused("expired", expired.server(), "its certificate has expired");
    refused("foreign", foreign.server(), "its certificate is not trusted: unable to find");
    refused("no TLS", new String[0], "it does not speak TLS");
    byte[] noise = new byte[256];
    new Random(7).nextBytes(noise);
    refused("noise", connection -> connection.write(noise));
    refused("HTTP", connection -> connection.write("HTTP/1.1 400 Bad Request\r\n\r\n"));
    for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
      refusing(protocol + " wants a certificate", protocol, RefusalIT::encrypted);
      refusing(
          protocol + " wants another certificate",
          protocol,
          options -> encrypted(options).tls(tls -> tls.identity(foreign.chain(), foreign.key())));
    }
    ScriptedServer tls =
        keep(ScriptedServer.always(identity.context(authority), Conversation::serve));
    add(
        "TLS, but not we",
        tls.server(),
        tls::connections,
        FEW,
        plain -> plain,
        UNTRUSTED,
        "it speaks TLS, for which there is memcacheds://");
    // Nobody can tell these from a server that is down, the first few times.
    FaultyProxy silent = counted(memcached(identity));
    add(
        "memcached -Z, but not we",
        silent.server(),
        silent::connections,
        SOME,
        plain -> plain,
        EITHER,
        "before it said anything (if it expects TLS, memcacheds:// is for that)");
    wordless("closes", connection -> {});
    wordless("resets", Conversation::reset);
    ScriptedServer mute = keep(ScriptedServer.always(Conversation::ignore));
    add(
        "is silent",
        mute.server(),
        mute::connections,
        AS_IF_DOWN,
        options -> encrypted(options).connectTimeout(DEADLINE),
        UNAVAILABLE,
        "no greeting within 500 ms");
    // This says what it wants, or goes away before that is heard.
    FaultyProxy demanding =
        counted(keep(Memcached.with(identity.demandingServer(authority)).start()));
    add(
        "memcached wants a certificate",
        demanding.server(),
        demanding::connections,
        SOME,
        RefusalIT::encrypted,
        EITHER,
        "certificate");
    assertRefusals();
  }

  /** Asks all of them for a while, and shows what came of it. */
  private void assertRefusals() {
    List<Asked<?>> first = new ArrayList<>();
    for (Case one : cases) {
      first.add(Asked.of(() -> one.store().get(KEYS.get(0))));
    }
    first.forEach(asked -> assertThat(asked.endsWithin(DEADLINE).hasFailed()).isTrue());
    List<Load> loads =
        cases.stream().map(one -> keep(Load.on(one.store(), KEYS))).toList();
    Load.goOnFor(LOAD);
    Table table = Table.of(
        "refusals in " + LOAD.toMillis() + " ms",
        "server",
        "requests",
        "slowest but 1 %",
        "connections",
        "told");
    for (int i = 0; i < cases.size(); i++) {
      Case one = cases.get(i);
      table.row(
          one.name(),
          loads.get(i).calls().size(),
          loads.get(i).allButOneOf(100),
          one.connections().getAsInt(),
          last(loads.get(i)).replaceFirst(".*? ms: ", ""));
    }
    table.show();
    for (int i = 0; i < cases.size(); i++) {
      Case one = cases.get(i);
      assertThat(loads.get(i).calls())
          .isNotEmpty()
          .allSatisfy(call -> assertThat(call.outcome())
              .startsWith("dev.corral.fault." + one.fault())
              .contains(one.words(), one.server().address()));
      if (one.fault().equals(EITHER)) {
        assertThat(last(loads.get(i))).startsWith("dev.corral.fault." + UNTRUSTED);
      }
      assertThat(loads.get(i).allButOneOf(100)).isLessThan(Asked.MARGIN);
      assertThat(one.connections().getAsInt())
          .as("connections: %s", one.name())
          .isBetween(1, one.most());
    }
  }

  private static String last(Load load) {
    List<Call> calls = load.calls();
    return calls.get(calls.size() - 1).outcome();
  }

  /** A memcached that the client does not take. */
  private void refused(String name, String[] arguments, String words) {
    FaultyProxy server = counted(keep(Memcached.with(arguments).start()));
    add(name, server.server(), server::connections, FEW, RefusalIT::encrypted, UNTRUSTED, words);
  }

  /** A server that the client does not take for what it says at once. */
  private void refused(String name, Script script) {
    ScriptedServer server = keep(ScriptedServer.always(connection -> {
      script.run(connection);
      connection.ignore();
    }));
    add(
        name,
        server.server(),
        server::connections,
        FEW,
        RefusalIT::encrypted,
        UNTRUSTED,
        "it does not speak TLS, for which there is memcached://");
  }

  /** A server that demands a certificate of its own authority, and says so. */
  private void refusing(String name, String protocol, UnaryOperator<MemcachedOptions> options) {
    Script script = connection -> {
      connection.tls().setNeedClientAuth(true);
      connection.tls().setEnabledProtocols(new String[] {protocol});
      connection.serve();
    };
    ScriptedServer server = keep(ScriptedServer.always(identity.context(authority), script));
    add(
        name,
        server.server(),
        server::connections,
        FEW,
        options,
        UNTRUSTED,
        "the TLS handshake failed: Received fatal alert");
  }

  /** A server that goes away in the handshake. */
  private void wordless(String name, Script script) {
    ScriptedServer server = keep(ScriptedServer.always(script));
    add(
        name,
        server.server(),
        server::connections,
        SOME,
        RefusalIT::encrypted,
        EITHER,
        "(if it wants a certificate of its clients, tlsCertificate is for that)");
  }

  private void add(
      String name,
      Server server,
      IntSupplier connections,
      int most,
      UnaryOperator<MemcachedOptions> options,
      String fault,
      String words) {
    MemcachedStore store = keep(
        MemcachedStore.open(ServerList.of(server), base -> options.apply(base.deadline(DEADLINE))));
    cases.add(new Case(name, server, connections, most, store, fault, words));
  }

  @Test
  void onlyTheServerWithTheWrongCertificateIsRefused() {
    Identity elsewhere = authority.issue("second", "DNS:second.test");
    Memcached first = keep(Memcached.with(identity.server()).start());
    Memcached second = keep(Memcached.with(elsewhere.server()).start());
    Memcached third = keep(Memcached.with(identity.server()).start());
    MemcachedStore store = keep(MemcachedStore.open(
        Nodes.list(first, second, third), options -> encrypted(options).deadline(Nodes.PATIENCE)));
    for (Memcached server : List.of(first, second, third)) {
      List<Key> keys = Samples.keysOn(store.membership().ring(), server.server(), "node", 20);
      for (Key key : keys) {
        Asked<?> asked = Asked.of(() -> store.get(key));
        if (server.server().equals(second.server())) {
          assertThat(asked.fault())
              .isInstanceOf(UntrustedException.class)
              .hasMessageContaining(second.server().address());
        } else {
          assertThat(asked.hasFailed()).isFalse();
        }
      }
    }
  }

  @Test
  void aNameForAllServersTakesThePlaceOfTheirOwn() {
    Memcached server =
        keep(Memcached.with(authority.issue("named", "DNS:named.test").server()).start());
    MemcachedStore store =
        keep(MemcachedStore.open("memcacheds://" + server.server().address()
            + "?deadline=10s&tlsHostName=named.test&tlsTrust=" + authority.certificate()));
    assertThat(Asked.of(() -> store.get(KEYS.get(0))).hasFailed()).isFalse();
  }

  @Test
  void whatIsMendedIsFoundAgain() {
    Memcached ofAnotherHost = memcached(authority.issue("host", "DNS:elsewhere.test"));
    Memcached expired = memcached(authority.issueExpired("date", "IP:127.0.0.1"));
    Table table = Table.of("mended", "what was wrong", "found again after");
    table.row("host", timeToFindAgain(ofAnotherHost, "host", Memcached::refreshCertificates));
    table.row("date", timeToFindAgain(expired, "date", Memcached::restart));
    table.show();
  }

  /** Gives a server another certificate, and a store the time to see it. */
  private Duration timeToFindAgain(Memcached server, String name, Consumer<Memcached> reading) {
    MemcachedStore store = keep(MemcachedStore.open(
        Nodes.list(server),
        options -> encrypted(options)
            .deadline(DEADLINE)
            .reconnectAfter(Duration.ofMillis(10), Duration.ofSeconds(1))));
    assertThat(Asked.of(() -> store.get(KEYS.get(0))).fault())
        .isInstanceOf(UntrustedException.class);
    Identity unused = authority.issue(name, "IP:127.0.0.1");
    reading.accept(server);
    long began = System.nanoTime();
    Nodes.awaitAnswer(store, KEYS.get(0));
    return Duration.ofNanos(System.nanoTime() - began);
  }

  private Memcached memcached(Identity shown) {
    return keep(Memcached.with(shown.server()).start());
  }

  /** A way to a server that does no harm, but counts. */
  private FaultyProxy counted(Memcached server) {
    return keep(FaultyProxy.harmless(server.address()));
  }

  private static MemcachedOptions encrypted(MemcachedOptions options) {
    return options.tls(tls -> tls.trust(authority.certificate()));
  }

  private <T extends AutoCloseable> T keep(T resource) {
    opened.push(resource);
    return resource;
  }
}
