package dev.corral.cache;

/** What becomes of the caller that is chosen to load, while there is an old value to serve. */
public enum Refresh {
  /** It is given the old value at once, and the load runs behind its back. */
  BACKGROUND,
  /** It loads, and is given the new value. */
  INLINE
}
