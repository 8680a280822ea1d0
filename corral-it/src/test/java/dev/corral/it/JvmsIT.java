package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import dev.corral.time.Ttl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Holds the processes that other tests trust to what they promise. */
class JvmsIT {
  private static final Duration A_WHILE = Duration.ofMillis(300);

  @Test
  void eightStartAndAnswer() {
    long began = System.nanoTime();
    try (Jvms jvms = Jvms.start(8, Obedient.class, "a", "b c")) {
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      List<Message> answers = jvms.ask("who");
      assertThat(answers)
          .extracting(answer -> answer.number(0))
          .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
      assertThat(answers)
          .extracting(answer -> answer.number(1))
          .containsExactlyElementsOf(jvms.all().stream().map(Jvm::pid).toList());
      assertThat(answers).extracting(answer -> answer.text(2)).containsOnly("[a, b c]");
      Table.of("processes", "JVMs", "until all run").row(8, took).show();
    }
  }

  @Test
  void oneReadsFromAServerWhatAnotherWroteThere() {
    try (Memcached server = Memcached.with().start();
        Jvms jvms = Jvms.start(2, Client.class, server.server().address())) {
      jvms.get(0).ask("write");
      assertThat(jvms.get(1).ask("read").text(0)).isEqualTo("true");
    }
  }

  @Test
  void whatIsSaidArrivesAsItIs() {
    List<String> texts =
        List.of("", "a b", "two\nlines\r\n", "\ttab\t", "\\t is no tab \\", "\u20ac \ud83d\udc02");
    try (Jvms jvms = Jvms.start(1, Obedient.class)) {
      assertThat(jvms.get(0).ask("echo", texts.toArray()).fields()).isEqualTo(texts);
      assertThat(jvms.get(0).ask("echo").fields()).isEmpty();
    }
  }

  @Test
  void whatAWorkerPrintsIsNoReport() {
    try (Jvms jvms = Jvms.start(1, Obedient.class)) {
      Jvm jvm = jvms.get(0);
      jvm.ask("print", "report\twho\t1");
      assertThatThrownBy(() -> jvm.await("who", Duration.ofMillis(1)))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("did not report who");
      Memcached.awaitUntil("what it printed", () -> jvm.toString().contains("report\twho\t1"));
    }
  }

  @Test
  void reportsWaitForWhoeverAsksForTheirKind() {
    try (Jvms jvms = Jvms.start(1, Obedient.class)) {
      Jvm jvm = jvms.get(0);
      jvm.send("count", 3);
      jvm.ask("who");
      assertThat(jvm.await("count").number(0)).isEqualTo(0);
      assertThat(jvm.reports("count"))
          .extracting(report -> report.number(0))
          .containsExactly(1L, 2L);
      assertThat(jvm.reports("count")).isEmpty();
    }
  }

  @Test
  void allBeginAtTheSameMoment() {
    try (Jvms jvms = Jvms.start(4, Obedient.class)) {
      jvms.send("race");
      long moment = jvms.go();
      for (Message began : jvms.await("race")) {
        assertThat(began.number(0)).isEqualTo(moment);
        assertThat(began.number(1) - moment).isNotNegative();
      }
    }
  }

  @Test
  void allHaveTheSameTime() {
    try (Jvms jvms = Jvms.start(2, Obedient.class)) {
      long latest = System.nanoTime();
      for (int i = 0; i < 200; i++) {
        long told = jvms.get(i % 2).ask("time").number(0);
        assertThat(told - latest).isPositive();
        latest = System.nanoTime();
        assertThat(latest - told).isPositive();
      }
    }
  }

  @Test
  void oneThatIsPausedStandsStillUntilItIsResumed() {
    try (Jvms jvms = Jvms.start(2, Obedient.class)) {
      Jvm paused = jvms.get(0);
      paused.pause();
      paused.send("time");
      assertThatThrownBy(() -> paused.await("time", A_WHILE)).isInstanceOf(AssertionError.class);
      assertThat(paused.isAlive()).isTrue();
      jvms.get(1).ask("time");
      long resumed = System.nanoTime();
      paused.resume();
      assertThat(paused.await("time").number(0) - resumed).isPositive();
      paused.pause();
      paused.stop();
      assertThat(paused.isAlive()).isFalse();
    }
  }

