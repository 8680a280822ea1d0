package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.database.PostgreSql;
import dev.corral.it.discovery.ConfiguredCluster;
import dev.corral.it.discovery.ConfiguredCluster.Member;
import dev.corral.it.discovery.ScriptedDns;
import dev.corral.it.discovery.ScriptedDns.RecordType;
import dev.corral.it.queue.Gearmand;
import dev.corral.it.secure.Authority;
import dev.corral.it.secure.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compiles and runs the Java of the documentation, and follows its links. */
class DocumentationIT {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)\\)");
  /** Whose blocks go on from one another: StepByStepIT runs them in order, as one example. */
  private static final Path STEP_BY_STEP = ROOT.resolve("docs/step-by-step.md");

  /** What the examples call cache1 and cache2. */
  @RegisterExtension
  static final Memcached CACHE1 = Memcached.with();

  @RegisterExtension
  static final Memcached CACHE2 = Memcached.with();

  /** And db1. */
  @RegisterExtension
  static final PostgreSql DB1 = new PostgreSql();

  /** And jobs1. */
  @RegisterExtension
  static final Gearmand JOBS1 = new Gearmand();

  /** And the name server of port 8600. */
  @AutoClose
  static final ScriptedDns NAMES = new ScriptedDns();

  /** And config1. */
  @AutoClose
  static final ConfiguredCluster CONFIG1 = new ConfiguredCluster();

  @TempDir
  static Path folder;

  /** And secure1, which wants TLS and a password. */
  private static SecureServer secure1;

  private record SecureServer(Memcached memcached, Path authority, Path password) {
    static SecureServer start(Path folder) throws IOException {
      Authority authority = Authority.create(folder, "authority");
      Path password = Files.writeString(folder.resolve("password"), "ada:secret\n");
      Identity identity = authority.issue("secure1", "IP:127.0.0.1");
      return new SecureServer(
          Memcached.with(identity.server("-Y", password.toString())).start(),
          authority.certificate(),
          password);
    }
  }

  @BeforeAll
  static void startSecure1() throws IOException {
    secure1 = SecureServer.start(folder);
  }

  @AfterAll
  static void stopSecure1() {
    secure1.memcached().close();
  }

  @BeforeAll
  static void tellOfServers() {
    NAMES.put("cache1", RecordType.A, "127.0.0.1");
    NAMES.put(
        "memcached.service.consul",
        RecordType.SRV,
        "1 1 " + CACHE1.server().port() + " cache1",
        "1 1 " + CACHE2.server().port() + " cache1");
    CONFIG1.show(1, List.of(Member.of(CACHE1.server()), Member.of(CACHE2.server())));
  }

  @Test
  void everyPageOfThePatternsHasAnExample() throws IOException {
    for (Path page : pages()) {
      if (page.startsWith(ROOT.resolve("docs"))
          && !page.startsWith(ROOT.resolve("docs/decisions"))) {
        assertThat(Files.readString(page)).as("%s", page).contains("```java", "```mermaid");
      }
    }
  }

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    for (Path page : pages()) {
      Matcher link = LINK.matcher(Files.readString(page));
      while (link.find()) {
        assertThat(page.resolveSibling(link.group(1))).as("a link in %s", page).exists();
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("examples")
  void everyExampleRuns(Example example) throws Exception {
    Example here = new Example(example.name(), onServers(example.code()));
    here.run(folder);
  }

  private static String onServers(String code) {
    return code.replace("cache1:11211", "127.0.0.1:" + CACHE1.address().getPort())
        .replace("cache2:11211", "127.0.0.1:" + CACHE2.address().getPort())
        .replace("secure1:11211", secure1.memcached().server().address())
        .replace("/etc/corral/ca.pem", secure1.authority().toString())
        .replace("/etc/corral/password", secure1.password().toString())
        .replace("jdbc:postgresql://db1/shop?user=shop", DB1.url())
        .replace("(corral, 7070)", "(corral, 0)")
        .replace("jobs1:4730", JOBS1.server().address())
        .replace("127.0.0.1:8600", NAMES.server())
        .replace("config1:11211", CONFIG1.server().address());
  }

  static List<Example> examples() throws IOException {
    List<Example> examples = new ArrayList<>();
    List<Path> pages = pages();
    pages.remove(STEP_BY_STEP);
    for (Path page : pages) {
      Matcher block = Example.JAVA.matcher(Files.readString(page));
      String name = page.getFileName().toString().replaceAll("\\W", "_");
      for (int i = 1; block.find(); i++) {
        examples.add(new Example(name + "_" + i, block.group(1)));
      }
    }
    return examples;
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    try (Stream<Path> top = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      Stream.concat(top, docs).filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
    }
    assertThat(pages).hasSizeGreaterThan(5);
    return pages;
  }
}
