package dev.corral.it.item;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.Corral;
import dev.corral.cache.Cache;
import dev.corral.codec.Codec;
import dev.corral.it.Memcached;
import dev.corral.it.Table;
import dev.corral.it.secure.Authority;
import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.store.Delete;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.Lease;
import dev.corral.store.Operation;
import dev.corral.store.Put;
import dev.corral.time.Ttl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The commands on two real servers, in this JVM. */
@Timeout(120)
class ItemCommandsIT {
  private static final String PATIENTLY = "?deadline=10s&connectTimeout=10s";

  @RegisterExtension
  static final Memcached ONE = Memcached.with();

  @RegisterExtension
  static final Memcached TWO = Memcached.with();

  @TempDir
  static Path folder;

  private final String uri =
      "memcached://" + ONE.server().address() + "," + TWO.server().address() + PATIENTLY;
  private Corral application = Corral.open("memory:");

  @BeforeEach
  void open() {
    application = Corral.open(uri);
  }

  @AfterEach
  void close() {
    application.close();
  }

  private <R> R execute(Operation<R> operation) {
    return application.store().execute(operation).join();
  }

  private Ran run(String command, String... options) {
    return runOn(uri, command, options);
  }

  private static Ran runOn(String store, String command, String... options) {
    List<String> arguments = new ArrayList<>(List.of(command, "--store", store));
    arguments.addAll(List.of(options));
    return Ran.here(arguments.toArray(String[]::new));
  }

  @Test
  void anItemIsWrittenReadTouchedAndDeletedWhereItsRingSays() {
    String home = application.store().placement().home(Key.raw("greeting")).toString();
    assertThat(run("set", "greeting", "hello", "--ttl", "10m").output())
        .startsWith("stored 5 bytes under greeting on " + home + ", for 600 s");
    assertThat(run("get", "greeting").output()).isEqualTo("hello");
    assertThat(run("get", "--where", "greeting").output()).startsWith("greeting\t" + home);
    assertThat(run("get", "--meta", "greeting").output())
        .contains("server  " + home, "bytes   5", "flags   0", "state   valid")
        .containsPattern("ttl     (5\\d\\d|600) s left");

    assertThat(run("touch", "greeting", "--ttl", "0").exit()).isZero();
    assertThat(run("get", "--meta", "greeting").output()).contains("ttl     without end");
    assertThat(run("set", "greeting", "again", "--add").exit()).isEqualTo(1);
    assertThat(run("set", "greeting", "again", "--replace").exit()).isZero();
    assertThat(run("delete", "greeting").exit()).isZero();
    assertThat(run("get", "greeting").errors().strip())
        .isEqualTo("corral get: there is no item greeting on " + home);
    assertThat(run("delete", "greeting").exit()).isEqualTo(1);
  }

