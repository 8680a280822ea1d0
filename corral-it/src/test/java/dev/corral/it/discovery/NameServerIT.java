package dev.corral.it.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.it.Table;
import dev.corral.it.discovery.ScriptedDns.Manner;
import dev.corral.it.discovery.ScriptedDns.RecordType;
import dev.corral.memcached.discovery.NameServer;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The addresses of a host, as one name server tells them. */
class NameServerIT {
  private static final String NAME = "cache.test";

  private final ScriptedDns dns = new ScriptedDns();
  private final NameServer names = NameServer.at(NameServer.parse(dns.server()));

  @AfterEach
  void close() {
    dns.close();
  }

  @Test
  void addressesOfBothKindsAreFound() throws Exception {
    dns.put(NAME, RecordType.A, "127.0.0.1", "127.0.0.2");
    dns.put(NAME, RecordType.AAAA, "::1");
    assertThat(resolve(NAME))
        .containsExactlyInAnyOrder("127.0.0.1", "127.0.0.2", "0:0:0:0:0:0:0:1");
  }

  @Test
  void aHostMayHaveAddressesOfOneKindOnly() throws Exception {
    dns.put("four." + NAME, RecordType.A, "127.0.0.1");
    dns.put("six." + NAME, RecordType.AAAA, "::1");
    assertThat(resolve("four." + NAME)).containsExactly("127.0.0.1");
    assertThat(resolve("six." + NAME)).containsExactly("0:0:0:0:0:0:0:1");
  }

  @Test
  void aliasesAreFollowed() throws Exception {
    dns.put("alias." + NAME, RecordType.CNAME, "other." + NAME);
    dns.put("other." + NAME, RecordType.CNAME, "last." + NAME);
    dns.put("last." + NAME, RecordType.A, "127.0.0.1");
    assertThat(resolve("alias." + NAME)).containsExactly("127.0.0.1");
  }

  @Test
  void aNameMayHaveUnderscoresAndADotAtItsEnd() throws Exception {
    dns.put("_cache_1._tcp." + NAME, RecordType.A, "127.0.0.1");
    assertThat(resolve("_cache_1._tcp." + NAME)).containsExactly("127.0.0.1");
    assertThat(resolve("_cache_1._tcp." + NAME + ".")).containsExactly("127.0.0.1");
  }

  @Test
  void anAnswerTooLongForADatagramIsFoundWhole() throws Exception {
    String[] many = IntStream.range(1, 200).mapToObj(i -> "127.0.1." + i).toArray(String[]::new);
    dns.put(NAME, RecordType.A, many);
    assertThat(resolve(NAME)).containsExactlyInAnyOrder(many);
    assertThat(dns.questionsByTcp()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"DENYING", "FAILING"})
  void someKnowNothingOfTheLongerAddressesAndTellTheOthersStill(Manner manner) throws Exception {
    dns.put(NAME, RecordType.A, "127.0.0.1");
    dns.manner(RecordType.AAAA, manner);
    assertThat(resolve(NAME)).containsExactly("127.0.0.1");
  }

  @Test
  void whoIsNotFoundIsNamedWithTheReason() {
    Table table = Table.of("no address", "manner", "after", "message");
    dns.put(NAME, RecordType.A);
    refuse(table, Manner.TRUTHFUL, "no records of type A or AAAA");
    refuse(table, Manner.DENYING, "no such name");
    refuse(table, Manner.FAILING, "did not answer");
    table.show();
  }

  private void refuse(Table table, Manner manner, String reason) {
    dns.manner(manner);
    long began = System.nanoTime();
    assertThatThrownBy(() -> names.resolve(NAME))
        .isInstanceOf(UnknownHostException.class)
        .hasMessageContainingAll(NAME, reason)
        .satisfies(e -> table.row(
            manner, Duration.ofNanos(System.nanoTime() - began), String.valueOf(e.getMessage())));
  }

  private List<String> resolve(String name) throws UnknownHostException {
    return Arrays.stream(names.resolve(name)).map(InetAddress::getHostAddress).toList();
  }
}
