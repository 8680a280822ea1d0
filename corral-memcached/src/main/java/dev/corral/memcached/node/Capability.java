package dev.corral.memcached.node;

/**
 * What only newer servers can do. It goes by the server's version and is never found out by trying,
 * since older servers silently ignore some of the flags that they don't know.
 */
public enum Capability {
  /**
   * To append or prepend to an item that isn't there, which creates it with the ttl that {@code N}
   * gives: {@code ms k 3 MA N60}. From 1.6.20; before, {@code N} is ignored and nothing is stored.
   */
  CREATING_APPEND(20),

  /**
   * To tell the size of the item that was stored: {@code ms k 3 s}. From 1.6.21; before 1.6.20,
   * {@code s} is ignored, and 1.6.20 itself answers {@code c} with {@code s}.
   */
  STORED_SIZE(21),

  /**
   * To give an item a CAS of the client's choice: {@code E} of {@code mg}, {@code ms}, {@code md}
   * and {@code ma}. From 1.6.27; before, it is refused.
   */
  GIVEN_CAS(27),

  /**
   * To delete a value but keep its item: {@code md k x}, or {@code md k I x T30} for a tombstone.
   * From 1.6.27; before, it is refused.
   */
  VALUE_DELETE(27),

  /**
   * To send a value only if its CAS is not the given one: {@code mg k v C123}. From 1.6.40; before,
   * {@code C} is ignored and the value is sent.
   */
  CONDITIONAL_GET(40);

  private final int patch; // of 1.6

  Capability(int patch) {
    this.patch = patch;
  }

  /**
   * The version from which on servers can do this.
   *
   * @return the oldest that can
   */
  public ServerVersion since() {
    return new ServerVersion(1, 6, patch);
  }

  /**
   * Whether a server can do this.
   *
   * @param version the server's version
   * @return true if the version is {@link #since} or later
   */
  public boolean of(ServerVersion version) {
    return version.isAtLeast(since());
  }
}
