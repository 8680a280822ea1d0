package dev.corral.benchmarks.cost;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.benchmarks.server.Memcached;
import dev.corral.benchmarks.server.Request;
import dev.corral.benchmarks.table.Figures;
import dev.corral.benchmarks.table.Table;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What reading n keys costs a memcached server: n pipelined {@code mg}, one classic {@code get} of
 * all of them, n pipelined {@code get} of one. It starts a server of its own with one worker thread
 * and talks to it over one blocking socket, so that no client stands in between; what is counted is
 * the CPU time of all the server's threads. Needs Linux and two or three minutes. Small n can cost
 * 2.5 times as much while other cores are idle, probably for waking them: to compare the forms
 * without that, give all of it one core.
 *
 * <pre>
 * taskset -c 0 scripts/bench costs multi-get
 * </pre>
 */
final class MultiGetCost {
  private static final int[] SIZES = {1, 2, 3, 4, 5, 6, 8, 10, 25, 100, 250};

  /** What is compared, in the order of the table's columns. */
  private static final List<Request> FORMS =
      List.of(Request.MG_FLAGS, Request.GET_MANY, Request.GET);

  /** How many keys each case reads: for a second, enough to drown the server's housekeeping. */
  private static final int READS_PER_MILLI = 20;

  private static final List<String> KEYS =
      IntStream.range(0, 1000).mapToObj("corral:multi-get:%015d"::formatted).toList();
  private static final String VALUE = "x".repeat(100);

  private final Memcached server;
  private final RawConnection connection;
  private final long reads;

  private MultiGetCost(Memcached server, RawConnection connection, Pace pace) {
    this.server = server;
    this.connection = connection;
    this.reads = READS_PER_MILLI * pace.sample().toMillis();
  }

  static Table table(Pace pace) throws IOException {
    try (Servers servers = Servers.start(1);
        RawConnection connection = new RawConnection(servers.first(1).get(0))) {
      return new MultiGetCost(servers.first(1).get(0), connection, pace)
          .run(pace.rounds() * 5 / 3); // as each is short
    }
  }

  private Table run(int rounds) throws IOException {
    for (String key : KEYS) {
      connection.set(key, VALUE);
    }
    List<Case> cases = new ArrayList<>();
    for (int size : SIZES) {
      for (Request form : FORMS) {
        cases.add(new Case(form, size));
      }
    }
    // A new order each time: no case always follows the same other one.
    List<Case> order = new ArrayList<>(cases);
    for (int round = 0; round <= rounds; round++) {
      Collections.shuffle(order);
      for (Case each : order) {
        double micros = microsPerKey(each);
        if (round > 0) {
          each.micros.add(micros);
        }
      }
    }
    return table(cases);
  }

  private double microsPerKey(Case each) throws IOException {
    long before = serverNanos();
    int keys = 0;
    while (keys < reads) {
      for (byte[] request : each.requests) {
        connection.exchange(request, each.replyLength);
      }
      keys += each.requests.size() * each.size;
    }
    return (serverNanos() - before) / 1e3 / keys;
  }

  /** The time that the server's threads have been on a CPU. */
  private long serverNanos() throws IOException {
    long nanos = 0;
    try (DirectoryStream<Path> threads =
        Files.newDirectoryStream(Path.of("/proc", String.valueOf(server.pid()), "task"))) {
      for (Path thread : threads) {
        String schedstat = Files.readString(thread.resolve("schedstat"));
        nanos += Long.parseLong(schedstat.substring(0, schedstat.indexOf(' ')));
      }
    }
    return nanos;
  }

  private static Table table(List<Case> cases) {
    int forms = FORMS.size();
    Table table = new Table("n", "n times `mg k f v`", "one `get k1 .. kn`", "n times `get k`");
    for (int row = 0; row < cases.size(); row += forms) {
      table.row(Stream.concat(
              Stream.of(String.valueOf(cases.get(row).size)),
              cases.subList(row, row + forms).stream().map(Case::spread))
          .toArray(String[]::new));
    }
    return table;
  }

  private static final class Case {
    final int size;
    final List<byte[]> requests = new ArrayList<>();
    final int replyLength;
    final List<Double> micros = new ArrayList<>();

    Case(Request form, int size) {
      this.size = size;
      for (int i = 0; i + size <= KEYS.size(); i += size) {
        requests.add(form.of(KEYS.subList(i, i + size), VALUE).getBytes(US_ASCII));
      }
      replyLength = size * form.answer(KEYS.get(0), VALUE).length() + form.end().length();
    }

    String spread() {
      return Figures.of(micros.stream().mapToDouble(each -> each).toArray()).withSpread("%.2f");
    }
  }
}
