package dev.corral.store;

import dev.corral.check.Argument;
import dev.corral.key.Key;
import dev.corral.time.Ttl;
import org.jspecify.annotations.Nullable;

/**
 * Removes an item, or marks it stale: the value can still be read, one reader is asked to compute
 * the next, and the CAS changes, so that whoever was computing it before can no longer store.
 */
public final class Delete implements Operation<DeleteOutcome> {
  private final Key key;
  private final @Nullable Cas cas;
  private final boolean markingStale;
  private final @Nullable Ttl ttl;

  private Delete(Key key, @Nullable Cas cas, boolean markingStale, @Nullable Ttl ttl) {
    this.key = Argument.required("key", key);
    this.cas = cas;
    this.markingStale = markingStale;
    this.ttl = ttl;
  }

  /**
   * Removes the item.
   *
   * @param key whose item
   * @return the operation
   */
  public static Delete of(Key key) {
    return new Delete(key, null, false, null);
  }

  /**
   * Only if the item has not changed since; otherwise the outcome is {@link DeleteOutcome#EXISTS}.
   *
   * @param cas the state that the item must be in
   * @return the operation so refined
   */
  public Delete ifCas(Cas cas) {
    return new Delete(key, Argument.required("cas", cas), markingStale, ttl);
  }

  /**
   * Marks the item stale instead of removing it. Its remaining life stays.
   *
   * @return the operation so refined
   */
  public Delete markingStale() {
    return new Delete(key, cas, true, null);
  }

  /**
   * Marks the item stale instead of removing it, and gives it a new life.
   *
   * @param ttl how long it lives from now on; not for ever, for stale items must end
   * @return the operation so refined
   */
  public Delete markingStale(Ttl ttl) {
    if (!Argument.required("ttl", ttl).isLimited()) {
      throw new IllegalArgumentException("a stale item must end");
    }
    return new Delete(key, cas, true, ttl);
  }

  @Override
  public Key key() {
    return key;
  }

  /**
   * The state that the item must be in.
   *
   * @return the CAS, or null for any
   */
  public @Nullable Cas cas() {
    return cas;
  }

  /**
   * Whether the item is marked stale rather than removed.
   *
   * @return false by default
   */
  public boolean isMarkingStale() {
    return markingStale;
  }

  /**
   * The life that a stale item is given.
   *
   * @return the ttl, or null to leave it as it is
   */
  public @Nullable Ttl ttl() {
    return ttl;
  }

  @Override
  public String toString() {
    return (markingStale ? "mark stale " : "delete ") + key + (cas == null ? "" : " if cas " + cas);
  }
}