  @Test
  void oneThatIsKilledIsGoneButWhatItReportedIsThere() {
    try (Jvms jvms = Jvms.start(3, Obedient.class)) {
      Jvm killed = jvms.get(1);
      killed.send("count", 10_000);
      killed.ask("who");
      killed.kill();
      assertThat(killed.isAlive()).isFalse();
      assertThat(Processes.isGone(killed.pid())).isTrue();
      assertThat(killed.reports("count")).hasSize(10_000);
      assertThatThrownBy(() -> killed.ask("who"))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("has ended with 137");
      assertThat(jvms.ask("who")).extracting(who -> who.number(0)).containsExactly(0L, 2L);
    }
  }

  @Test
  void noPartOfAReportIsTakenForAWholeOne() {
    try (Jvms jvms = Jvms.start(1, Obedient.class)) {
      Jvm jvm = jvms.get(0);
      jvm.send("flood");
      jvm.await("flood");
      jvm.kill();
      assertThat(jvm.reports("flood")).allMatch(flood -> flood.text(0).equals("x".repeat(100_000)));
    }
  }

  @Test
  void oneThatIsStoppedEndsInGoodOrder() {
    try (Jvms jvms = Jvms.start(2, Obedient.class)) {
      jvms.stop();
      for (Jvm jvm : jvms.all()) {
        assertThat(jvm.isAlive()).isFalse();
        assertThat(jvm.reports("end")).hasSize(1);
      }
    }
  }

  @Test
  void oneThatFailsSaysWhyToWhoeverWaitsForIt() {
    for (String how : List.of("throw", "throw in a thread")) {
      Jvms jvms = Jvms.start(2, Obedient.class);
      try (jvms) {
        assertThatThrownBy(() -> jvms.get(1).ask(how))
            .isInstanceOf(AssertionError.class)
            .hasMessageContaining("Obedient 1")
            .hasMessageContaining("has ended with 70")
            .hasMessageContaining("IllegalStateException: as told")
            .hasMessageContaining("JvmsIT.java");
        jvms.get(1).kill(); // The test has seen it.
      }
    }
  }

  @Test
  void oneThatFailsWhileNobodyWaitsFailsTheTest() {
    Jvms jvms = Jvms.start(2, Obedient.class);
    jvms.get(0).send("throw");
    Memcached.awaitUntil("it to fail", () -> !jvms.get(0).isAlive());
    assertThatThrownBy(jvms::close)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("IllegalStateException: as told");
    assertThat(jvms.all()).noneMatch(Jvm::isAlive);
  }

  @Test
  void oneThatCannotBeginFailsTheStart() {
    assertThatThrownBy(() -> Jvms.start(2, Unwilling.class))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("not today");
  }

  @Test
  void oneThatDoesNotStopIsKilled() {
    try (Jvms jvms = Jvms.start(1, Obedient.class)) {
      Jvm jvm = jvms.get(0);
      jvm.ask("sulk");
      assertThatThrownBy(() -> jvm.stop(A_WHILE))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("did not stop");
      assertThat(jvm.isAlive()).isFalse();
    }
  }

  @Test
  void allEndWithTheJvmThatStartedThem() {
    try (Jvms parents = Jvms.start(1, Starter.class)) {
      List<Long> pids =
          parents.get(0).await("started").fields().stream().map(Long::valueOf).toList();
      assertThat(pids).hasSize(3).noneMatch(Processes::isGone);
      assertThat(Processes.isStopped(pids.get(1))).isTrue();
      parents.get(0).kill();
      Memcached.awaitUntil(
          "the processes of a killed one to end", () -> pids.stream().allMatch(Processes::isGone));
    }
  }

