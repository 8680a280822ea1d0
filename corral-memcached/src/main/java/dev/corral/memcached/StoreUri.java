package dev.corral.memcached;

import static java.util.Map.entry;

import dev.corral.fault.ConfigurationException;
import dev.corral.memcached.discovery.NameServer;
import dev.corral.ring.Dialect;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import dev.corral.ring.ServerListException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a URI says: {@code memcached://host:port,host:port=weight,unix:/path?option=value&...}, or
 * {@code memcached://?file=/path} and the like where they are found elsewhere;
 * {@code memcacheds://} with TLS. All stands as it is, nothing is percent-encoded.
 *
 * @param servers the servers, unless they are found elsewhere
 * @param file the file of the servers
 * @param discovery what finds the servers
 * @param options what the URI changes of the options
 */
record StoreUri(
    Optional<ServerList> servers,
    Optional<Path> file,
    Optional<Discovery> discovery,
    UnaryOperator<MemcachedOptions> options) {
  private static final String BEGINNING = "memcached://";
  private static final String ENCRYPTED_BEGINNING = "memcacheds://";

  /** How many failures in a row make a server count as down, unless the URI says. */
  private static final int FAILURES = 5;

  private static final Pattern DURATION = Pattern.compile("([0-9]{1,15})(ms|s|m)");

  /** The options that are read each by itself. */
  private static final Map<String, Function<String, UnaryOperator<MemcachedOptions>>> SETTINGS =
      Map.ofEntries(
          entry("dialect", setting(Dialect::parse, MemcachedOptions::dialect)),
          entry("deadline", setting(StoreUri::duration, MemcachedOptions::deadline)),
          entry(
              "connectionsPerNode",
              setting(StoreUri::number, MemcachedOptions::connectionsPerNode)),
          entry("maxInFlight", setting(StoreUri::number, MemcachedOptions::maxInFlight)),
          entry("maxBytesInFlight", setting(StoreUri::large, MemcachedOptions::maxBytesInFlight)),
          entry("whenFull", setting(StoreUri::whenFull, MemcachedOptions::whenFull)),
          entry("connectTimeout", setting(StoreUri::duration, MemcachedOptions::connectTimeout)),
          entry(
              "reconnectLeast",
              setting(
                  StoreUri::duration,
                  (options, time) -> options.reconnectAfter(time, options.reconnectMost()))),
          entry(
              "reconnectMost",
              setting(
                  StoreUri::duration,
                  (options, time) -> options.reconnectAfter(options.reconnectLeast(), time))),
          entry("substituteTtl", setting(StoreUri::duration, MemcachedOptions::substituteTtl)),
          entry("journalKeys", setting(StoreUri::number, MemcachedOptions::journalKeys)),
          entry("maxItemBytes", setting(StoreUri::number, MemcachedOptions::maxItemBytes)),
          entry("drainTimeout", setting(StoreUri::duration, MemcachedOptions::drainTimeout)),
          entry("ioThreads", setting(StoreUri::number, MemcachedOptions::ioThreads)),
          entry(
              "serverFileInterval",
              setting(StoreUri::duration, MemcachedOptions::serverFileInterval)),
          entry(
              "discoveryInterval",
              setting(StoreUri::duration, MemcachedOptions::discoveryInterval)),
          entry("nameServer", setting(StoreUri::nameServer, MemcachedOptions::nameServer)),
          entry(
              "passwordFile",
              setting(
                  StoreUri::path, (options, file) -> options.credentials(Credentials.file(file)))));

  /** Those that only make sense together with others. */
  private static final List<String> JOINT = List.of(
      "file",
      "dns",
      "srv",
      "cluster",
      "failureMode",
      "failures",
      "spares",
      "tlsTrust",
      "tlsCertificate",
      "tlsKey",
      "tlsHostName");

  /** Those that stand in place of servers. */
  private static final List<String> SOURCES = List.of("file", "dns", "srv", "cluster");

  /**
   * Reads a URI.
   *
   * @throws ConfigurationException if it is wrong, naming all that is
   */
  static StoreUri parse(String uri) {
    if (uri.indexOf('@') >= 0) {
      // A password may hold anything, so no part of the URI is safe to repeat.
      throw new ConfigurationException("memcached store: the URI has an @ in it, but user and"
          + " password cannot be given there (passwordFile=/path is for them), nor can a path"
          + " with an @");
    }
    String lower = uri.toLowerCase(Locale.ROOT);
    if (lower.startsWith(ENCRYPTED_BEGINNING)) {
      return new Parser(uri, ENCRYPTED_BEGINNING).parse();
    }
    if (lower.startsWith(BEGINNING)) {
      return new Parser(uri, BEGINNING).parse();
    }
    int question = uri.indexOf('?');
    String shown = question < 0 ? uri : uri.substring(0, question) + "?…";
    throw new ConfigurationException(
        shown + ": expected a URI that begins with " + BEGINNING + " or " + ENCRYPTED_BEGINNING);
  }

  private static <T> Function<String, UnaryOperator<MemcachedOptions>> setting(
      Function<String, T> parsing, BiFunction<MemcachedOptions, T, MemcachedOptions> change) {
    return text -> {
      T value = parsing.apply(text);
      return options -> change.apply(options, value);
    };
  }

  private static Duration duration(String text) {
    Matcher parts = DURATION.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("expected a time such as 500ms, 10s or 5m");
    }
    long count = Long.parseLong(parts.group(1));
    return switch (parts.group(2)) {
      case "ms" -> Duration.ofMillis(count);
      case "s" -> Duration.ofSeconds(count);
      default -> Duration.ofMinutes(count);
    };
  }

  private static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("expected a whole number up to " + Integer.MAX_VALUE, e);
    }
  }

  private static long large(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("expected a whole number", e);
    }
  }

  private static WhenFull whenFull(String text) {
    return switch (text) {
      case "fail" -> WhenFull.FAIL;
      case "wait" -> WhenFull.WAIT;
      default -> throw new IllegalArgumentException("expected fail or wait");
    };
  }

  private static Path path(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("expected a path");
    }
    return Path.of(text);
  }

  private static String nameServer(String text) {
    Server unused = NameServer.parse(text);
    return text;
  }

  private static String word(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("expected a name");
    }
    return text;
  }

  /** Reads one URI and collects all that is wrong with it. */
  private static final class Parser {
    private final String uri;
    private final String beginning;
    private final boolean isEncrypted;
    /**
     * The URI for messages, without the values of options that there are not: any may be secret.
     */
    private String shown;

    private final List<String> problems = new ArrayList<>();
    private final Set<String> given = new HashSet<>();
    private final Map<String, String> joint = new HashMap<>();
    private UnaryOperator<MemcachedOptions> change = options -> options;

    Parser(String uri, String beginning) {
      this.uri = uri;
      this.beginning = beginning;
      this.isEncrypted = beginning.equals(ENCRYPTED_BEGINNING);
      this.shown = uri;
    }

    StoreUri parse() {
      String rest = uri.substring(beginning.length());
      int question = rest.indexOf('?');
      String list = question < 0 ? rest : rest.substring(0, question);
      ServerList servers = list.isEmpty() ? null : attempt(() -> ServerList.parseAddresses(list));
      if (question >= 0) {
        readOptions(rest.substring(question + 1));
      }
      Path file = jointValue("file", StoreUri::path);
      Discovery discovery = readDiscovery();
      requireOneSource(!list.isEmpty());
      readFailureMode();
      readTls();
      problems.addAll(change.apply(MemcachedOptions.DEFAULTS).problems());
      if (!problems.isEmpty()) {
        throw new ConfigurationException(shown + ": " + String.join("; ", problems));
      }
      return new StoreUri(
          Optional.ofNullable(servers),
          Optional.ofNullable(file),
          Optional.ofNullable(discovery),
          change);
    }

    private @Nullable Discovery readDiscovery() {
      Discovery dns = jointValue("dns", Discovery::dns);
      Discovery srv = jointValue("srv", Discovery::srv);
      Discovery cluster = jointValue("cluster", Discovery::cluster);
      return dns != null ? dns : srv != null ? srv : cluster;
    }

    private void requireOneSource(boolean hasServers) {
      List<String> sources = new ArrayList<>(SOURCES);
      sources.retainAll(joint.keySet());
      if (hasServers) {
        sources.add(0, "servers");
      }
      if (sources.isEmpty()) {
        problems.add("there is no server: expected " + beginning + "host:port, or " + beginning
            + "? with one of " + String.join(", ", SOURCES));
      } else if (sources.size() > 1) {
        problems.add("there are " + String.join(" and ", sources) + ": expected only one of them");
      } else if (!sources.contains("file")) {
        refuse("serverFileInterval", "file");
      }
      if (sources.equals(List.of("servers")) || sources.equals(List.of("file"))) {
        refuse("discoveryInterval", "dns, srv and cluster");
      }
    }

    private void readTls() {
      Path trust = jointValue("tlsTrust", StoreUri::path);
      Path certificate = jointValue("tlsCertificate", StoreUri::path);
      Path key = jointValue("tlsKey", StoreUri::path);
      String hostName = jointValue("tlsHostName", StoreUri::word);
      if (joint.containsKey("tlsCertificate") != joint.containsKey("tlsKey")) {
        problems.add("tlsCertificate and tlsKey need each other");
      }
      if (!isEncrypted) {
        List.of("tlsTrust", "tlsCertificate", "tlsKey", "tlsHostName")
            .forEach(name -> refuse(name, ENCRYPTED_BEGINNING));
        return;
      }
      add(MemcachedOptions::tls);
      add(trust == null ? null : options -> options.tls(tls -> tls.trust(trust)));
      add(
          certificate == null || key == null
              ? null
              : options -> options.tls(tls -> tls.identity(certificate, key)));
      add(hostName == null ? null : options -> options.tls(tls -> tls.hostName(hostName)));
    }

    private void readOptions(String query) {
      List<String> shownPairs = new ArrayList<>();
      for (String pair : query.split("&", -1)) {
        int equals = pair.indexOf('=');
        String name = equals < 0 ? pair : pair.substring(0, equals);
        String value = equals < 0 ? "" : pair.substring(equals + 1);
        Function<String, UnaryOperator<MemcachedOptions>> setting = SETTINGS.get(name);
        boolean isKnown = setting != null || JOINT.contains(name);
        shownPairs.add(isKnown || equals < 0 ? pair : name + "=…");
        if (!isKnown) {
          problems.add("there is no option '" + name + "', only " + names());
        } else if (!given.add(name)) {
          problems.add(name + " is given more than once");
        } else if (setting == null) {
          joint.put(name, value);
        } else {
          add(read(name, value, setting));
        }
      }
      shown = uri.substring(0, uri.length() - query.length()) + String.join("&", shownPairs);
    }

    private static String names() {
      TreeSet<String> names = new TreeSet<>(SETTINGS.keySet());
      names.addAll(JOINT);
      return String.join(", ", names);
    }

    private void readFailureMode() {
      String mode = joint.getOrDefault("failureMode", "fail-fast");
      Integer given = jointValue("failures", StoreUri::number);
      ServerList spares = jointValue("spares", ServerList::parseAddresses);
      int failures = given == null ? FAILURES : given;
      switch (mode) {
        case "fail-fast" -> {
          refuse("failures", "failureMode=eject and failureMode=gutter");
          refuse("spares", "failureMode=gutter");
          add(joint.containsKey("failureMode") ? MemcachedOptions::failFast : null);
        }
        case "eject" -> {
          refuse("spares", "failureMode=gutter");
          add(options -> options.ejecting(failures));
        }
        case "gutter" -> {
          if (!joint.containsKey("spares")) {
            problems.add("failureMode=gutter needs spares, as in spares=host:port,host:port");
          }
          add(spares == null ? null : options -> options.guttering(failures, spares));
        }
        default ->
          problems.add("failureMode is '" + mode + "': expected fail-fast, eject or gutter");
      }
    }

    private void refuse(String name, String modes) {
      if (given.contains(name)) {
        problems.add(name + " is only for " + modes);
      }
    }

    private void add(@Nullable UnaryOperator<MemcachedOptions> next) {
      if (next != null) {
        UnaryOperator<MemcachedOptions> before = change;
        change = options -> next.apply(before.apply(options));
      }
    }

    private <T> @Nullable T jointValue(String name, Function<String, T> parsing) {
      String value = joint.get(name);
      return value == null ? null : read(name, value, parsing);
    }

    private <T> @Nullable T read(String name, String value, Function<String, T> parsing) {
      int before = problems.size();
      T read = attempt(() -> parsing.apply(value));
      problems
          .subList(before, problems.size())
          .replaceAll(problem -> name + " is '" + value + "': " + problem);
      return read;
    }

    private <T> @Nullable T attempt(Supplier<T> reading) {
      try {
        return reading.get();
      } catch (ServerListException e) {
        problems.addAll(e.problems());
      } catch (ConfigurationException | IllegalArgumentException e) {
        problems.add(String.valueOf(e.getMessage()));
      }
      return null;
    }
  }
}