  @Test
  void manyKeysAreReadFromAllServers() {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      keys.add("many" + i);
      execute(Put.set(Key.raw("many" + i), new byte[] {'v'}, Ttl.NEVER));
    }
    assertThat(run("get", keys.toArray(String[]::new)).output().lines())
        .hasSize(40)
        .filteredOn(line -> line.equals("v"))
        .hasSize(20);
    keys.add("--where");
    assertThat(run("get", keys.toArray(String[]::new)).output())
        .contains(ONE.server().address(), TWO.server().address());
  }

  @Test
  void aCounterCountsAsTheServerDoes() {
    assertThat(run("incr", "visits").exit()).isEqualTo(1);
    assertThat(run("incr", "visits", "--initial", "5", "--ttl", "1h").output().strip())
        .isEqualTo("5");
    assertThat(run("incr", "visits", "10").output().strip()).isEqualTo("15");
    assertThat(run("incr", "visits", "-100").output().strip()).isEqualTo("0");
    execute(Put.set(Key.raw("word"), "hello".getBytes(UTF_8), Ttl.NEVER));
    assertThat(run("incr", "word").errors().strip())
        .isEqualTo("corral incr: the value of word is no number");
  }

  @Test
  void aValueThatIsTooLargeIsRefusedAndWhatWasThereStays() throws Exception {
    Path large = Files.write(folder.resolve("large"), new byte[2_000_000]);
    assertThat(run("set", "size", "small").exit()).isZero();
    Ran ran = run("set", "size", "--file", large.toString());
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.errors()).contains("the value of size has 2000000 bytes, but at most 10485");
    assertThat(run("get", "size").output()).isEqualTo("small");
  }

  @Test
  void whatACacheKeepsIsReadableAndItsLeaseIsLeftAlone() {
    Cache<Long, String> users = application.cache(
        "user",
        Keys.longs(),
        Codec.strings().compressed(compression -> compression.deflate()),
        options -> options.ttl(Duration.ofMinutes(10)).staleFor(Duration.ofMinutes(5)));
    String text = "Ada Lovelace ".repeat(200);
    users.get(12543L, unused -> text);
    assertThat(run("get", "--composed", "user:12543").output()).isEqualTo(text);
    assertThat(run("get", "--composed", "--meta", "user:12543").output())
        .containsPattern("cached  2600 bytes, fresh for (59\\d|60\\d) s");

    users.expire(12543L);
    assertThat(run("get", "--composed", "user:12543").output()).isEqualTo(text);
    assertThat(run("get", "--composed", "--meta", "user:12543").output())
        .contains("state   marked stale, nobody recomputes it");
    assertThat(users.get(12543L, unused -> "new")).isIn(text, "new");
    Memcached.awaitUntil(
        "recomputed", () -> run("get", "--composed", "user:12543").output().equals("new"));
  }

  @Test
  void aPlaceholderIsNoValueAndStaysItsWinners() {
    Key key = Key.raw("computed");
    Item won = (Item) execute(Get.of(key).withLease(Ttl.seconds(60)));
    assertThat(won.lease()).isEqualTo(Lease.WON);
    assertThat(run("get", "computed").errors()).contains("has no value yet: somebody computes it");
    assertThat(execute(Put.set(key, new byte[] {1}, Ttl.NEVER).ifCas(won.cas())).isStored())
        .isTrue();
  }

  @Test
  void whoTouchesAStaleItemDoesNotTakeItsLease() {
    Key key = Key.raw("stale");
    execute(Put.set(key, new byte[] {1}, Ttl.seconds(60)).withFlags(1));
    execute(Delete.of(key).markingStale());
    assertThat(run("touch", "stale", "--ttl", "5m").exit()).isZero();
    assertThat(((Item) execute(Get.of(key).withDetails())).lease()).isEqualTo(Lease.WON);
  }

  @Test
  void statisticsOfAllServersAreSideBySideAndOneThatIsDownHidesNoOther() {
    try (Memcached third = Memcached.with().start()) {
      String dead = third.server().address();
      String three = uri.replace("?", "," + dead + "?");
      assertThat(runOn(three, "stats", "--json").output())
          .matches("\\{\"[^\"]+\":\\{.*\"pid\":\\d+,.*\"version\":\"1\\.[^\"]+\".*}}\n");
      third.kill();

      Ran ran = runOn(three, "stats", "settings");
      assertThat(ran.exit()).isEqualTo(1);
      assertThat(ran.errors().strip()).contains(dead, "down").hasLineCount(1);
      assertThat(ran.output().lines())
          .anyMatch(line -> line.matches("answers +yes +yes +no"))
          .anyMatch(line -> line.matches("maxbytes +67108864 +67108864 +-"));
      assertThat(runOn(three, "stats", "--json").output()).contains("\"" + dead + "\":{\"fault\":");
      assertThat(runOn(three, "stats", "--server", ONE.server().address()).exit())
          .isZero();
    }
    assertThat(run("stats", "--server", "10.0.0.1:1").errors())
        .contains("--server 10.0.0.1:1: the store has only " + ONE.server().address());
    assertThat(run("stats", "nonsense").exit()).isEqualTo(1);
    assertThat(run("stats", "no-group").exit()).isEqualTo(2);
    assertThat(run("stats", "items").exit()).isZero();
  }

  @Test
  void aServerThatIsDownIsOneSentenceAndInTime() {
    Table table = Table.of("a server that does not answer", "how", "exit code", "after");
    try (Memcached server = Memcached.with().start()) {
      String one = "memcached://" + server.server().address() + "?deadline=2s&connectTimeout=2s";
      assertThat(runOn(one, "set", "key", "value").exit()).isZero();
      server.pause();
      time(table, "stands still", one);
      server.kill();
      time(table, "is down", one);
    }
    table.show();
  }

  private static void time(Table table, String how, String store) {
    long started = System.nanoTime();
    Ran ran = runOn(store, "get", "key");
    Duration taken = Duration.ofNanos(System.nanoTime() - started);
    table.row(how, ran.exit(), taken);
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.errors().strip()).startsWith("corral: get key").hasLineCount(1);
    assertThat(taken).isLessThan(Duration.ofSeconds(12)); // both limits, and a busy machine
  }

  @Test
  void passwordsAndCertificatesAreTheUrisAndWrongOnesAreASentence() throws Exception {
    Authority authority = Authority.create(folder, "authority");
    Path password = Files.writeString(folder.resolve("password"), "ada:secret\n");
    Path wrong = Files.writeString(folder.resolve("wrong"), "ada:wrong\n");
    try (Memcached secure = Memcached.with(
            authority.issue("secure", "IP:127.0.0.1").server("-Y", password.toString()))
        .start()) {
      String store = "memcacheds://" + secure.server().address() + PATIENTLY + "&tlsTrust="
          + authority.certificate() + "&passwordFile=";
      assertThat(runOn(store + password, "set", "key", "value").exit()).isZero();
      assertThat(runOn(store + password, "get", "key").output()).isEqualTo("value");
      assertThat(runOn(store + password, "stats", "--server", secure.server().address())
              .exit())
          .isZero();

      Ran refused = runOn(store + wrong, "get", "key");
      assertThat(refused.exit()).isEqualTo(1);
      assertThat(refused.errors().strip())
          .contains("password")
          .doesNotContain("secret", "wrong:")
          .hasLineCount(1);
      assertThat(runOn(store + folder.resolve("none"), "get", "key").exit()).isEqualTo(2);
    }
  }
}
