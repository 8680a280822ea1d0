package dev.corral.benchmarks.peer;

import static java.util.stream.Collectors.joining;

import dev.corral.benchmarks.peer.report.ClientSide;
import dev.corral.benchmarks.peer.report.Outside;
import dev.corral.benchmarks.peer.report.Run;
import dev.corral.benchmarks.peer.report.Sample;
import dev.corral.benchmarks.peer.subject.Subject;
import dev.corral.benchmarks.peer.subject.Subject.Side;
import dev.corral.benchmarks.server.Memcached;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Compares clients. For one thread, but for {@link #close}, which ends all processes whenever it is
 * called.
 */
final class Comparison implements AutoCloseable {
  /* design
   *
   * Each subject has a JVM of its own: CPU time and allocation are its own, and no client's types
   * are in the way of another's compiled code. Only one of them works at a time. In each round every
   * scenario is run by every subject, one right after the other, so that whatever else the machine does
   * meets them alike: ratios of the same round are worth more than their figures. Their order is drawn
   * each time, so that none always follows the same other one. The servers' counters tell whether
   * clients have counted right.
   */

  private final Settings settings;
  private final Consumer<String> progress;
  private final Quiet quiet;
  private final Random random = new Random();
  private final Queue<Memcached> started = new ConcurrentLinkedQueue<>();
  private final Queue<WorkerProcess> working = new ConcurrentLinkedQueue<>();
  private final Map<Scenario.Group, List<Memcached>> groups = new EnumMap<>(Scenario.Group.class);
  private final List<WorkerProcess> workers = new ArrayList<>();

  /** A comparison that has not begun. */
  Comparison(Settings settings, Consumer<String> progress) {
    this.settings = settings;
    this.progress = progress;
    this.quiet = new Quiet(settings.patience());
  }

  /**
   * Runs it.
   *
   * @param save is given what there is after each round
   * @return what there is after the last
   */
  Run run(Saver save) throws IOException, InterruptedException {
    String version = startServers();
    String jvm = startWorkers();
    for (WorkerProcess worker : workers) {
      warmUp(worker);
    }
    String machine = System.getProperty("os.name") + " " + System.getProperty("os.version") + ", "
        + Runtime.getRuntime().availableProcessors() + " cores";
    String title = String.join("; ", settings.summary(), jvm, "memcached " + version, machine);
    List<Sample> samples = new ArrayList<>();
    for (int round = 1; round <= settings.rounds(); round++) {
      progress.accept("round " + round + " of " + settings.rounds());
      samples.addAll(round(round));
      save.save(new Run(title, samples));
    }
    return new Run(title, samples);
  }

  /** Keeps what has been measured so far. */
  interface Saver {
    void save(Run run) throws IOException;
  }

  private String startServers() throws IOException {
    List<String> command = new ArrayList<>(settings.nicely());
    command.add(settings.memcached());
    for (Scenario.Group group : Scenario.Group.values()) {
      List<Memcached> servers = new ArrayList<>();
      for (int i = 0; i < group.servers(); i++) {
        Memcached server = Memcached.start(
            command, "--udp-port=0", "--threads=" + group.threads(), "--memory-limit=1024");
        started.add(server);
        servers.add(server);
      }
      groups.put(group, servers);
    }
    return started.element().stats().getOrDefault("version", "");
  }

  /** All at once, and then waits for them. */
  private String startWorkers() throws IOException, InterruptedException {
    for (Subject subject : settings.subjects()) {
      workers.add(start(subject));
    }
    String jvm = "";
    for (WorkerProcess worker : List.copyOf(workers)) {
      String ready = worker.awaitReady();
      if (ready == null) {
        progress.accept(worker.subject() + " is left out: no virtual threads before Java 21");
        workers.remove(worker);
      } else {
        jvm = ready;
      }
    }
    if (settings.isNobodys(workers.stream().map(WorkerProcess::subject).toList())) {
      throw new IOException("none of those who are left runs any of the scenarios");
    }
    return jvm;
  }

  private WorkerProcess start(Subject subject) throws IOException {
    Path log = settings.logs().resolve("worker-" + subject + ".log");
    WorkerProcess worker = WorkerProcess.start(subject, command(subject), log);
    working.add(worker);
    return worker;
  }

  private ProcessBuilder command(Subject subject) {
    List<String> command = new ArrayList<>(settings.nicely());
    command.add(settings.java());
    command.addAll(settings.jvmFlags());
    command.add(Worker.class.getName());
    command.add(subject.id());
    groups.forEach((group, servers) -> command.add(servers.stream()
        .map(server -> String.valueOf(server.port()))
        .collect(joining(",", group.id() + "=", ""))));
    ProcessBuilder builder = new ProcessBuilder(command);
    String ours = System.getProperty("java.class.path");
    builder
        .environment()
        .put("CLASSPATH", subject.isFolsom() ? folsom() + File.pathSeparator + ours : ours);
    return builder;
  }

  /** The jars that the build lays beside our own classes: they hide the same ones of later date. */
  private static String folsom() {
    try {
      Path own = Path.of(
          Comparison.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path netty = own.resolveSibling("folsom");
      if (!Files.isDirectory(netty)) {
        throw new IllegalStateException(
            "folsom's Netty is not in " + netty + ": Maven puts it there");
      }
      return netty.resolve("*").toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Gives its compiler time with each kind of load; without a client it needs less. Where it has
   * seen that kind already, it connects and writes its keys, of which no sample must know.
   */
  private void warmUp(WorkerProcess worker) throws IOException, InterruptedException {
    progress.accept("warming up " + worker.subject());
    Duration time =
        worker.subject().side() == Side.RAW ? settings.warmUp().dividedBy(3) : settings.warmUp();
    Set<String> done = new HashSet<>();
    for (Scenario scenario : settings.scenarios()) {
      if (worker.subject().runs(scenario.workload())) {
        worker.run(scenario, done.add(scenario.workload().name()) ? time : Duration.ZERO);
      }
    }
  }

  private List<Sample> round(int round) throws IOException, InterruptedException {
    List<Sample> samples = new ArrayList<>();
    for (Scenario scenario : settings.scenarios()) {
      for (int next : drawnOrder()) {
        WorkerProcess worker = workers.get(next);
        if (worker.subject().runs(scenario.workload())) {
          try {
            samples.add(undisturbed(worker, scenario, round));
          } catch (WorkerException e) {
            progress.accept(e.getMessage() + "; starting it anew without this sample");
            worker.close();
            WorkerProcess successor = start(worker.subject());
            workers.set(next, successor);
            successor.awaitReady();
            warmUp(successor);
          }
        }
      }
    }
    return samples;
  }

  private List<Integer> drawnOrder() {
    List<Integer> order =
        new ArrayList<>(IntStream.range(0, workers.size()).boxed().toList());
    Collections.shuffle(order, random);
    return order;
  }

  /** The first sample that nobody disturbed, or the one that was disturbed least. */
  private Sample undisturbed(WorkerProcess worker, Scenario scenario, int round)
      throws IOException, InterruptedException {
    Sample best = sample(worker, scenario, round);
    while (quiet.rejects(best)) {
      Sample sample = sample(worker, scenario, round);
      if (sample.outside().foreignCpu() < best.outside().foreignCpu()) {
        best = sample;
      }
    }
    return best;
  }

  private Sample sample(WorkerProcess worker, Scenario scenario, int round)
      throws IOException, InterruptedException {
    quiet.await();
    List<Memcached> servers = groups.getOrDefault(scenario.group(), List.of());
    ServerWork workBefore = ServerWork.of(servers);
    MachineCpu cpuBefore = MachineCpu.now();
    long begin = System.nanoTime();
    ClientSide client = worker.run(scenario, settings.time());
    double capacity = MachineCpu.capacity((System.nanoTime() - begin) / 1e9);
    MachineCpu cpu = MachineCpu.now().since(cpuBefore);
    ServerWork work = ServerWork.of(servers).since(workBefore);

    double foreign = cpu.busy() - client.cpuSeconds() - work.cpuSeconds();
    Outside outside = new Outside(
        work.cpuSeconds(),
        (work.hits() + work.sets()) / (double) client.operations(),
        Math.max(0, foreign) / capacity,
        cpu.stolen() / capacity);
    return new Sample(scenario.id(), worker.subject(), round, client, outside);
  }

  @Override
  public void close() {
    working.forEach(WorkerProcess::close);
    started.forEach(Memcached::close);
  }
}
