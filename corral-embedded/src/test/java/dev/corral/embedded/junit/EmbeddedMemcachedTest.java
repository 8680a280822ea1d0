package dev.corral.embedded.junit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import dev.corral.embedded.EmbeddedServer;
import dev.corral.embedded.fault.Fault;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs classes of tests that use the extension, and looks at what servers they were given. */
class EmbeddedMemcachedTest {
  private static final List<InetSocketAddress> SERVERS = new CopyOnWriteArrayList<>();
  private static final Set<String> RAN = ConcurrentHashMap.newKeySet();

  /** For how many tests each waits that runs beside others. */
  private static volatile CyclicBarrier meeting = new CyclicBarrier(1);

  @BeforeEach
  void forget() {
    SERVERS.clear();
    RAN.clear();
  }

  @Test
  void aStaticFieldIsOneServerThatEachTestFindsAsGoodAsNew() {
    run(Destructive.class);
    assertThat(RAN).hasSize(6);
    assertThat(Set.copyOf(SERVERS)).hasSize(1);
    assertThat(SERVERS).allSatisfy(EmbeddedMemcachedTest::assertGone);
  }

  @Test
  void connectionsOutliveATest() {
    run(Connected.class);
    assertThat(RAN).hasSize(2);
  }

  @Test
  void nestedClassesUseTheServerOfTheOuterOne() {
    run(Outer.class);
    assertThat(RAN).containsExactlyInAnyOrder("outer", "inner", "innermost", "another inner");
    assertThat(Set.copyOf(SERVERS)).hasSize(1);
    assertThat(SERVERS).allSatisfy(EmbeddedMemcachedTest::assertGone);
  }

  @Test
  void anInstanceFieldIsAServerForEachTest() {
    run(Own.class);
    assertThat(RAN).hasSize(3);
    assertThat(SERVERS).allSatisfy(EmbeddedMemcachedTest::assertGone);
  }

  @Test
  void anInstanceThatIsTheClassHasTheServerOfTheClass() {
    run(OneInstance.class);
    assertThat(RAN).hasSize(2);
    assertThat(Set.copyOf(SERVERS)).hasSize(1);
    assertThat(SERVERS).allSatisfy(EmbeddedMemcachedTest::assertGone);
  }

  @Test
  void classesThatInheritTheFieldUseItInTurn() {
    run(FirstHeir.class, SecondHeir.class);
    assertThat(RAN).containsExactlyInAnyOrder("FirstHeir", "SecondHeir");
    assertThat(SERVERS).allSatisfy(EmbeddedMemcachedTest::assertGone);
  }

  @Test
  void classesWithFieldsOfTheirOwnRunAtTheSameTime() {
    meeting = new CyclicBarrier(2);
    execute(request()
        .selectors(selectClass(OneOfTwo.class), selectClass(OtherOfTwo.class))
        .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
        .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
        .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", "2")
        .build());
    meeting = new CyclicBarrier(1);
    assertThat(RAN).hasSize(2);
    assertThat(Set.copyOf(SERVERS)).hasSize(2);
  }

  @Test
  void whoAsksTooSoonIsToldWhen() {
    EmbeddedMemcached memcached = EmbeddedMemcached.create();
    assertThatThrownBy(memcached::uri)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("@BeforeAll");
  }

  @Test
  void optionsReachTheServer() {
    run(Small.class);
    assertThat(RAN).hasSize(1);
  }

  /** Tests that leave their server in a bad state, in whatever order. */
  static class Destructive {
    @RegisterExtension
    static final EmbeddedMemcached MEMCACHED = EmbeddedMemcached.create();

    @BeforeEach
    void isAsGoodAsNew() throws IOException {
      SERVERS.add(MEMCACHED.address());
      assertThat(said("mg a v\r\n")).isEqualTo("EN\r\n");
      assertThat(said("ms a 1 T1\r\n1\r\n", "mg a t\r\n")).isEqualTo("HD\r\nHD t1\r\n");
      assertThat(said("set a 0 " + (now() + 60) + " 1\r\n1\r\n", "get a\r\n"))
          .isEqualTo("STORED\r\nVALUE a 0 1\r\n1\r\nEND\r\n");
    }

    private static long now() {
      return System.currentTimeMillis() / 1000;
    }

    private static String said(String... commands) throws IOException {
      return ask(MEMCACHED.address(), commands);
    }

    @Test
    void kills() {
      RAN.add("kills");
      MEMCACHED.kill();
    }

    @Test
    void restarts() throws IOException {
      RAN.add("restarts");
      MEMCACHED.restart();
      assertThat(said("get a\r\n")).isEqualTo("END\r\n");
    }

    @Test
    void movesTheClock() throws IOException {
      RAN.add("movesTheClock");
      MEMCACHED.advance(Duration.ofDays(40));
      assertThat(said("get a\r\n")).isEqualTo("END\r\n");
    }

    @Test
    void flushesLater() throws IOException {
      RAN.add("flushesLater");
      assertThat(said("flush_all 2\r\n")).isEqualTo("OK\r\n");
      MEMCACHED.advance(Duration.ofHours(1));
    }

    @Test
    void injects() throws IOException {
      RAN.add("injects");
      MEMCACHED.inject(Fault.serverError());
      assertThat(said("get a\r\n")).startsWith("SERVER_ERROR");
    }

    @Test
    void doesItAllToTheServer() {
      RAN.add("doesItAllToTheServer");
      EmbeddedServer server = MEMCACHED.server();
      server.inject(Fault.drop());
      server.advance(Duration.ofDays(400));
      server.kill();
    }
  }

