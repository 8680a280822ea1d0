package dev.corral.cli.doctor;

import dev.corral.codec.Codec;
import dev.corral.fault.CorralException;
import dev.corral.fault.RejectedException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedClient;
import dev.corral.memcached.MemcachedStore;
import dev.corral.memcached.node.ServerVersion;
import dev.corral.ring.Server;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A visit to one server: what it is asked, and what it answers. All that is left there meanwhile is
 * a mark and a probe under {@code corral-doctor:}, for a minute at most. The first failure ends the
 * asking. For one thread at a time.
 */
final class Visit implements AutoCloseable {
  /** Longer than an application would wait: what is slow should be measured, not given up. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration MARK_TTL = Duration.ofMinutes(1);
  private static final Pattern REASON =
      Pattern.compile(".*?(has been down for|failed after) \\d+ ms: (?<reason>.*)");
  private static final Pattern REFUSED_VERSION =
      Pattern.compile("it runs memcached (\\S+), and .*");

  private final Server server;
  private final Key mark;
  private final Key probe;
  private final MemcachedStore store;
  private final MemcachedClient<String> client;
  private final Optional<InetAddress> address;
  private final List<Duration> times = new ArrayList<>();
  private final List<Server> twins = new ArrayList<>();
  private @Nullable String trouble;
  private @Nullable String leaseTrouble;
  private Optional<ServerVersion> version = Optional.empty();
  private Figures general = Figures.NONE;
  private Figures settings = Figures.NONE;
  private Figures items = Figures.NONE;
  private Optional<ClockReading> clock = Optional.empty();
  private Optional<Instant> certificateEnd = Optional.empty();

  /**
   * Connects.
   *
   * @param uri of just this server
   * @param token what no other visit has in its keys
   */
  Visit(Server server, String uri, String token) {
    this.server = server;
    this.mark = Key.raw("corral-doctor:" + token + ":mark");
    this.probe = Key.raw("corral-doctor:" + token + ":probe");
    this.address = lookUp(server);
    MemcachedStore opened = MemcachedStore.open(uri);
    this.store = opened.within(PATIENCE);
    this.client = store.client(Codec.strings());
  }

  private static Optional<InetAddress> lookUp(Server server) {
    try {
      return server.isUnixSocket()
          ? Optional.empty()
          : Optional.of(InetAddress.getByName(server.host()));
    } catch (UnknownHostException e) {
      return Optional.empty(); // the store says it better
    }
  }

  /** Asks what the server tells of itself. */
  void ask(InstantSource time) {
    attempt(() -> {
      version = client.versions().values().stream().findFirst();
      Instant asked = time.instant();
      long before = System.nanoTime();
      general = figures(client::stats);
      long took = System.nanoTime() - before;
      clock = general.number("time").stream()
          .mapToObj(told -> ClockReading.of(told, asked, took))
          .findFirst();
      settings = figures(() -> client.stats("settings"));
      items = figures(() -> client.stats("items"));
    });
  }

  private static Figures figures(Supplier<Map<Server, Map<String, String>>> question) {
    try {
      return question.get().values().stream().findFirst().map(Figures::new).orElse(Figures.NONE);
    } catch (RejectedException e) {
      return Figures.NONE; // a server that knows no such question
    }
  }

  /** Looks at the server's certificate, if it was trusted so far. */
  void lookAtCertificate() {
    if (trouble == null && address.isPresent()) {
      certificateEnd =
          Certificates.end(new InetSocketAddress(address.get(), server.port()), server.host());
    }
  }

  /** Tries a lease, and leaves the mark by which the others may be found to be the same server. */
  void probe() {
    if (trouble == null && !settings.is("cas_enabled", "no")) {
      leaseTrouble =
          failure(() -> leaseTrouble = new LeaseProbe(store, probe).trouble()).orElse(leaseTrouble);
    }
    if (trouble == null) {
      // What it does not store, the lease has told of.
      Optional<String> unused = failure(() -> client.set(name(mark), server.name(), MARK_TTL));
    }
  }

  /** Looks for the marks of others. */
  void recognise(List<Visit> all) {
    List<String> marks = all.stream().map(visit -> name(visit.mark)).toList();
    attempt(() -> {
      Set<String> here = client.getAll(marks).keySet();
      all.stream()
          .filter(other -> other != this && here.contains(name(other.mark)))
          .forEach(other -> twins.add(other.server));
    });
  }

  /** One round trip, which does not count yet. */
  void warmUp() {
    attempt(() -> client.get(name(mark)));
  }

  /** One round trip. */
  void time() {
    attempt(() -> {
      long before = System.nanoTime();
      String unused = client.get(name(mark));
      times.add(Duration.ofNanos(System.nanoTime() - before));
    });
  }

  private static String name(Key key) {
    return key.toString();
  }

  private void attempt(Runnable step) {
    if (trouble == null) {
      trouble = failure(step).orElse(null);
    }
  }

  /** What went wrong, in a few words. */
  private static Optional<String> failure(Runnable step) {
    try {
      step.run();
      return Optional.empty();
    } catch (CorralException e) {
      return Optional.of(reason(e));
    }
  }

  private static String reason(CorralException fault) {
    String message = String.valueOf(fault.getMessage());
    Matcher told = REASON.matcher(message);
    return told.matches() ? told.group("reason") : message;
  }

  Facts facts() {
    return new Facts(
        server,
        address,
        trouble,
        version.or(this::refusedVersion),
        general,
        settings,
        items,
        clock,
        times.isEmpty() ? Optional.empty() : Optional.of(new RoundTrips(times)),
        leaseTrouble,
        certificateEnd,
        twins);
  }

  private Optional<ServerVersion> refusedVersion() {
    Matcher told = REFUSED_VERSION.matcher(String.valueOf(trouble));
    return told.matches() ? Optional.of(ServerVersion.parse(told.group(1))) : Optional.empty();
  }

  /** Takes back what was left there. */
  @Override
  public void close() {
    if (trouble == null) {
      Optional<String> unusedMark = failure(() -> Answers.join(store.delete(mark)));
      Optional<String> unusedProbe = failure(() -> Answers.join(store.delete(probe)));
    }
    store.close();
  }
}
