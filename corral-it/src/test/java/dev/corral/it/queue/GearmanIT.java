package dev.corral.it.queue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.gearman.GearmanQueue;
import dev.corral.it.Jvm;
import dev.corral.it.Jvms;
import dev.corral.it.Memcached;
import dev.corral.it.Message;
import dev.corral.it.Nodes;
import dev.corral.it.Table;
import dev.corral.queue.Job;
import dev.corral.ring.ServerList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs of several processes, done by others, on a gearmand that dies and comes back. */
class GearmanIT {
  @RegisterExtension
  static final Gearmand GEARMAND = new Gearmand();

  private static final int CLIENTS = 4;
  private static final int QUEUES = 5;
  private static final Duration LOAD =
      Boolean.getBoolean("corral.long") ? Duration.ofSeconds(60) : Duration.ofSeconds(4);
  private static final Table FIGURES = Table.of(
      "gearmand, 4 client JVMs",
      "scene",
      "asked",
      "runs",
      "results",
      "faults",
      "lost",
      "longest call");

  private static Jvms clients;

  @BeforeAll
  static void startAll() {
    clients = Jvms.start(CLIENTS, JobWorker.class, GEARMAND.server().address());
    clients.ask("open", QUEUES);
  }

  @AfterAll
  static void endAll() {
    try {
      clients.stop();
    } finally {
      clients.close();
    }
    FIGURES.show();
  }

  private static Jvms startWorkers(int count) {
    Jvms workers = Jvms.start(count, JobWorker.class, GEARMAND.server().address());
    workers.ask("open", 1);
    return workers;
  }

  @Test
  void aThousandEqualRefreshesOfFourProcessesRunOnce() throws Exception {
    try (Jvms workers = startWorkers(1);
        GearmanQueue queue = open()) {
      List<Message> submitted = clients.ask("submit", "refresh", "hot", 1000 / CLIENTS);
      long count = submitted.stream().mapToLong(told -> told.number(0)).sum();
      workers.ask("serve", "refresh", 1, 0);
      // Its turn comes after all that were there before.
      await(queue.call(Job.of("refresh", "last", new byte[0])));

      List<Message> runs = workers.get(0).reports("run");
      FIGURES.row("equal refreshes", count, hot(runs), "-", "-", "-", "-");
      assertThat(count).isEqualTo(1000);
      assertThat(hot(runs)).isOne();
      workers.stop();
    }
  }

  private static long hot(List<Message> runs) {
    return runs.stream().filter(run -> run.text(0).equals("hot")).count();
  }

  @Test
  void allWhoWaitInFourProcessesAreGivenTheOneResult() {
    try (Jvms workers = startWorkers(2)) {
      workers.ask("serve", "wait", 2, -1);
      clients.send("call", "wait", "hot", 25);
      clients.await("asked");
      workers.send("finish", 100);
      List<Message> told = clients.await("call", JobWorker.DEADLINE);

      long runs =
          workers.all().stream().mapToLong(jvm -> hot(jvm.reports("run"))).sum();
      long results = told.stream().mapToLong(one -> one.number(0)).sum();
      FIGURES.row("callers that wait", CLIENTS * QUEUES * 25, runs, results, "-", "-", "-");
      assertThat(results).isEqualTo(CLIENTS * QUEUES * 25);
      assertThat(told.stream().map(one -> one.text(1)).distinct()).hasSize(1);
      assertThat(told.get(0).text(1)).startsWith("hot by").doesNotContain(",");
      assertThat(runs).isOne();
      workers.stop();
    }
  }

  @Test
  void aServerThatIsKilledAndComesBackLosesNoCaller() {
    try (Jvms workers = startWorkers(2)) {
      workers.ask("serve", "load", 8, 2);
      clients.send("load", "load", 16, LOAD.toMillis());
      long begin = clients.go();
      int kills = 0;
      while (System.nanoTime() - begin < LOAD.minusSeconds(1).toNanos()) {
        long due = begin + (kills + 1) * TimeUnit.MILLISECONDS.toNanos(1200);
        Memcached.awaitUntil("the next kill", () -> System.nanoTime() - due > 0);
        GEARMAND.restart();
        kills++;
      }
      List<Message> told = clients.await("load", LOAD.plus(JobWorker.DEADLINE.multipliedBy(2)));

      long results = told.stream().mapToLong(one -> one.number(0)).sum();
      long faults = told.stream().mapToLong(one -> one.number(1)).sum();
      long lost = told.stream().mapToLong(one -> one.number(2)).sum();
      long longest = told.stream().mapToLong(one -> one.number(3)).max().orElse(0);
      long runs =
          workers.all().stream().mapToLong(jvm -> jvm.reports("run").size()).sum();
      FIGURES.row(
          "kill -9 of gearmand, " + kills + " times",
          results + faults + lost,
          runs,
          results,
          faults,
          lost,
          Duration.ofNanos(longest));
      assertThat(kills).isGreaterThan(1);
      assertThat(results).isGreaterThan(CLIENTS * 16);
      assertThat(lost).isZero();
      assertThat(faults).isZero();
      workers.stop();
    }
  }

  @Test
  void aJobWhoseWorkerIsKilledIsDoneByAnother() throws Exception {
    try (Jvms workers = startWorkers(2);
        GearmanQueue queue = open()) {
      Jvm mortal = workers.get(0);
      Jvm heir = workers.get(1);
      mortal.ask("serve", "mortal", 1, -1);
      long began = System.nanoTime();
      CompletableFuture<byte[]> result = queue.call(Job.of("mortal", "job", new byte[0]));
      List<Message> begun = new ArrayList<>(List.of(mortal.await("run")));
      heir.ask("serve", "mortal", 1, 0);
      mortal.kill();

      assertThat(new String(await(result), UTF_8)).startsWith("job by 1");
      begun.add(heir.await("run"));
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      workers.all().forEach(jvm -> begun.addAll(jvm.reports("run")));
      FIGURES.row("kill -9 of a worker", 1, begun.size(), "-", "-", "-", took);
      workers.stop();
    }
  }

  @Test
  void ifOneOfTwoServersDiesTheOtherTakesItsJobs() throws Exception {
    try (Gearmand other = new Gearmand().start();
        GearmanQueue queue = GearmanQueue.open(
            ServerList.of(GEARMAND.server(), other.server()),
            options -> options.connectTimeout(Nodes.PATIENCE))) {
      List<CompletableFuture<byte[]>> results = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        results.add(queue.call(Job.of("two", "n" + i, new byte[0])));
      }
      await(queue.submit(Job.of("two", "n0", new byte[0]))); // so that a server has some
      other.kill();
      AtomicInteger runs = new AtomicInteger();
      queue.serve("two", 2, job -> {
        runs.incrementAndGet();
        return job.id().getBytes(UTF_8);
      });

      int right = 0;
      for (int i = 0; i < 100; i++) {
        assertThat(new String(await(results.get(i)), UTF_8)).isEqualTo("n" + i);
        right++;
      }
      FIGURES.row(
          "kill -9 of one of two servers", results.size(), runs.get(), right, "-", "-", "-");
    }
  }

  private static GearmanQueue open() {
    return GearmanQueue.open(
        ServerList.of(GEARMAND.server()), options -> options.connectTimeout(Nodes.PATIENCE));
  }

  private static <T> T await(CompletableFuture<T> future) throws Exception {
    return future.get(JobWorker.DEADLINE.toSeconds(), TimeUnit.SECONDS);
  }
}
