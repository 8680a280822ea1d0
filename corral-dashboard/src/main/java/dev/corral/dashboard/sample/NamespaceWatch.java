package dev.corral.dashboard.sample;

import dev.corral.metric.NamespaceStats;
import dev.corral.namespace.Evidence;
import dev.corral.namespace.Namespaces;
import dev.corral.namespace.Roll;
import dev.corral.time.Ticker;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Watches namespaces: reads their evidence, and tells what was counted of them. */
final class NamespaceWatch {
  private final Inquiry<Optional<Evidence>> inquiry;

  NamespaceWatch(Ticker ticker) {
    this.inquiry = new Inquiry<>(ticker);
  }

  /** Has the evidence be read. */
  void ask(Optional<Namespaces> namespaces, Executor threads) {
    if (namespaces.isPresent()) {
      inquiry.ask(threads, namespaces.get().async()::peekEvidence);
    } else {
      inquiry.forget();
    }
  }

  /** Forgets what was read, since nobody looks. */
  void rest() {
    inquiry.forget();
  }

  /** What is known of the evidence. */
  Map<String, @Nullable Object> evidence(Instant now) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put(
        "evidence",
        inquiry
            .answer()
            .flatMap(found -> found)
            .map(found -> evidence(found, now))
            .orElse(null));
    row.put(
        "fault",
        inquiry.isLate() ? Patience.OVER : inquiry.fault().map(Patience::why).orElse(null));
    return row;
  }

  private static Map<String, @Nullable Object> evidence(Evidence evidence, Instant now) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("epoch", evidence.epoch().toString());
    row.put("bits", evidence.bits());
    row.put("touchedBits", evidence.touchedBits());
    row.put("fill", evidence.fill());
    row.put("quality", evidence.quality());
    row.put("touched", evidence.touchedNamespaces());
    row.put("flush", evidence.roll().map(roll -> flush(roll, now)).orElse(null));
    return row;
  }

  private static Map<String, Object> flush(Roll roll, Instant now) {
    return Map.of(
        "start", roll.start().toEpochMilli(),
        "end", roll.end().toEpochMilli(),
        "progress", roll.progress(now));
  }

  /** What was counted, in all and in the span. */
  static Map<String, Object> counts(NamespaceStats now, NamespaceStats since, Span span) {
    List<Object> invalidations = new ArrayList<>();
    new TreeMap<>(now.invalidations())
        .forEach((field, total) -> invalidations.add(Map.of(
            "field",
            field,
            "rate",
            span.rate(since.invalidations().getOrDefault(field, 0L)),
            "total",
            total)));
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("reads", span.rate(since.reads()));
    row.put("lookUps", span.rate(since.lookUps()));
    row.put("needless", span.rate(since.needless()));
    row.put("invalidations", invalidations);
    return row;
  }
}
