package dev.corral.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.ring.Dialect;
import dev.corral.ring.FailureMode;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoreUriTest {
  @Test
  void serversAreNamedAsInAServerList() {
    StoreUri uri = StoreUri.parse("memcached://cache1:11211,[::1]:11212=3,unix:/run/m.sock");

    assertThat(uri.servers())
        .contains(ServerList.of(
            Server.parse("cache1:11211"),
            Server.parse("[::1]:11212").withWeight(3),
            Server.parse("unix:/run/m.sock")));
    assertThat(uri.file()).isEmpty();
  }

  @Test
  void aFileTakesTheServersPlace() {
    StoreUri uri = StoreUri.parse("memcached://?file=/etc/corral/servers.txt&deadline=1s");

    assertThat(uri.servers()).isEmpty();
    assertThat(uri.file()).contains(Path.of("/etc/corral/servers.txt"));
    assertThat(options(uri).deadline()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void theSchemeIsWrittenInAnyCase() {
    assertThat(StoreUri.parse("Memcached://a:1").servers())
        .contains(ServerList.parseAddresses("a:1"));
  }

  @Test
  void eachOptionIsTakenUp() {
    MemcachedOptions options =
        options(StoreUri.parse("memcached://?file=/servers&dialect=libmemcached-weighted"
            + "&deadline=250ms&connectionsPerNode=2&maxInFlight=1000&maxBytesInFlight=5000000000&whenFull=wait"
            + "&connectTimeout=3s&reconnectLeast=20ms&reconnectMost=1m&failureMode=gutter&failures=4"
            + "&spares=b:1,c:2=5&substituteTtl=30s&journalKeys=7&maxItemBytes=2097152&drainTimeout=0s"
            + "&ioThreads=3&serverFileInterval=2m"));

    assertThat(options.dialect()).isEqualTo(Dialect.LIBMEMCACHED_WEIGHTED);
    assertThat(options.deadline()).isEqualTo(Duration.ofMillis(250));
    assertThat(options.connectionsPerNode()).isEqualTo(2);
    assertThat(options.maxInFlight()).isEqualTo(1000);
    assertThat(options.maxBytesInFlight()).isEqualTo(5_000_000_000L);
    assertThat(options.whenFull()).isEqualTo(WhenFull.WAIT);
    assertThat(options.connectTimeout()).isEqualTo(Duration.ofSeconds(3));
    assertThat(options.reconnectLeast()).isEqualTo(Duration.ofMillis(20));
    assertThat(options.reconnectMost()).isEqualTo(Duration.ofMinutes(1));
    assertThat(options.failureMode()).isEqualTo(FailureMode.GUTTER);
    assertThat(options.failures()).isEqualTo(4);
    assertThat(options.spares()).contains(ServerList.parseAddresses("b:1,c:2=5"));
    assertThat(options.substituteTtl()).isEqualTo(Duration.ofSeconds(30));
    assertThat(options.journalKeys()).isEqualTo(7);
    assertThat(options.maxItemBytes()).isEqualTo(2_097_152);
    assertThat(options.drainTimeout()).isZero();
    assertThat(options.ioThreads()).isEqualTo(3);
    assertThat(options.serverFileInterval()).isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  void whatTheUriDoesNotSayStaysAsItIs() {
    MemcachedOptions before = MemcachedOptions.DEFAULTS.ioThreads(5).ejecting(2);

    MemcachedOptions after =
        StoreUri.parse("memcached://a:1?whenFull=fail").options().apply(before);

    assertThat(after.ioThreads()).isEqualTo(5);
    assertThat(after.failureMode()).isEqualTo(FailureMode.EJECT);
    assertThat(after.failures()).isEqualTo(2);
  }

  @Test
  void failFastCanBeAskedFor() {
    MemcachedOptions before = MemcachedOptions.DEFAULTS.ejecting(2);

    assertThat(StoreUri.parse("memcached://a:1?failureMode=fail-fast")
            .options()
            .apply(before)
            .failureMode())
        .isEqualTo(FailureMode.FAIL_FAST);
  }

  @Test
  void fiveFailuresEjectUnlessTheUriSays() {
    assertThat(options(StoreUri.parse("memcached://a:1?failureMode=eject")).failures())
        .isEqualTo(5);
    assertThat(options(StoreUri.parse("memcached://a:1?failures=1&failureMode=eject"))
            .failures())
        .isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      deadline=500         | deadline is '500': expected a time such as 500ms, 10s or 5m
      deadline=            | deadline is '': expected a time such as 500ms, 10s or 5m
      deadline=-1s         | deadline is '-1s': expected a time such as 500ms, 10s or 5m
      deadline=999999999999999m | deadline must be 0.001s to 1h, but is 16666666666666h39m
      connectionsPerNode=two | connectionsPerNode is 'two': expected a whole number up to 2147483647
      connectionsPerNode=0 | connectionsPerNode must be 1 to 64, but is 0
      maxItemBytes=3000000000 | maxItemBytes is '3000000000': expected a whole number up to 2147483647
      maxBytesInFlight=1MB | maxBytesInFlight is '1MB': expected a whole number
      whenFull=FAIL        | whenFull is 'FAIL': expected fail or wait
      failureMode=panic    | failureMode is 'panic': expected fail-fast, eject or gutter
      failures=2           | failures is only for failureMode=eject and failureMode=gutter
      spares=b:1           | spares is only for failureMode=gutter
      failureMode=eject&spares=b:1 | spares is only for failureMode=gutter
      failureMode=eject&failures=0 | failures must be 1 or more, but is 0
      failureMode=eject&failures=x | failures is 'x': expected a whole number up to 2147483647
      failureMode=gutter   | failureMode=gutter needs spares, as in spares=host:port,host:port
      failureMode=gutter&spares=b:x | spares is 'b:x': server 1: bad address "b:x": the port must be 1 to 65535, but is "x"
      deadline=1s&deadline=1s | deadline is given more than once
      file=x               | there are servers and file: expected only one of them
      """)
  void aBadOptionIsNamed(String query, String problem) {
    String uri = "memcached://a:1?" + query;

    assertThatThrownBy(() -> StoreUri.parse(uri))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(uri + ": " + problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dialect=ketama", "dialect="})
  void anUnknownDialectIsNamed(String query) {
    assertThatThrownBy(() -> StoreUri.parse("memcached://a:1?" + query))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(
            "expected libketama, libmemcached-weighted, libmemcached, spymemcached");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Deadline=1s", "", "timeout"})
  void anUnknownOptionIsToldWhichThereAre(String query) {
    assertThatThrownBy(() -> StoreUri.parse("memcached://a:1?" + query))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("there is no option '" + query.replace("=1s", "") + "', only "
            + "cluster, connectTimeout, connectionsPerNode, deadline, dialect, discoveryInterval, dns, "
            + "drainTimeout, failureMode, failures, file, ioThreads, journalKeys, maxBytesInFlight, "
            + "maxInFlight, maxItemBytes, nameServer, passwordFile, reconnectLeast, reconnectMost, "
            + "serverFileInterval, spares, srv, substituteTtl, tlsCertificate, tlsHostName, tlsKey, "
            + "tlsTrust, whenFull");
  }

  @Test
  void everythingThatIsWrongIsNamedAtOnce() {
    assertThatThrownBy(
            () -> StoreUri.parse("memcached://a:0,b:1,b:1?whenFull=x&ioThreads=0&deadline=1"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageEndingWith("deadline=1: "
            + "server 1: bad address \"a:0\": the port must be 1 to 65535, but is \"0\"; "
            + "server 3: b:1 is already listed at server 2; "
            + "whenFull is 'x': expected fail or wait; "
            + "deadline is '1': expected a time such as 500ms, 10s or 5m; "
            + "ioThreads must be 1 to 1024, but is 0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"memcached://", "memcached://?deadline=1s"})
  void thereMustBeAServer(String uri) {
    assertThatThrownBy(() -> StoreUri.parse(uri))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(uri + ": there is no server: expected memcached://host:port, or "
            + "memcached://? with one of file, dns, srv, cluster");
  }

  @ParameterizedTest
  @ValueSource(strings = {"memcached://?file", "memcached://?file="})
  void aFileMustBeNamed(String uri) {
    assertThatThrownBy(() -> StoreUri.parse(uri))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(uri + ": file is '': expected a path");
  }

  @ParameterizedTest
  @ValueSource(strings = {"redis://a:1", "memcachedss://a:1", "memcached:a:1", "a:1", ""})
  void otherSchemesAreRefused(String uri) {
    assertThatThrownBy(() -> StoreUri.parse(uri))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(uri + ": expected a URI that begins with memcached:// or memcacheds://");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "memcached://joe:sesame@a:1",
        "memcached://joe:ses?ame@a:1",
        "memcached://joe:se&deadline=sa,me@a:1?x=y",
        "memcacheds://joe:sesame@a:1",
      })
  void aPasswordIsRefusedAndNotRepeated(String uri) {
    assertThatThrownBy(() -> StoreUri.parse(uri))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "memcached store: the URI has an @ in it, but user and password cannot be given "
                + "there (passwordFile=/path is for them), nor can a path with an @")
        .hasNoCause();
  }

  private static MemcachedOptions options(StoreUri uri) {
    return uri.options().apply(MemcachedOptions.DEFAULTS).validated();
  }
}
