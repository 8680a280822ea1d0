package dev.corral.store;

/** There is no item. */
public enum Miss implements GetOutcome {
  /** The only one: a miss has nothing to tell. */
  MISS
}
