package dev.corral.memcached.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.fault.UnavailableException;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressFinderTest {
  private static final Server SERVER = Server.parse("cache.example:11212");

  private static ServerList find(String... literals) {
    return new AddressFinder(SERVER, host -> {
          assertThat(host).isEqualTo("cache.example");
          InetAddress[] found = new InetAddress[literals.length];
          for (int i = 0; i < literals.length; i++) {
            found[i] = InetAddress.getByName(literals[i]);
          }
          return found;
        })
        .find();
  }

  @Test
  void eachAddressIsAServerInOneOrder() {
    ServerList expected =
        ServerList.parseAddresses("10.0.0.1:11212,10.0.0.2:11212,[2001:db8::1]:11212");

    assertThat(find("10.0.0.2", "2001:db8::1", "10.0.0.1")).isEqualTo(expected);
    assertThat(find("10.0.0.1", "10.0.0.2", "10.0.0.1", "2001:db8:0:0::1")).isEqualTo(expected);
  }

  @Test
  void aHostThatIsUnknownHasNoServers() {
    AddressFinder finder = new AddressFinder(SERVER, host -> {
      throw new UnknownHostException("no such name");
    });

    assertThatThrownBy(finder::find)
        .isInstanceOf(UnavailableException.class)
        .hasMessage("no address was found for cache.example: no such name");
    assertThatCode(finder::close).doesNotThrowAnyException();
  }

  @Test
  void aResolverThatFindsNothingChangesNothing() {
    assertThatThrownBy(() -> find())
        .isInstanceOf(UnavailableException.class)
        .hasMessage("no address was found for cache.example: its resolver knows none");
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.1:1", "[::1]:1", "unix:/a"})
  void onlyANameStandsForAddresses(String address) {
    assertThatThrownBy(() -> AddressFinder.requireName(Server.parse(address)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("bad name \"" + address + "\": expected a host name that stands for addresses");
  }
}