  /** Tests that share a connection. */
  static class Connected {
    @RegisterExtension
    static final EmbeddedMemcached MEMCACHED = EmbeddedMemcached.create();

    private static Socket socket = new Socket();

    @BeforeAll
    static void connect() throws IOException {
      socket = new Socket();
      socket.connect(MEMCACHED.address());
    }

    @Test
    void one() throws IOException {
      use("one");
    }

    @Test
    void two() throws IOException {
      use("two");
    }

    private static void use(String name) throws IOException {
      socket.getOutputStream().write("add a 0 0 1\r\n1\r\n".getBytes(US_ASCII));
      assertThat(socket.getInputStream().readNBytes(8)).isEqualTo("STORED\r\n".getBytes(US_ASCII));
      MEMCACHED.advance(Duration.ofDays(1));
      RAN.add(name);
    }
  }

  /** Tests in classes within classes. */
  static class Outer {
    @RegisterExtension
    static final EmbeddedMemcached MEMCACHED = EmbeddedMemcached.create();

    @Test
    void outer() throws IOException {
      add(MEMCACHED, "outer");
    }

    @Nested
    class Inner {
      @Test
      void inner() throws IOException {
        add(MEMCACHED, "inner");
      }

      @Nested
      class Innermost {
        @Test
        void innermost() throws IOException {
          add(MEMCACHED, "innermost");
        }
      }
    }

    @Nested
    class AnotherInner {
      @Test
      void anotherInner() throws IOException {
        add(MEMCACHED, "another inner");
      }
    }
  }

  /** Tests that have a server each. */
  static class Own {
    @RegisterExtension
    final EmbeddedMemcached memcached = EmbeddedMemcached.create();

    @Test
    void one() throws IOException {
      SERVERS.forEach(EmbeddedMemcachedTest::assertGone);
      add(memcached, "one");
    }

    @Test
    void two() throws IOException {
      SERVERS.forEach(EmbeddedMemcachedTest::assertGone);
      add(memcached, "two");
    }

    @Nested
    class Inner {
      @Test
      void three() throws IOException {
        SERVERS.forEach(EmbeddedMemcachedTest::assertGone);
        add(memcached, "three");
      }
    }
  }

  /** Tests of one instance. */
  @TestInstance(Lifecycle.PER_CLASS)
  static class OneInstance {
    @RegisterExtension
    final EmbeddedMemcached memcached = EmbeddedMemcached.create();

    @BeforeAll
    void isUp() throws IOException {
      assertThat(ask(memcached.address(), "get a\r\n")).isEqualTo("END\r\n");
    }

    @Test
    void one() throws IOException {
      add(memcached, "one");
    }

    @Test
    void two() throws IOException {
      add(memcached, "two");
    }
  }

  /** What others inherit. */
  abstract static class Ancestor {
    @RegisterExtension
    static final EmbeddedMemcached MEMCACHED = EmbeddedMemcached.create();

    @Test
    void inherited() throws IOException {
      add(MEMCACHED, getClass().getSimpleName());
    }
  }

  static class FirstHeir extends Ancestor {}

  static class SecondHeir extends Ancestor {}

  private static void meet(EmbeddedMemcached memcached, String name) throws Exception {
    meeting.await(10, TimeUnit.SECONDS);
    add(memcached, name);
    meeting.await(10, TimeUnit.SECONDS);
  }

  @Execution(ExecutionMode.CONCURRENT)
  static class OneOfTwo {
    @RegisterExtension
    static final EmbeddedMemcached MEMCACHED = EmbeddedMemcached.create();

    @Test
    void one() throws Exception {
      meet(MEMCACHED, "one");
    }
  }

  @Execution(ExecutionMode.CONCURRENT)
  static class OtherOfTwo {
    @RegisterExtension
    static final EmbeddedMemcached MEMCACHED = EmbeddedMemcached.create();

    @Test
    void other() throws Exception {
      meet(MEMCACHED, "other");
    }
  }

  /** A test with options. */
  static class Small {
    @RegisterExtension
    static final EmbeddedMemcached MEMCACHED =
        EmbeddedMemcached.with(options -> options.maxItemBytes(1024));

    @Test
    void refusesWhatIsLarge() throws IOException {
      String large = "set a 0 0 2000\r\n" + "x".repeat(2000) + "\r\n";
      assertThat(ask(MEMCACHED.address(), large)).startsWith("SERVER_ERROR object too large");
      assertThat(MEMCACHED.uri()).endsWith(":" + MEMCACHED.address().getPort());
      RAN.add("small");
    }
  }

  private static void add(EmbeddedMemcached memcached, String name) throws IOException {
    SERVERS.add(memcached.address());
    assertThat(ask(memcached.address(), "add a 0 0 1\r\n1\r\n")).isEqualTo("STORED\r\n");
    RAN.add(name);
  }

  private static String ask(InetSocketAddress address, String... commands) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(address);
      socket.getOutputStream().write(String.join("", commands).getBytes(US_ASCII));
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), US_ASCII);
    }
  }

  private static void assertGone(InetSocketAddress address) {
    assertThatThrownBy(() -> ask(address)).isInstanceOf(ConnectException.class);
  }

  private static void run(Class<?>... classes) {
    execute(request()
        .selectors(Arrays.stream(classes).map(type -> selectClass(type)).toList())
        .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
        .build());
  }

  private static void execute(LauncherDiscoveryRequest tests) {
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    LauncherFactory.create().execute(tests, new TestExecutionListener() {
      @Override
      public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        result.getThrowable().ifPresent(failures::add);
      }
    });
    assertThat(failures).isEmpty();
  }
}
