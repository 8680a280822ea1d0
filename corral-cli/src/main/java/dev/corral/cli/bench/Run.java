package dev.corral.cli.bench;

import dev.corral.cli.terminal.ProgressBar;
import dev.corral.cli.terminal.Terminal;
import dev.corral.memcached.MemcachedStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A bench on a user's servers: on keys of its own, of which it leaves none, and told in words. */
final class Run {
  private static final Duration SPARE_LIFE = Duration.ofMinutes(1);
  private static final int CHANCE_BYTES = 3;

  private final Bench bench;
  private final MemcachedStore store;
  private final CorralClient client;
  private final Duration life;
  private final String prefix = "corral-bench:" + chance() + ":";
  private final KeySpace keys;
  private final Terminal terminal;
  private final PrintWriter errors;

  Run(
      Bench bench,
      MemcachedStore store,
      int keys,
      int valueBytes,
      Terminal terminal,
      PrintWriter errors) {
    this.bench = bench;
    this.store = store;
    this.life = bench.time().multipliedBy(2).plus(SPARE_LIFE);
    this.client = new CorralClient(store, life);
    this.keys = new KeySpace(prefix, keys, valueBytes);
    this.terminal = terminal;
    this.errors = errors;
  }

  private static String chance() {
    byte[] bytes = new byte[CHANCE_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** Runs it, until its end or until this thread is interrupted, and prints what it has shown. */
  void run() throws Exception {
    announce();
    Bench.Outcomes outcomes = new Bench.Outcomes();
    try {
      measure(outcomes);
    } catch (InterruptedException e) {
      terminal.print("%nstopped%n"); // what is known already is told all the same
    } finally {
      delete();
    }
    print(outcomes);
  }

  private void announce() throws IOException {
    terminal.print(
        "Measures %s for about %d s, as fast as it answers:%n",
        store, bench.time().plusMillis(999).toSeconds());
    for (Workload workload : bench.workloads()) {
      terminal.print("  %-6s %s%n", workload.name(), workload.title());
    }
    terminal.print(
        "Writes %,d keys of %,d bytes under %s, and deletes them at the end.%n"
            + "Should it be killed, they are gone after %d s.%n%n",
        keys.count(), keys.value().length, prefix, life.toSeconds());
  }

  private void measure(Bench.Outcomes outcomes) throws Exception {
    ClientLoops loops = new ClientLoops(client);
    ProgressBar bar = new ProgressBar(terminal);
    try {
      bar.show(0, bench.time());
      loops.preload(keys);
      bench.run(loops, keys, outcomes, bar::show);
    } catch (ExecutionException e) {
      if (terminal.isLive()) {
        terminal.print("%n"); // below the bar
      }
      throw cause(e);
    }
  }

  /** What a call has failed with: its future wraps that, and so does the sample. */
  private static Exception cause(Exception e) {
    return e instanceof ExecutionException && e.getCause() instanceof Exception wrapped
        ? cause(wrapped)
        : e;
  }

  /** Deletes the keys; those of a server that is down end by themselves. */
  private void delete() throws Exception {
    Deletes deletes = new Deletes();
    for (int i = 0; i < keys.count(); i++) {
      deletes.step();
    }
    deletes.drain();
    if (deletes.failed > 0) {
      errors.println(Terminal.format(
          "corral bench: up to %,d keys under %s may be left; they are gone after %d s",
          deletes.failed, prefix, life.toSeconds()));
    }
  }

  private final class Deletes extends WindowLoop {
    private int next;
    private int failed;

    Deletes() {
      super(Workload.WINDOW);
    }

    @Override
    Future<?> call() {
      return client.deleteAsync(keys.key(next++)).handle((answer, fault) -> fault == null);
    }

    /** Whoever stops the bench waits for this: it is what is done last. */
    @Override
    @Nullable
    Object answer(Future<?> call) {
      return ((CompletableFuture<?>) call).join();
    }

    @Override
    void accept(@Nullable Object answer) {
      failed += Boolean.TRUE.equals(answer) ? 0 : 1;
    }
  }

  private void print(Bench.Outcomes outcomes) throws IOException {
    if (outcomes.all().isEmpty()) {
      return;
    }
    terminal.print("%n%s", OutcomeTable.text(outcomes.all(), terminal.columns()));
    for (Outcome outcome : outcomes.all()) {
      if (outcome.latencies().count() > 0) {
        terminal.print(
            "%n%s, %s: latency of %,d calls%n",
            outcome.workload().name(),
            outcome.workload().title(),
            outcome.latencies().count());
        for (String line : LatencyChart.draw(outcome.latencies())) {
          terminal.print("%s%n", line);
        }
      }
    }
  }
}
