package dev.corral.metric;

import java.time.Duration;

/**
 * Something that happened in an atomic cache. The same things are counted in its
 * {@link AtomicCacheStats}.
 *
 * @param kind what happened
 * @param keyspace whose value
 * @param duration how long it took, for generations and waits; else zero
 */
public record AtomicCacheEvent(Kind kind, String keyspace, Duration duration) {
  /** What can happen in an atomic cache. */
  public enum Kind {
    /** A caller found the value of the present last modified time. */
    READ_PRESENT,
    /** A caller did not find it. */
    READ_NOT_PRESENT,
    /** A caller has run its generator, which may have failed. */
    GENERATED_BY_ME,
    /** A caller found that somebody else is generating, or has just done so. */
    GENERATED_BY_OTHER,
    /** A caller was given the last known value. */
    LAST_KNOWN_PRESENT,
    /** A caller wanted the last known value, and there was none. */
    LAST_KNOWN_NOT_PRESENT,
    /** A caller has waited for somebody else, whatever came of it. */
    WAIT_RUN,
    /** A caller has waited for as long as it would, and was sent to the fallback. */
    WAIT_GIVE_UP,
    /**
     * The store could not be asked, did not answer, or would not take a value: what is generated is
     * not stored.
     */
    STORE_ERROR
  }
}
