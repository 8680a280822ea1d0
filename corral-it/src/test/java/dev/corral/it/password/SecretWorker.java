package dev.corral.it.password;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.Corral;
import dev.corral.fault.ConfigurationException;
import dev.corral.it.Conversation;
import dev.corral.it.FaultyProxy;
import dev.corral.it.Memcached;
import dev.corral.it.Nodes;
import dev.corral.it.Parent;
import dev.corral.it.ScriptedServer;
import dev.corral.it.ScriptedServer.Script;
import dev.corral.it.Worker;
import dev.corral.key.Key;
import dev.corral.memcached.Credentials;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import dev.corral.time.Ttl;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/**
 * Goes with a password through all that can go wrong, writes down whatever is shown to anybody, and
 * reports after each scene how much of the password is in it.
 *
 * <p>Arguments: a file with user and password; servers that want that one, another one, and none.
 */
final class SecretWorker implements Worker {
  private static final Key KEY = Key.raw("secret");
  private static final Duration SHORT = Duration.ofMillis(200);
  private static final String USER = "ada";

  private final Transcript transcript = Transcript.begin();
  private int told;

  @Override
  public void run(Parent parent, List<String> arguments) throws Exception {
    Path file = Path.of(arguments.get(0));
    String login = Files.readString(file).strip();
    Secret secret = Secret.of(login.substring(login.indexOf(':') + 1));
    Credentials credentials = Credentials.file(file);
    Server unreachable = Server.parse("127.0.0.1:" + Memcached.anyPort());

    scene(parent, secret, "right", () -> use(Server.parse(arguments.get(1)), credentials));
    scene(parent, secret, "wrong", () -> use(Server.parse(arguments.get(2)), credentials));
    scene(parent, secret, "unwanted", () -> reconnect(Server.parse(arguments.get(3)), credentials));
    scene(parent, secret, "refused connection", () -> use(unreachable, credentials));
    echoes(parent, secret, credentials);
    script(parent, secret, "no memcached", credentials, c -> c.write("220 mail ESMTP\r\n"));
    script(parent, secret, "a complaint of TLS", credentials, c -> c.write("\25\3\1\0\2\2\12"));
    script(parent, secret, "silence", credentials, Conversation::ignore);
    script(parent, secret, "silence after the login", credentials, c -> {
      c.takeLogin();
      c.stall();
    });
    script(parent, secret, "the end after the login", credentials, Conversation::takeLogin);
    script(parent, secret, "a reset", credentials, c -> {
      c.next();
      c.reset();
    });
    scene(parent, secret, "a cluster that repeats", () -> {
      try (ScriptedServer server = ScriptedServer.always(SecretWorker::parrot)) {
        attempt(
            () -> MemcachedStore.open("memcached://?cluster=" + server.server().address()
                    + "&deadline=200ms&connectTimeout=200ms&passwordFile=" + file)
                .close());
      }
    });
    files(parent, secret, file);
    programs(parent, secret, unreachable);
    uris(parent, secret);
    parent.report(
        "sum",
        transcript.size(),
        transcript.count("io.netty"),
        transcript.count("dev.corral"),
        transcript.count("jdk "),
        transcript.mentions("has been told a password, and wants none"));
    control(parent, secret);
    parent.next();
  }

  /**
   * Servers that send back what they got, or parts of it, in all places where it could be shown.
   */
  private void echoes(Parent parent, Secret secret, Credentials credentials) throws Exception {
    for (String reply : List.of(
        "CLIENT_ERROR bad line: %s\r\n",
        "CLIENT_ERROR authentication failure of %s\r\n",
        "ERROR %s\r\n",
        "SERVER_ERROR %s\r\n",
        "%s\r\n",
        "VERSION %s\r\n",
        "VALUE %s 0 1\r\n",
        "VA 9999999 %s\r\n",
        "VA 3 %s\r\nabcdef\r\n",
        "HD k%s\r\n",
        "STORED %s\r\n%s\r\n",
        "STORED\r\nVERSION %s\r\nEND\r\nMN\r\n",
        "STORED\r\nSERVER_ERROR %s\r\nEND\r\nMN\r\n",
        "STORED\r\nCLIENT_ERROR unauthenticated %s\r\n",
        "STORED\r\nVERSION 1.6.12-%s\r\nSTAT %s\r\nEND\r\nMN\r\n",
        "STORED\r\nVERSION 1.6.18-%s\r\nSTAT item_size_max %s\r\nEND\r\nMN %s\r\nMN %s\r\n")) {
      script(parent, secret, reply.replace("\r\n", " ").strip(), credentials, c -> {
        String login = new String(c.next().value(), UTF_8);
        c.write(reply.replace("%s", login));
        c.ignore();
      });
    }
    script(parent, secret, "all of it", credentials, SecretWorker::parrot);
  }

  private static void parrot(Conversation connection) throws IOException {
    String login = new String(connection.next().value(), UTF_8);
    connection.write("set corral-login 0 -1 " + login.length() + "\r\n" + login + "\r\n");
    connection.ignore();
  }

  private void files(Parent parent, Secret secret, Path file) throws Exception {
    Server anywhere = Server.parse("127.0.0.1:1");
    String password = secret.password();
    for (String text : List.of(
        password,
        USER + ":" + password + "\nbob:" + password,
        USER + ":" + password + " " + password,
        " :" + password,
        password + " x:" + password,
        USER + ":" + password.repeat(20))) {
      scene(parent, secret, "a bad file", () -> {
        Path bad = Files.writeString(file.resolveSibling(file.getFileName() + ".bad"), text);
        try {
          use(anywhere, Credentials.file(bad));
        } finally {
          Files.delete(bad);
        }
      });
    }
  }

