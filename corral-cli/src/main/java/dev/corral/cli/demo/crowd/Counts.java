package dev.corral.cli.demo.crowd;

import dev.corral.metric.CacheEvent.Kind;
import dev.corral.metric.CacheStats;
import dev.corral.metric.CorralStats;
import dev.corral.metric.Latencies;
import dev.corral.metric.LatencyHistogram;
import dev.corral.metric.NamespaceStats;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes what a corral has counted on a line, and reads it. Names are the demo's own: there are no
 * separators in them. Atomic caches, which it has none of, are left out.
 */
/* format
 *
 *   NAMESPACES { " " CACHE }
 *
 *   NAMESPACES  reads "," look-ups "," needless { ":" FIELD "=" invalidations }
 *   CACHE       NAME ":" counts, in the order of their kinds ":" loads ":" waits
 *
 * Numbers are separated by commas; of loads and waits there is one for each, in nanoseconds.
 */
final class Counts {
  private static final int CACHE_PARTS = 4;

  private Counts() {}

  static String line(CorralStats stats) {
    return Stream.concat(
            Stream.of(word(stats.namespaces())),
            stats.caches().entrySet().stream().map(cache -> word(cache.getKey(), cache.getValue())))
        .collect(Collectors.joining(" "));
  }

  private static String word(NamespaceStats namespaces) {
    return Stream.concat(
            Stream.of(
                line(Stream.of(namespaces.reads(), namespaces.lookUps(), namespaces.needless()))),
            namespaces.invalidations().entrySet().stream()
                .map(field -> field.getKey() + "=" + field.getValue()))
        .collect(Collectors.joining(":"));
  }

  private static String word(String name, CacheStats cache) {
    return String.join(
        ":",
        name,
        line(Arrays.stream(Kind.values()).map(cache::count)),
        line(cache.loads().durations().map(Duration::toNanos)),
        line(cache.waits().durations().map(Duration::toNanos)));
  }

  static CorralStats parse(String line) {
    String[] words = line.split(" ", -1);
    Map<String, CacheStats> caches = new TreeMap<>();
    for (String word : Arrays.asList(words).subList(1, words.length)) {
      String[] parts = word.split(":", CACHE_PARTS);
      caches.put(
          parts[0],
          CacheStats.of(counts(numbers(parts[1])), latencies(parts[2]), latencies(parts[3])));
    }
    return new CorralStats(caches, CorralStats.NONE.atomicCaches(), namespaces(words[0]));
  }

  private static NamespaceStats namespaces(String word) {
    String[] parts = word.split(":", -1);
    List<Long> numbers = numbers(parts[0]);
    Map<String, Long> invalidations = Arrays.stream(parts)
        .skip(1)
        .map(field -> field.split("=", 2))
        .collect(Collectors.toMap(field -> field[0], field -> Long.valueOf(field[1])));
    return new NamespaceStats(numbers.get(0), numbers.get(1), numbers.get(2), invalidations);
  }

  private static Map<Kind, Long> counts(List<Long> numbers) {
    Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    Kind[] kinds = Kind.values();
    for (int i = 0; i < kinds.length; i++) {
      counts.put(kinds[i], numbers.get(i));
    }
    return counts;
  }

  private static Latencies latencies(String part) {
    LatencyHistogram histogram = new LatencyHistogram();
    numbers(part).forEach(histogram::record);
    return histogram.snapshot();
  }

  static String line(Stream<Long> numbers) {
    return numbers.map(String::valueOf).collect(Collectors.joining(","));
  }

  static List<Long> numbers(String line) {
    return line.isEmpty()
        ? List.of()
        : Arrays.stream(line.split(",", -1)).map(Long::valueOf).toList();
  }
}
