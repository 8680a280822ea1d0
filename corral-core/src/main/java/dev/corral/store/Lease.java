package dev.corral.store;

/** What a {@link Get} learned about who computes the item's next value. */
public enum Lease {
  /** Nobody was asked to. */
  NONE,
  /** This caller was: it holds the lease, named by the item's CAS. */
  WON,
  /** Another caller was, before this one. */
  LOST
}
