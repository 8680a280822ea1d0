package dev.corral.cli.demo.scene;

/**
 * Something that happens during a scene.
 *
 * @param at when, as a share of the scene's length, 0 to 1
 * @param kind what it is
 * @param note the same in a few words, for the audience
 */
public record Event(double at, Kind kind, String note) {
  /** What can happen. */
  public enum Kind {
    /** From now on every query fails. */
    DATABASE_FAILS,
    /** Queries are answered again. */
    DATABASE_RECOVERS,
    /** A cache server dies, with all that it holds. */
    NODE_DIES,
    /** It comes back, empty. */
    NODE_RETURNS,
    /** The rows of a user change, and all that is cached of him is invalidated. */
    USER_CHANGES,
    /** All that is cached is flushed. */
    FLUSH,
    /** A deploy changes the version that is part of each key: nothing is cached. */
    DEPLOY
  }
}