  @Test
  void nothingIsLeftBehind() {
    endInAllWays(); // What this loads, stays.
    Footprint before = Footprint.now();
    List<Long> pids = endInAllWays();
    assertThat(pids).hasSize(4).allMatch(Processes::isGone);
    assertThat(ProcessHandle.current().children()).isEmpty();
    // The JDK keeps the threads that waited for processes to end for a minute.
    Footprint.awaitAtMost(before.plus(4, 0, 0));
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("listener of"));
    Path performance = Path.of("/tmp", "hsperfdata_" + System.getProperty("user.name"));
    assertThat(pids)
        .extracting(pid -> performance.resolve(String.valueOf(pid)))
        .noneMatch(Files::exists);
  }

  private static List<Long> endInAllWays() {
    Jvms jvms = Jvms.start(4, Obedient.class);
    try (jvms) {
      jvms.get(0).kill();
      jvms.get(1).stop();
      jvms.get(2).pause();
      Thread.currentThread().interrupt(); // as when a test takes too long
      assertThatThrownBy(() -> jvms.get(3).await("who")).hasMessageContaining("interrupted");
    }
    assertThat(Thread.interrupted()).isTrue();
    return jvms.all().stream().map(Jvm::pid).toList();
  }

  /** Does what it is told. */
  private static final class Obedient implements Worker {
    @Override
    public void run(Parent parent, List<String> arguments) throws Exception {
      for (Optional<Message> next = parent.next(); next.isPresent(); next = parent.next()) {
        obey(parent, next.get(), arguments);
      }
      parent.report("end");
    }

    private static void obey(Parent parent, Message command, List<String> arguments)
        throws InterruptedException {
      switch (command.kind()) {
        case "who" ->
          parent.report("who", parent.number(), ProcessHandle.current().pid(), arguments);
        case "echo" -> parent.report("echo", command.fields().toArray());
        case "time" -> parent.report("time", System.nanoTime());
        case "race" -> parent.report("race", parent.awaitGo(), System.nanoTime());
        case "count" -> {
          for (int i = 0; i < command.number(0); i++) {
            parent.report("count", i);
          }
        }
        case "print" -> {
          System.out.println(command.text(0));
          parent.report("print");
        }
        case "flood" -> {
          while (true) {
            parent.report("flood", "x".repeat(100_000));
          }
        }
        case "sulk" -> {
          parent.report("sulk");
          LockSupport.parkNanos(TimeUnit.HOURS.toNanos(1));
        }
        case "throw in a thread" -> new Thread(Obedient::fail).start();
        default -> fail();
      }
    }

    private static void fail() {
      throw new IllegalStateException("as told");
    }
  }

  /** Writes and reads a sample, with a store of its own. */
  private static final class Client implements Worker {
    private static final Key KEY = Key.raw("shared");

    @Override
    public void run(Parent parent, List<String> arguments) throws InterruptedException {
      try (MemcachedStore store = MemcachedStore.open(
          ServerList.of(Server.parse(arguments.get(0))),
          options -> options.deadline(Nodes.PATIENCE).connectTimeout(Nodes.PATIENCE))) {
        for (Optional<Message> next = parent.next(); next.isPresent(); next = parent.next()) {
          if (next.get().kind().equals("write")) {
            store.set(KEY, Samples.value(KEY), Ttl.NEVER).join();
            parent.report("write");
          } else {
            parent.report("read", Samples.isOf(KEY, store.get(KEY).join()));
          }
        }
      }
    }
  }

  /** Can't even be made. */
  private static final class Unwilling implements Worker {
    private Unwilling() {
      throw new IllegalStateException("not today");
    }

    @Override
    public void run(Parent parent, List<String> arguments) {}
  }

  /** Starts others, lets one of them stand still, and leaves them all alone. */
  private static final class Starter implements Worker {
    @Override
    public void run(Parent parent, List<String> arguments) throws InterruptedException {
      try (Jvms jvms = Jvms.start(3, Obedient.class)) {
        jvms.get(1).pause();
        parent.report("started", jvms.all().stream().map(Jvm::pid).toArray());
        parent.next();
      }
    }
  }
}
