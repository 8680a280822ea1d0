package dev.corral.cli.demo.crowd;

import dev.corral.cli.demo.database.Page;
import dev.corral.cli.demo.scene.Plan;
import dev.corral.cli.demo.scene.Way;
import dev.corral.metric.CorralStats;
import java.sql.SQLException;
import java.time.Duration;

/**
 * An application's access to pages: from the cache, and where it must, from the database. Each
 * process of the crowd has one, and so has whoever leads it, for what is done to all that is
 * cached. Safe for use by many threads.
 */
public interface Frontend extends AutoCloseable {
  /** Opens one. */
  static Frontend open(Way way, Place place, Plan plan, Source source) {
    return switch (way) {
      case NAIVE -> new NaiveFrontend(place, plan, source);
      case CORRAL -> new CorralFrontend(place, plan, source);
    };
  }

  /** A page of a user, loaded if need be. Whatever it throws is an error to its caller. */
  Page get(int user, int page) throws Exception;

  /** Caches a page that was read elsewhere. */
  void put(int user, int page, Page row);

  /** The user's rows have changed: whatever is cached of him is to be seen no more. */
  void invalidate(int user);

  /**
   * All that is cached is to be loaded anew.
   *
   * @param period over how long, where that can be chosen
   */
  void flush(Duration period);

  /** A new version of the application, which knows nothing of what others have cached. */
  void deploy(int version);

  /** What its corral has counted so far; nothing, if it has none. */
  CorralStats stats();

  /** Removes from the cache what would be found there by this frontend. */
  void clear();

  @Override
  void close();

  /** Where pages come from. */
  @FunctionalInterface
  interface Source {
    /** A page, as it is now. */
    Page query(int user, int page) throws SQLException;
  }

  /**
   * Where they are cached.
   *
   * @param uri the store
   * @param prefix what all keys begin with
   */
  record Place(String uri, String prefix) {}
}
