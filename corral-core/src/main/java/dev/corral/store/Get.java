package dev.corral.store;

import dev.corral.check.Argument;
import dev.corral.key.Key;
import dev.corral.time.Ttl;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Reads an item: its value and flags, and on demand its CAS and remaining life. It may also touch
 * the item, or take part in the turnstile that lets one caller compute while others wait:
 *
 * <ul>
 *   <li>With a {@linkplain #withLease lease}, a miss leaves a placeholder, an empty item with flags
 *       0, and the caller has won; later readers of the placeholder have lost.
 *   <li>With a {@linkplain #withRefreshAhead window}, one caller wins a live item whose remaining
 *       life is less than the window.
 *   <li>An item that was marked stale is won by whoever reads it first, whether or not that get
 *       asks for a lease.
 * </ul>
 *
 * An item is won once. Only what changes its CAS (a put, a stale mark) lets it be won again.
 *
 * <p>A {@linkplain #isPlain plain} get that is one of a {@linkplain Store#executeAll batch} may
 * tell nothing of leases and stale marks, and take no win.
 */
public final class Get implements Operation<GetOutcome> {
  private static final Duration WIDEST_WINDOW = Duration.ofDays(30);

  private final Key key;
  private final boolean valued;
  private final boolean detailed;
  private final @Nullable Ttl lease;
  private final @Nullable Duration window;
  private final @Nullable Ttl touch;

  private Get(
      Key key,
      boolean valued,
      boolean detailed,
      @Nullable Ttl lease,
      @Nullable Duration window,
      @Nullable Ttl touch) {
    if (lease != null && touch != null) {
      // A loser's touch would prolong the placeholder of a winner that may be dead.
      throw new IllegalArgumentException("a get can't both take a lease and touch");
    }
    this.key = Argument.required("key", key);
    this.valued = valued;
    this.detailed = detailed;
    this.lease = lease;
    this.window = window;
    this.touch = touch;
  }

  /**
   * Reads value and flags.
   *
   * @param key whose item
   * @return the operation
   */
  public static Get of(Key key) {
    return new Get(key, true, false, null, null, null);
  }

  /**
   * Reads all there is, and takes part in the turnstile: the same as
   * {@code of(key).withLease(lease).withRefreshAhead(window)}, in one step for those who ask often.
   *
   * @param key whose item
   * @param lease how long a placeholder lives, as in {@link #withLease}
   * @param window how long before its end an item may be won, as in {@link #withRefreshAhead}
   * @return the operation
   */
  public static Get leased(Key key, Ttl lease, Duration window) {
    return new Get(key, true, true, ending(lease), bounded(window), null);
  }

  /**
   * Leaves the value out: the item comes back with an empty one.
   *
   * @return the operation so refined
   */
  public Get withoutValue() {
    return new Get(key, false, detailed, lease, window, touch);
  }

  /**
   * Asks for the item's CAS and remaining life too.
   *
   * @return the operation so refined
   */
  public Get withDetails() {
    return new Get(key, valued, true, lease, window, touch);
  }

  /**
   * On a miss, leaves a placeholder and wins it. Implies {@link #withDetails}.
   *
   * @param ttl how long the placeholder lives if nothing is stored over it; not for ever, for
   *     nothing would ever replace a dead winner
   * @return the operation so refined
   */
  public Get withLease(Ttl ttl) {
    return new Get(key, valued, true, ending(ttl), window, touch);
  }

  private static Ttl ending(Ttl lease) {
    if (!Argument.required("ttl", lease).isLimited()) {
      throw new IllegalArgumentException("a lease must end");
    }
    return lease;
  }

  /**
   * Wins an item that lives for less than the window, if nobody has won it yet. Items without end
   * are never won so. Implies {@link #withDetails}.
   *
   * @param window how long before its end an item may be won, at most 30 days
   * @return the operation so refined
   */
  public Get withRefreshAhead(Duration window) {
    return new Get(key, valued, true, lease, bounded(window), touch);
  }

  private static Duration bounded(Duration window) {
    Argument.required("window", window);
    if (window.isNegative() || window.compareTo(WIDEST_WINDOW) > 0) {
      throw new IllegalArgumentException("window must be 0 to 30 days, but is " + window);
    }
    return window;
  }

  /**
   * Gives the item a new life from now on. Its CAS stays.
   *
   * @param ttl how long it lives
   * @return the operation so refined
   */
  public Get withTouch(Ttl ttl) {
    return new Get(key, valued, detailed, lease, window, Argument.required("ttl", ttl));
  }

  @Override
  public Key key() {
    return key;
  }

  /**
   * Whether it reads value and flags, and neither asks nor does anything else.
   *
   * @return true as {@link #of} makes it
   */
  public boolean isPlain() {
    return valued && !detailed && touch == null; // a lease and a window imply details
  }

  /**
   * Whether the value is wanted.
   *
   * @return true by default
   */
  public boolean isValued() {
    return valued;
  }

  /**
   * Whether CAS and remaining life are wanted.
   *
   * @return false by default
   */
  public boolean isDetailed() {
    return detailed;
  }

  /**
   * The life of the placeholder that a miss leaves.
   *
   * @return the ttl, or null for none
   */
  public @Nullable Ttl lease() {
    return lease;
  }

  /**
   * The refresh-ahead window.
   *
   * @return the window, or null for none
   */
  public @Nullable Duration refreshAhead() {
    return window;
  }

  /**
   * The life that the item is given.
   *
   * @return the ttl, or null for no touch
   */
  public @Nullable Ttl touch() {
    return touch;
  }

  @Override
  public String toString() {
    return "get " + key + (lease == null ? "" : " lease " + lease)
        + (window == null ? "" : " refresh ahead " + window)
        + (touch == null ? "" : " touch " + touch);
  }
}
