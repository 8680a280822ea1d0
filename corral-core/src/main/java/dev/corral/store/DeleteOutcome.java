package dev.corral.store;

/** What became of a {@link Delete}. */
public enum DeleteOutcome {
  /** The item was removed, or marked stale. */
  DELETED,
  /** There was no item. */
  NOT_FOUND,
  /** The item is not in the state of the CAS any more, and stays as it is. */
  EXISTS
}
