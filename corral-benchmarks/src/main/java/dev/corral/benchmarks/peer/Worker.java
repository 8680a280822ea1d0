package dev.corral.benchmarks.peer;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.benchmarks.peer.report.ClientSide;
import dev.corral.benchmarks.peer.subject.Subject;
import dev.corral.benchmarks.peer.subject.Subject.Threads;
import dev.corral.benchmarks.peer.subject.Target;
import dev.corral.cli.bench.Callers;
import dev.corral.cli.bench.KeySpace;
import dev.corral.cli.bench.Loop;
import dev.corral.cli.bench.Sampler;
import dev.corral.cli.bench.Workload;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadFactory;

/**
 * The JVM of one subject. Its arguments are the subject and the groups of servers, such as
 * {@code t1x2=11211,11212}. It says that it is there, and what JVM it is; then it reads lines, each
 * a scenario and how many milliseconds to run it, and answers each with the {@link ClientSide} or
 * with what went wrong. It ends when its input does.
 */
final class Worker {
  static final String READY = "ready ";
  static final String FAILED = "failed ";

  /** What a JVM answers that has no virtual threads, where those are asked for. */
  static final String UNABLE = "unable ";

  /** So many that callers seldom meet at a key: some clients ask once for both. */
  private static final int KEYS = 10_000;

  private final Subject subject;
  private final ThreadFactory threads;
  private final Map<String, List<InetSocketAddress>> groups = new HashMap<>();
  private final Map<String, Target> targets = new HashMap<>();
  private final Map<Integer, KeySpace> keySpaces = new HashMap<>();
  private final Set<String> preloaded = new HashSet<>();

  private Worker(Subject subject, ThreadFactory threads, List<String> arguments)
      throws UnknownHostException {
    this.subject = subject;
    this.threads = threads;
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    for (String argument : arguments) {
      String[] group = argument.split("=", 2);
      List<InetSocketAddress> servers = new ArrayList<>();
      for (String port : group[1].split(",", -1)) {
        servers.add(new InetSocketAddress(loopback, Integer.parseInt(port)));
      }
      groups.put(group[0], servers);
    }
  }

  public static void main(String[] arguments) throws IOException {
    PrintStream answers = System.out;
    // What clients print must not get between the answers.
    System.setOut(System.err);
    Subject subject = Subject.named(arguments[0]).orElseThrow();
    ThreadFactory threads =
        subject.threads() == Threads.VIRTUAL ? Callers.virtual().orElse(null) : Callers.platform();
    String jvm = System.getProperty("java.vm.name") + " " + Runtime.version();
    if (threads == null) {
      answers.println(UNABLE + jvm);
    } else {
      answers.println(READY + jvm);
      new Worker(subject, threads, List.of(arguments).subList(1, arguments.length)).serve(answers);
    }
    // Clients leave threads behind.
    System.exit(0);
  }

  private void serve(PrintStream answers) throws IOException {
    BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      String[] request = line.split(" ", 2);
      try {
        Scenario scenario = Scenario.named(request[0]).orElseThrow();
        answers.println(
            run(scenario, Duration.ofMillis(Long.parseLong(request[1]))).line());
      } catch (Exception e) {
        e.printStackTrace();
        answers.println(FAILED + e + (e.getCause() == null ? "" : ": " + e.getCause()));
      }
    }
  }

  private ClientSide run(Scenario scenario, Duration time) throws Exception {
    Workload workload = scenario.workload();
    KeySpace keys = keySpaces.computeIfAbsent(workload.valueSize(), size -> keys(subject, size));
    List<Loop> loops = target(scenario, keys).loops(workload, keys);
    try {
      return ClientSide.of(Sampler.sample(loops, time, threads));
    } finally {
      for (Loop loop : loops) {
        loop.close();
      }
    }
  }

  /** Keys that no other subject has: all of them are on the same servers. */
  static KeySpace keys(Subject subject, int valueSize) {
    return new KeySpace(subject.id() + valueSize, KEYS, valueSize);
  }

  private Target target(Scenario scenario, KeySpace keys) throws Exception {
    String group = scenario.group().id();
    Target target = targets.get(group);
    if (target == null) {
      target = subject.connect(groups.getOrDefault(group, List.of()));
      targets.put(group, target);
    }
    if (preloaded.add(group + "/" + keys.value().length)) {
      target.preload(keys);
    }
    return target;
  }
}
