package dev.corral.metric;

import dev.corral.key.Key;
import java.time.Duration;

/**
 * Something that happened in a cache. The same things are counted in its {@link CacheStats}.
 *
 * @param kind what happened
 * @param cache the name of the cache
 * @param key whose value
 * @param duration how long it took, for loads and waits; else zero
 */
public record CacheEvent(Kind kind, String cache, Key key, Duration duration) {
  /** What can happen in a cache. */
  public enum Kind {
    /** A caller was given a fresh value from the store. */
    HIT,
    /** A caller was given a value from the near cache. */
    NEAR_HIT,
    /** A caller was given an old value. */
    STALE,
    /** A caller found nothing that it could be given. */
    MISS,
    /** This process was chosen to load. */
    WON,
    /** A load has ended with a value, or with the answer that there is none. */
    LOADED,
    /** A load has failed, or was given up. */
    LOAD_FAILED,
    /** A caller found that somebody else is loading, and nothing to be given meanwhile. */
    LOST,
    /** A caller has waited for somebody else's load, and has its value or error. */
    WAITED,
    /** A load was taken over from a process that gave no sign of life. */
    STOLEN,
    /** A loaded value was not stored, since something newer had happened to its key. */
    FENCED,
    /** A caller has waited for as long as it would, and was sent to the fallback. */
    FELL_BACK,
    /** The store could not be asked, did not answer, or would not take a value. */
    STORE_ERROR
  }
}
