package dev.corral.it.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.it.discovery.ScriptedDns.Manner;
import dev.corral.it.discovery.ScriptedDns.RecordType;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.stream.IntStream;
import javax.naming.CommunicationException;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.ServiceUnavailableException;
import javax.naming.directory.Attribute;
import javax.naming.directory.DirContext;
import javax.naming.directory.InitialDirContext;
import org.junit.jupiter.api.Test;

/** Holds the name server that the tests of discovery trust against the JDK's own resolver. */
class ScriptedDnsIT {
  private static final String NAME = "cache.test";

  @Test
  void aNameMeansWhatItWasToldLast() throws Exception {
    try (ScriptedDns dns = new ScriptedDns()) {
      dns.put(NAME, RecordType.A, "127.0.0.1", "127.0.0.2");
      dns.put(NAME, RecordType.AAAA, "::1");
      dns.put("_memcache._tcp." + NAME, RecordType.SRV, "0 5 11211 one.test", "1 0 11212 two.test");
      assertThat(ask(dns, NAME, "A")).containsExactlyInAnyOrder("127.0.0.1", "127.0.0.2");
      assertThat(ask(dns, "Cache.TEST", "AAAA")).containsExactly("::1");
      assertThat(ask(dns, "_memcache._tcp." + NAME, "SRV"))
          .containsExactlyInAnyOrder("0 5 11211 one.test.", "1 0 11212 two.test.");
      dns.put(NAME, RecordType.A, "127.0.0.3");
      assertThat(ask(dns, NAME, "A")).containsExactly("127.0.0.3");
      assertThat(ask(dns, NAME, "SRV")).isEmpty();
      dns.remove(NAME);
      assertThatThrownBy(() -> ask(dns, NAME, "A")).isInstanceOf(NameNotFoundException.class);
      assertThat(dns.questionsByTcp()).isZero();
    }
  }

  @Test
  void aTruncatedAnswerIsWholeByTcp() throws Exception {
    try (ScriptedDns dns = new ScriptedDns()) {
      dns.put(NAME, RecordType.A, "127.0.0.1");
      dns.manner(Manner.TRUNCATING);
      assertThat(ask(dns, NAME, "A")).containsExactly("127.0.0.1");
      assertThat(dns.questions()).isEqualTo(2);
      assertThat(dns.questionsByTcp()).isEqualTo(1);
    }
  }

  @Test
  void anAnswerTooLongForADatagramIsWholeByTcp() throws Exception {
    try (ScriptedDns dns = new ScriptedDns()) {
      String[] many = IntStream.range(1, 40).mapToObj(i -> "127.0.1." + i).toArray(String[]::new);
      dns.put(NAME, RecordType.A, many);
      assertThat(ask(dns, NAME, "A")).containsExactlyInAnyOrder(many);
      assertThat(dns.questionsByTcp()).isEqualTo(1);
    }
  }

  @Test
  void aSlipIsMadeOnce() throws Exception {
    try (ScriptedDns dns = new ScriptedDns()) {
      dns.put(NAME, RecordType.A, "127.0.0.1");
      dns.slip(NAME, RecordType.A, "127.0.0.2");
      assertThat(ask(dns, NAME, "A")).containsExactly("127.0.0.2");
      assertThat(ask(dns, NAME, "A")).containsExactly("127.0.0.1");
    }
  }

  @Test
  void anotherNameIsToldWithItsRecords() throws Exception {
    try (ScriptedDns dns = new ScriptedDns()) {
      dns.put("www." + NAME, RecordType.CNAME, NAME);
      dns.put(NAME, RecordType.A, "127.0.0.1");
      assertThat(ask(dns, "www." + NAME, "A")).containsExactly("127.0.0.1");
    }
  }

  @Test
  void itCanFailAndBeSilent() throws Exception {
    try (ScriptedDns dns = new ScriptedDns()) {
      dns.put(NAME, RecordType.A, "127.0.0.1");
      dns.manner(Manner.FAILING);
      assertThatThrownBy(() -> ask(dns, NAME, "A")).isInstanceOf(ServiceUnavailableException.class);
      dns.manner(Manner.SILENT);
      assertThatThrownBy(() -> ask(dns, NAME, "A")).isInstanceOf(CommunicationException.class);
      dns.manner(Manner.TRUTHFUL);
      assertThat(ask(dns, NAME, "A")).containsExactly("127.0.0.1");
    }
  }

  @Test
  void itLeavesNoThread() {
    ScriptedDns dns = new ScriptedDns();
    dns.close();
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("dns-"));
  }

  // JNDI has the JDK's only resolver that can be pointed at a server, and wants a Hashtable. What
  // the DNS provider makes of answers from loopback are strings: nothing is deserialized.
  @SuppressWarnings({"BanJNDI", "JdkObsolete"})
  private static List<String> ask(ScriptedDns dns, String name, String type)
      throws NamingException {
    Hashtable<String, String> settings = new Hashtable<>();
    settings.put(Context.INITIAL_CONTEXT_FACTORY, "com.sun.jndi.dns.DnsContextFactory");
    settings.put(Context.PROVIDER_URL, "dns://127.0.0.1:" + dns.address().getPort() + "/");
    settings.put("com.sun.jndi.dns.timeout.initial", "300");
    settings.put("com.sun.jndi.dns.timeout.retries", "1");
    DirContext context = new InitialDirContext(settings);
    try {
      Attribute found = context.getAttributes(name, new String[] {type}).get(type);
      List<String> records = new ArrayList<>();
      for (int i = 0; found != null && i < found.size(); i++) {
        records.add((String) found.get(i));
      }
      return records;
    } finally {
      context.close();
    }
  }
}
