package dev.corral.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.memcached.security.Protection;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a URI says of encryption, passwords and discovery, and what is not repeated of it. */
class StoreUriProtectionTest {
  private static MemcachedOptions options(String uri) {
    return StoreUri.parse(uri).options().apply(MemcachedOptions.DEFAULTS).validated();
  }

  @Test
  void nothingIsProtectedUnlessTheUriSays() {
    assertThat(options("memcached://a:1").isEncrypting()).isFalse();
    assertThat(options("memcached://a:1").protection()).isEqualTo(Protection.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"memcacheds://a:1", "MemcachedS://a:1", "memcacheds://?dns=a:1"})
  void theSchemeAsksForEncryption(String uri) {
    assertThat(options(uri).isEncrypting()).isTrue();
    assertThat(options(uri).protection().login()).isNull();
  }

  @Test
  void filesOfKeysAreReadWhenTheyAreWantedAndNotBefore() {
    Protection protection = options("memcacheds://a:1?tlsTrust=/no/trust&tlsCertificate=/no/cert"
            + "&tlsKey=/no/key&tlsHostName=b&passwordFile=/no/password")
        .protection();

    assertThatThrownBy(protection::refresh)
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("TLS: /no/trust: there is no such file; /no/cert: there is no such file; "
            + "/no/key: there is no such file; /no/password: there is no such file");
    assertThat(protection.login()).hasToString("a password from /no/password");
  }

  @Test
  void aPasswordFileIsForPlainConnectionsToo() {
    Protection protection = options("memcached://a:1?passwordFile=/no/password").protection();

    assertThat(protection.tls()).isNull();
    assertThatThrownBy(protection::refresh)
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("/no/password: there is no such file");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      dns=cache.example:11211            | the addresses of cache.example:11211
      dns=cache.example                  | the addresses of cache.example:11211
      srv=_memcache._tcp.cache.example   | the SRV records of _memcache._tcp.cache.example
      cluster=cfg.cache.example:11212    | the cluster of cfg.cache.example:11212
      """)
  void serversAreLookedForWhereTheUriSays(String query, String what) {
    StoreUri uri = StoreUri.parse("memcached://?" + query);

    assertThat(uri.discovery()).get().hasToString(what);
    assertThat(uri.servers()).isEmpty();
    assertThat(uri.file()).isEmpty();
  }

  @Test
  void howToLookForThemIsTakenUp() {
    MemcachedOptions options =
        options("memcached://?dns=a:1&discoveryInterval=7s&nameServer=10.0.0.1:8600");

    assertThat(options.discoveryInterval()).isEqualTo(Duration.ofSeconds(7));
    assertThat(options.nameServer()).hasToString("dns://10.0.0.1:8600/");
    assertThat(options.resolver()).isSameAs(options.nameServer());
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      memcached://a:1?tlsTrust=x      | tlsTrust is only for memcacheds://
      memcached://a:1?tlsHostName=x   | tlsHostName is only for memcacheds://
      memcached://a:1?tlsCertificate=x&tlsKey=y | tlsCertificate is only for memcacheds://; tlsKey is only for memcacheds://
      memcacheds://a:1?tlsCertificate=x | tlsCertificate and tlsKey need each other
      memcacheds://a:1?tlsKey=x       | tlsCertificate and tlsKey need each other
      memcacheds://a:1?tlsTrust=      | tlsTrust is '': expected a path
      memcacheds://a:1?tlsCertificate=&tlsKey= | tlsCertificate is '': expected a path; tlsKey is '': expected a path
      memcacheds://a:1?tlsHostName=   | tlsHostName is '': expected a name
      memcached://a:1?passwordFile=   | passwordFile is '': expected a path
      memcached://?dns=10.0.0.1:1     | dns is '10.0.0.1:1': bad name "10.0.0.1:1": expected a host name that stands for addresses
      memcached://?dns=[::1]:1        | dns is '[::1]:1': bad name "[::1]:1": expected a host name that stands for addresses
      memcached://?dns=unix:/a        | dns is 'unix:/a': bad name "unix:/a": expected a host name that stands for addresses
      memcached://?dns=a:0            | dns is 'a:0': bad address "a:0": the port must be 1 to 65535, but is "0"
      memcached://?srv=               | srv is '': bad service "": expected a full name such as _memcache._tcp.cache.example
      memcached://?srv=a/b            | srv is 'a/b': bad service "a/b": expected a full name such as _memcache._tcp.cache.example
      memcached://?cluster=a:x        | cluster is 'a:x': bad address "a:x": the port must be 1 to 65535, but is "x"
      memcached://?dns=a:1&srv=b      | there are dns and srv: expected only one of them
      memcached://c:1?cluster=a:1&file=x | there are servers and file and cluster: expected only one of them
      memcached://?dns=a:1&discoveryInterval=0s | discoveryInterval must be 0.001s to 24h, but is 0s
      memcached://a:1?discoveryInterval=1s | discoveryInterval is only for dns, srv and cluster
      memcached://?file=x&discoveryInterval=1s | discoveryInterval is only for dns, srv and cluster
      memcached://a:1?serverFileInterval=1s | serverFileInterval is only for file
      memcached://?srv=a&serverFileInterval=1s | serverFileInterval is only for file
      memcached://?cluster=a:1&discoveryInterval=x | discoveryInterval is 'x': expected a time such as 500ms, 10s or 5m
      memcached://a:1?nameServer=b:x  | nameServer is 'b:x': bad address "b:x": the port must be 1 to 65535, but is "x"
      memcacheds://                   | there is no server: expected memcacheds://host:port, or memcacheds://? with one of file, dns, srv, cluster
      """)
  void aBadOptionIsNamed(String uri, String problem) {
    assertThatThrownBy(() -> StoreUri.parse(uri))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(uri + ": " + problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "b:c:d", "unix:/run/dns"})
  void aNameServerThatIsNoneIsNamed(String address) {
    assertThatThrownBy(() -> StoreUri.parse("memcached://a:1?nameServer=" + address))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(": nameServer is '" + address + "': bad ");
  }

