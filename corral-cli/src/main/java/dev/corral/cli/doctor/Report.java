package dev.corral.cli.doctor;

import dev.corral.cli.terminal.Columns;
import dev.corral.cli.terminal.Terminal;
import dev.corral.dashboard.web.Json;
import dev.corral.memcached.node.ServerVersion;
import dev.corral.ring.Server;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What an examination has brought to light, for people or for programs. */
final class Report {
  private static final List<String> HEADS =
      List.of("server", "version", "up", "memory", "items", "connections", "p50", "p99");
  private static final String UNKNOWN = "-";
  private static final int LABEL = 10;
  private static final int LEAST_TEXT = 30;

  private final Examination examination;
  private final List<Finding> findings;

  Report(Examination examination, List<Finding> findings) {
    this.examination = examination;
    this.findings = findings;
  }

  /** The worst there is, if there is anything. */
  Optional<Severity> worst() {
    return findings.stream().map(Finding::severity).max(Severity::compareTo);
  }

  /** For people. */
  void print(Terminal terminal) throws IOException {
    StringBuilder text = new StringBuilder();
    for (Finding finding : findings) {
      append(text, finding, terminal);
    }
    String subjects = Checks.ALL.stream().map(Check::subject).collect(Collectors.joining(", "));
    text.append('\n').append(sum()).append('\n');
    if (findings.isEmpty()) {
      append(text, "checked", subjects, terminal);
    }
    terminal.print(
        "%s%s", servers(terminal), text.toString().replace("\n", System.lineSeparator()));
  }

  private String sum() {
    String found = Arrays.stream(Severity.values())
        .sorted((one, other) -> other.compareTo(one))
        .map(severity -> counted(severity.toString(), ofSeverity(severity)))
        .filter(count -> !count.startsWith("0"))
        .collect(Collectors.joining(", "));
    return (found.isEmpty() ? "nothing found" : found) + " in "
        + counted("check", Checks.ALL.size()) + " of "
        + counted("server", examination.servers().size());
  }

  private long ofSeverity(Severity severity) {
    return findings.stream().filter(finding -> finding.severity() == severity).count();
  }

  private static String counted(String noun, long number) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  private String servers(Terminal terminal) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADS);
    examination.servers().forEach(facts -> rows.add(row(facts)));
    return new Columns(rows).text(terminal.columns());
  }

  private static List<String> row(Facts facts) {
    return List.of(
        facts.server().toString(),
        facts.version().map(ServerVersion::toString).orElse(UNKNOWN),
        word(facts.general().number("uptime"), "%s")
            .map(unused -> Amounts.time(Duration.ofSeconds(facts.general().count("uptime"))))
            .orElse(facts.isExamined() ? UNKNOWN : "down"),
        facts
            .memoryShare()
            .map(share -> Amounts.percent(share) + " of "
                + Amounts.size(facts.general().count("limit_maxbytes")))
            .orElse(UNKNOWN),
        word(facts.general().number("curr_items"), "%,d").orElse(UNKNOWN),
        facts
            .connectionShare()
            .flatMap(unused -> word(facts.general().number("curr_connections"), "%,d"))
            .flatMap(open -> word(facts.connectionLimit(), open + " of %,d"))
            .orElse(UNKNOWN),
        facts.roundTrips().map(trips -> Amounts.time(trips.p50())).orElse(UNKNOWN),
        facts.roundTrips().map(trips -> Amounts.time(trips.p99())).orElse(UNKNOWN));
  }

  private static Optional<String> word(OptionalLong number, String format) {
    return number.isPresent()
        ? Optional.of(Terminal.format(format, number.getAsLong()))
        : Optional.empty();
  }

  private static void append(StringBuilder text, Finding finding, Terminal terminal) {
    String severity = finding.severity().toString();
    String servers =
        finding.servers().stream().map(Server::toString).collect(Collectors.joining(", "));
    String head = "  " + finding.name() + "  ";
    text.append('\n').append(terminal.hasColour() ? coloured(finding.severity()) : severity);
    text.append(head);
    append(text, severity.length() + head.length(), servers, terminal);
    append(text, "seen", finding.seen(), terminal);
    append(text, "effect", finding.effect(), terminal);
    append(text, "do", finding.advice(), terminal);
  }

  private static String coloured(Severity severity) {
    int colour = switch (severity) {
      case FAULT -> 31;
      case WARNING -> 33;
      case NOTE -> 36;
    };
    return "\u001b[" + colour + "m" + severity + "\u001b[0m";
  }

  private static void append(StringBuilder text, String label, String words, Terminal terminal) {
    text.append(Terminal.format("%-" + LABEL + "s", "  " + label));
    append(text, LABEL, words, terminal);
  }

  /** Words from a column on, broken between them where the line ends. */
  private static void append(StringBuilder text, int from, String words, Terminal terminal) {
    int end = Math.max(LABEL + LEAST_TEXT, terminal.columns() - 1);
    int column = from;
    String gap = "";
    for (String word : words.split(" ", -1)) {
      if (!gap.isEmpty() && column + gap.length() + word.length() > end) {
        text.append('\n').append(" ".repeat(LABEL));
        column = LABEL;
        gap = "";
      }
      text.append(gap).append(word);
      column += gap.length() + word.length();
      gap = " ";
    }
    text.append('\n');
  }

  /** For programs: one object on one line. What is not known is null. */
  String json() {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    object.put("worst", worst().map(Severity::toString).orElse(null));
    object.put("servers", examination.servers().stream().map(Report::object).toList());
    object.put("findings", findings.stream().map(Report::object).toList());
    object.put("checks", Checks.ALL.stream().map(Check::subject).toList());
    return Json.of(object);
  }

  private static Map<String, @Nullable Object> object(Facts facts) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    object.put("server", facts.server().toString());
    object.put("trouble", facts.trouble());
    object.put("version", facts.version().map(ServerVersion::toString).orElse(null));
    object.put("uptimeSeconds", number(facts.general().number("uptime")));
    object.put("bytes", number(facts.general().number("bytes")));
    object.put("maxBytes", number(facts.general().number("limit_maxbytes")));
    object.put("items", number(facts.general().number("curr_items")));
    object.put("connections", number(facts.general().number("curr_connections")));
    object.put("maxConnections", number(facts.connectionLimit()));
    object.put("p50Micros", facts.roundTrips().map(trips -> micros(trips.p50())).orElse(null));
    object.put("p99Micros", facts.roundTrips().map(trips -> micros(trips.p99())).orElse(null));
    object.put(
        "clockAheadMillis", facts.clock().map(clock -> clock.ahead().toMillis()).orElse(null));
    object.put("certificateEnd", facts.certificateEnd().map(Instant::toString).orElse(null));
    return object;
  }

  private static @Nullable Long number(OptionalLong told) {
    return told.isPresent() ? (Long) told.getAsLong() : null;
  }

  private static long micros(Duration time) {
    return time.toNanos() / 1000;
  }

  private static Map<String, Object> object(Finding finding) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("severity", finding.severity());
    object.put("name", finding.name());
    object.put("servers", finding.servers());
    object.put("seen", finding.seen());
    object.put("effect", finding.effect());
    object.put("do", finding.advice());
    return object;
  }
}
