package dev.corral.memcached.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.net.InetAddress;
import java.net.UnknownHostException;
import javax.naming.CommunicationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Name servers, and what is found by them. */
class NameServerTest {
  private static final String SERVICE = "_memcache._tcp.cache.example";

  private final NameServer names = NameServer.at(Server.parse("10.0.0.1:8600"));

  @BeforeEach
  void clear() {
    ScriptedNames.clear();
  }

  private ServerList services() {
    return new ServiceFinder(SERVICE, names).find();
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.1, 10.0.0.1:53",
    "10.0.0.1:8600, 10.0.0.1:8600",
    "[::1], [::1]:53",
    "[::1]:8600, [::1]:8600",
    "dns.example, dns.example:53",
    "unix:8600, unix:8600"
  })
  void itsPortIs53UnlessOneIsGiven(String text, String address) {
    Server server = NameServer.parse(text);

    assertThat(server.address()).isEqualTo(address);
    assertThat(NameServer.at(server)).hasToString("dns://" + address + "/");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":53", "::1", "a:b", "a:0", "a:1:2", "a b", "unix:/run/dns"})
  void whatIsNoAddressIsRefused(String text) {
    assertThatThrownBy(() -> NameServer.parse(text))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("\"" + text + "\"");
  }

  @Test
  void aHostHasAddressesOfBothKinds() throws UnknownHostException {
    ScriptedNames.put("cache.example", "A", "10.0.0.7", "10.0.0.8");
    ScriptedNames.put("cache.example", "AAAA", "2001:db8:0:0:0:0:0:1");

    assertThat(names.resolve("cache.example"))
        .containsExactly(
            InetAddress.getByName("10.0.0.7"),
            InetAddress.getByName("10.0.0.8"),
            InetAddress.getByName("2001:db8::1"));
    assertThat(ScriptedNames.asked())
        .containsExactly(
            "dns://10.0.0.1:8600/ cache.example A", "dns://10.0.0.1:8600/ cache.example AAAA");
  }

  @Test
  void theMachinesOwnAreAskedUnlessOneIsNamed() throws UnknownHostException {
    ScriptedNames.put("cache.example", "AAAA", "2001:db8:0:0:0:0:0:1");

    assertThat(NameServer.ofMachine().resolve("cache.example")).hasSize(1);
    assertThat(ScriptedNames.asked())
        .containsExactly("dns: cache.example A", "dns: cache.example AAAA");
  }

  @Test
  void aNameThatThereIsNotIsUnknown() {
    assertThatThrownBy(() -> names.resolve("nowhere"))
        .isInstanceOf(UnknownHostException.class)
        .hasMessage("nowhere: there is no such name");
  }

  @Test
  void aNameWithoutAddressesIsUnknown() {
    ScriptedNames.put("mail.example", "MX", "10 a");

    assertThatThrownBy(() -> names.resolve("mail.example"))
        .isInstanceOf(UnknownHostException.class)
        .hasMessage("mail.example: there are no records of type A or AAAA");
  }

  @Test
  void aNameServerThatDoesNotAnswerIsNamedAsTheReason() {
    ScriptedNames.fail("a", "A", new CommunicationException("DNS error"));

    assertThatThrownBy(() -> names.resolve("a"))
        .isInstanceOf(UnknownHostException.class)
        .hasMessage("a: DNS did not answer: DNS error");
  }

  @Test
  void theServersOfAServiceAreThoseOfTheFirstPriorityInOneOrder() {
    ScriptedNames.put(
        SERVICE,
        "SRV",
        "10 5 2 b.example.",
        "10 5 1 b.example.",
        "20 5 1 spare.example.",
        "10 0 1 a.example.",
        "10 5 2 b.example.");

    assertThat(services())
        .isEqualTo(ServerList.parseAddresses("a.example:1=1,b.example:1=5,b.example:2=5"));
    assertThat(ScriptedNames.asked()).containsExactly("dns://10.0.0.1:8600/ " + SERVICE + " SRV");
  }

  @Test
  void aServiceThatIsUnknownHasNoServers() {
    assertThatThrownBy(this::services)
        .isInstanceOf(UnavailableException.class)
        .hasMessage("no SRV records were found for " + SERVICE + ": " + SERVICE
            + ": there is no such name");
  }

  @Test
  void aServiceThatIsDecidedlyNotThereHasNoServers() {
    ScriptedNames.put(SERVICE, "SRV", "0 0 0 .");

    assertThatThrownBy(this::services)
        .isInstanceOf(UnavailableException.class)
        .hasMessageEndingWith(SERVICE + ": there are no records of type SRV");
  }

  @ParameterizedTest
  @CsvSource({
    "0 1 0 a.example., 0 1 1 b.example., the port must be",
    "0 1 1 a.example., 0 2 1 a.example., a.example:1",
    "0 1 1 *.example., 0 1 1 b.example., not a host name"
  })
  void recordsThatAreNoListOfServersAreNamed(String one, String other, String problem) {
    ScriptedNames.put(SERVICE, "SRV", one, other);

    assertThatThrownBy(this::services)
        .isInstanceOf(RejectedException.class)
        .hasMessageStartingWith("the SRV records of " + SERVICE + " are no list of servers: ")
        .hasMessageContaining(problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"_memcache._tcp.cache.example", "cache", "a.b."})
  void aServiceHasAName(String service) {
    assertThatCode(() -> ServiceFinder.requireName(service)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "a..b", "a:1", "a/b", "ldap://a/b", "a b", "a\\b", "ä"})
  void whatIsNoNameOfAServiceIsRefused(String service) {
    assertThatThrownBy(() -> ServiceFinder.requireName(service))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("bad service \"" + service
            + "\": expected a full name such as _memcache._tcp.cache.example");
  }
}
