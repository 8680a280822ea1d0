package dev.corral.namespace;

import dev.corral.check.Argument;
import dev.corral.fault.ConfigurationException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * How namespaces are kept. Immutable: each change yields new options. Values out of range are found
 * when namespaces are made with them, all at once. The prefix and the evidence's size must be the
 * same in all processes; a process that finds others' to differ says so and does nothing.
 */
public final class NamespaceOptions implements Cloneable {
  private static final int LONGEST_PREFIX = 50;
  private static final int MOST_BYTES = 8192;
  private static final Duration SHORTEST_PERIOD = Duration.ofMillis(1);
  private static final Duration LONGEST_PERIOD = Duration.ofDays(7);

  private String prefix = "___";
  private boolean evidence = true;
  private int evidenceBytes = 80;
  private double leastQuality = 0.5;
  private Duration rollingPeriod = Duration.ofMinutes(3);
  private Duration maxAge = Duration.ZERO;

  NamespaceOptions() {}

  /**
   * What the keys of generations begin with.
   *
   * @param text {@code ___} by default; 1 to 50 bytes
   * @return the options so changed
   */
  public NamespaceOptions prefix(String text) {
    Argument.required("prefix", text);
    return with(to -> to.prefix = text);
  }

  /**
   * Whether evidence is kept of which namespaces have been touched. Without it each read looks up
   * the generations of all its namespaces, and there is no rolling flush.
   *
   * @param kept true by default
   * @return the options so changed
   */
  public NamespaceOptions evidence(boolean kept) {
    return with(to -> to.evidence = kept);
  }

  /**
   * How large the evidence is. With 80 bytes and 100 namespaces touched since the last flush, 7 %
   * of the others are looked up for nothing.
   *
   * @param bytes 80 by default; 1 to 8192
   * @return the options so changed
   */
  public NamespaceOptions evidenceBytes(int bytes) {
    return with(to -> to.evidenceBytes = bytes);
  }

  /**
   * When a rolling flush begins by itself: once the evidence's {@linkplain Evidence#quality
   * quality} has become less.
   *
   * @param quality 0.5 by default, when half of the look-ups are needless; 0, for never, to 1
   * @return the options so changed
   */
  public NamespaceOptions resetWhenMuddled(double quality) {
    return with(to -> to.leastQuality = quality);
  }

  /**
   * How long a rolling flush takes that begins by itself, or because the servers have changed.
   *
   * @param period 180 s by default; 1 ms to 7 days
   * @return the options so changed
   */
  public NamespaceOptions rollingPeriod(Duration period) {
    Argument.required("rollingPeriod", period);
    return with(to -> to.rollingPeriod = period);
  }

  /**
   * Trusts what this process has read for a while, so that most reads ask for nothing but the
   * value. Another process's invalidation may not be seen for so long; this process's own is. A
   * value is never loaded or thrown out because of what is only trusted.
   *
   * @param maxAge 0, strict, by default; at most 7 days
   * @return the options so changed
   */
  public NamespaceOptions relaxed(Duration maxAge) {
    Argument.required("maxAge", maxAge);
    return with(to -> to.maxAge = maxAge);
  }

  private NamespaceOptions with(Consumer<NamespaceOptions> change) {
    try {
      NamespaceOptions copy = (NamespaceOptions) clone();
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns these options if they make sense, and names all that does not. */
  NamespaceOptions validated() {
    List<String> problems = new ArrayList<>();
    int length = prefix.getBytes(StandardCharsets.UTF_8).length;
    if (length < 1 || length > LONGEST_PREFIX) {
      problems.add("prefix must have 1 to 50 bytes, but has " + length);
    }
    if (evidenceBytes < 1 || evidenceBytes > MOST_BYTES) {
      problems.add("evidenceBytes must be 1 to 8192, but is " + evidenceBytes);
    }
    if (!(leastQuality >= 0 && leastQuality <= 1)) {
      problems.add("resetWhenMuddled must be from 0 to 1, but is " + leastQuality);
    }
    if (rollingPeriod.compareTo(SHORTEST_PERIOD) < 0
        || rollingPeriod.compareTo(LONGEST_PERIOD) > 0) {
      problems.add("rollingPeriod must be 1 ms to 7 days, but is " + rollingPeriod);
    }
    if (maxAge.isNegative() || maxAge.compareTo(LONGEST_PERIOD) > 0) {
      problems.add("relaxed must be 0 to 7 days, but is " + maxAge);
    }
    if (!problems.isEmpty()) {
      throw new ConfigurationException("the namespaces' options: " + String.join("; ", problems));
    }
    return this;
  }

  String prefix() {
    return prefix;
  }

  boolean hasEvidence() {
    return evidence;
  }

  /** How large the evidence's filter is. */
  int bytes() {
    return evidence ? evidenceBytes : 0;
  }

  Duration rollingPeriod() {
    return rollingPeriod;
  }

  boolean isRelaxed() {
    return !maxAge.isZero();
  }

  /** Whether what was asked for so many nanoseconds ago is young enough. */
  boolean trusts(long age) {
    return isRelaxed() && age <= maxAge.toNanos();
  }

  boolean isMuddled(Filter filter) {
    return evidence && filter.quality() < leastQuality;
  }

  static Duration longestPeriod() {
    return LONGEST_PERIOD;
  }
}
