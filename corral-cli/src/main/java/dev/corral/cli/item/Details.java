package dev.corral.cli.item;

import dev.corral.cli.terminal.Terminal;
import dev.corral.codec.Envelope;
import dev.corral.key.Key;
import dev.corral.store.Item;
import dev.corral.store.Lease;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an item besides its value.
 *
 * @param server where it is
 * @param content what it is to a reader
 */
record Details(Key key, String server, Item item, Content content) {
  /** For programs. The ttl is in seconds, and null if it has no end. */
  Map<String, @Nullable Object> fields() {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("key", key.toString());
    fields.put("server", server);
    fields.put("bytes", item.value().length);
    fields.put("ttl", item.expires() ? item.remaining().toSeconds() : null);
    fields.put("flags", Integer.toUnsignedLong(item.flags()));
    fields.put("cas", item.hasCas() ? item.cas().toString() : null);
    fields.put("state", state());
    fields.put("cached", content.envelope().map(this::cached).orElse(null));
    return fields;
  }

  /** For people: a line each, without what there is nothing to say about. */
  String text() {
    Map<String, @Nullable Object> fields = fields();
    fields.put("ttl", item.expires() ? seconds(item.remaining()) + " left" : "without end");
    return fields.entrySet().stream()
        .filter(field -> field.getValue() != null)
        .map(field -> Terminal.format("%-7s %s%n", field.getKey(), field.getValue()))
        .collect(Collectors.joining());
  }

  private String state() {
    if (content.isPlaceholder()) {
      return "no value yet: somebody computes it";
    }
    String lease = item.lease() == Lease.LOST ? "somebody recomputes it" : "nobody recomputes it";
    if (item.isStale()) {
      return "marked stale, " + lease;
    }
    return item.lease() == Lease.LOST ? "valid, " + lease : "valid";
  }

  /** What a cache reads off an envelope; whether its namespaces are as they were is not known. */
  private String cached(Envelope envelope) {
    String loaded =
        envelope.loadTime().isZero() ? "" : ", loaded in " + envelope.loadTime().toMillis() + " ms";
    String stamped = envelope.stamp() == 0 ? "" : ", in namespaces";
    return (envelope.isAbsent() ? "that there is no value" : content.value().length + " bytes")
        + ", " + freshness(envelope) + loaded + stamped;
  }

  private String freshness(Envelope envelope) {
    if (!item.expires() || !envelope.ttl().isLimited()) {
      return "fresh without end";
    }
    Duration fresh = item.remaining().minus(envelope.span());
    return fresh.isNegative()
        ? "expired " + seconds(fresh.negated()) + " ago"
        : "fresh for " + seconds(fresh);
  }

  private static String seconds(Duration time) {
    return time.toSeconds() + " s";
  }
}