  private void programs(Parent parent, Secret secret, Server server) throws Exception {
    String password = secret.password();
    scene(parent, secret, "a bad password", () -> {
      attempt(() -> Credentials.of(USER, password + " "));
      attempt(() -> Credentials.of(USER, password + "\r\nflush_all"));
      attempt(() -> Credentials.of(USER, password.repeat(20)));
      attempt(() -> Credentials.of(password + ":", password));
    });
    for (Throwable thrown : List.of(
        new IllegalStateException(password, new IllegalArgumentException(password)),
        new ConfigurationException(password),
        new AssertionError(password))) {
      scene(parent, secret, "a supplier's " + thrown.getClass().getSimpleName(), () -> {
        use(server, Credentials.from(() -> {
          if (thrown instanceof Error error) {
            throw error;
          }
          throw (RuntimeException) thrown;
        }));
      });
    }
    scene(parent, secret, "a supplier of a bad one", () -> {
      use(server, Credentials.from(() -> Credentials.of(USER, password + " ")));
      use(server, onceThen(Credentials.of(USER, password), () -> {
        throw new AssertionError(password);
      }));
      use(server, Credentials.from(() -> Credentials.of(USER, password)));
    });
  }

  /** First one, and from then on whatever comes of asking. */
  private static Credentials onceThen(Credentials first, Supplier<Credentials> others) {
    AtomicBoolean isFirst = new AtomicBoolean(true);
    return Credentials.from(() -> isFirst.getAndSet(false) ? first : others.get());
  }

  private void uris(Parent parent, Secret secret) throws Exception {
    String password = secret.password();
    scene(parent, secret, "URIs", () -> {
      for (String uri : List.of(
          "memcached://ada:" + password + "@127.0.0.1:1",
          "memcacheds://ada:" + password + "@127.0.0.1:1?passwordFile=/x",
          "memcached://127.0.0.1:1?password=" + password,
          "memcached://127.0.0.1:1?user=ada&password=" + password + "&password=" + password,
          "memcache://ada:" + password + "@127.0.0.1:1")) {
        attempt(() -> MemcachedStore.open(uri).close());
        attempt(() -> Corral.open(uri).close());
      }
    });
  }

  /** What is looked for would be found: the same search over lines that hold it. */
  private void control(Parent parent, Secret secret) {
    byte[] login = (USER + " " + secret.password()).getBytes(UTF_8);
    LoggerFactory.getLogger("control").trace("{}", new String(login, UTF_8));
    transcript.add(HexFormat.ofDelimiter(" ").formatHex(login));
    transcript.add(Base64.getEncoder().encodeToString(login));
    parent.report("control", secret.hits(unseen()));
  }

  /** Something that may throw. */
  private interface Act {
    void run() throws Exception;
  }

  private void scene(Parent parent, Secret secret, String name, Act act) throws Exception {
    act.run();
    String shown = unseen();
    parent.report("scene", name, shown.lines().count(), secret.hits(shown));
  }

  /** What was written down since this was asked last. */
  private String unseen() {
    String all = transcript.toString();
    String unseen = all.substring(told);
    told = all.length();
    return unseen;
  }

  private void script(
      Parent parent, Secret secret, String name, Credentials credentials, Script script)
      throws Exception {
    scene(parent, secret, name, () -> {
      try (ScriptedServer server = ScriptedServer.always(script)) {
        use(server.server(), credentials);
      }
    });
  }

  /** Opens a store, asks it for all kinds of things, and closes it. */
  private void use(Server server, Credentials credentials) {
    attempt(() -> {
      MemcachedStore store = open(server, credentials);
      try (store) {
        ask(store);
        transcript.add(store);
        store.nodes().forEach(transcript::add);
      }
      store.get(KEY).join();
    });
  }

  private void ask(MemcachedStore store) {
    attempt(() -> store.get(KEY).join());
    attempt(() -> store.set(KEY, new byte[10], Ttl.NEVER).join());
    attempt(() -> store.set(KEY, new byte[2 << 20], Ttl.NEVER).join());
    CompletableFuture<?> unused = store.get(KEY).whenComplete((outcome, fault) -> {
      transcript.add(fault);
      transcript.add(outcome);
    });
    attempt(unused::join);
  }

  /** Logs in again and again, which is worth one warning. */
  private void reconnect(Server server, Credentials credentials) {
    InetSocketAddress target = Memcached.loopback(server.port());
    try (FaultyProxy proxy = FaultyProxy.harmless(target);
        MemcachedStore store = open(proxy.server(), credentials)) {
      for (int i = 0; i < 3; i++) {
        ask(store);
        Nodes.reconnect(store, proxy, KEY);
      }
    }
  }

  private MemcachedStore open(Server server, Credentials credentials) {
    transcript.add(credentials);
    return MemcachedStore.open(ServerList.of(server), options -> {
      var chosen = options
          .deadline(SHORT)
          .connectTimeout(SHORT)
          .reconnectAfter(Duration.ofMillis(1), Duration.ofMillis(20))
          .drainTimeout(SHORT)
          .listener(transcript::add)
          .credentials(credentials);
      transcript.add(chosen);
      return chosen;
    });
  }

  private void attempt(Act act) {
    try {
      act.run();
    } catch (Exception e) {
      transcript.add(e);
    }
  }
}