  @Test
  void everythingThatIsWrongIsNamedAtOnce() {
    assertThatThrownBy(() -> StoreUri.parse(
            "memcached://?dns=a:0&nameServer=b:x&tlsKey=k&passwordFile=&discoveryInterval=0s"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageEndingWith("discoveryInterval=0s: "
            + "nameServer is 'b:x': bad address \"b:x\": the port must be 1 to 65535, but is \"x\"; "
            + "passwordFile is '': expected a path; "
            + "dns is 'a:0': bad address \"a:0\": the port must be 1 to 65535, but is \"0\"; "
            + "tlsCertificate and tlsKey need each other; "
            + "tlsKey is only for memcacheds://; "
            + "discoveryInterval must be 0.001s to 24h, but is 0s");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      memcached://a:1?password=sesame               | memcached://a:1?password=…
      memcached://a:1?password=sesame&deadline=1s   | memcached://a:1?password=…&deadline=1s
      memcached://a:1?password=sesame&password=sesame | memcached://a:1?password=…&password=…
      memcached://a:1?password=ses&password=sesame  | memcached://a:1?password=…&password=…
      memcached://a:1?password=sesame&secret=sesame | memcached://a:1?password=…&secret=…
      memcached://a:1?password=x=sesame             | memcached://a:1?password=…
      memcached://a:1?x=&xx=sesame                  | memcached://a:1?x=…&xx=…
      memcached://a:1?s=sesame&pass=sesame?&x       | memcached://a:1?s=…&pass=…&x
      memcacheds://a:1?tlsKeyPassword=sesame        | memcacheds://a:1?tlsKeyPassword=…
      """)
  void theValueOfAnOptionThatThereIsNotMayBeSecretAndIsNotRepeated(String uri, String shown) {
    assertThatThrownBy(() -> StoreUri.parse(uri))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith(shown + ": there is no option '")
        .hasMessageNotContaining("same");
  }

  @Test
  void norIsWhatFollowsAnotherScheme() {
    assertThatThrownBy(() -> StoreUri.parse("memcache://a:1?password=sesame"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "memcache://a:1?…: expected a URI that begins with memcached:// or memcacheds://");
  }

  @Test
  void aPathIsTakenAsItStands() {
    StoreUri uri = StoreUri.parse("memcached://?file=/etc/a%20b=c");

    assertThat(uri.file()).contains(Path.of("/etc/a%20b=c"));
  }
}
