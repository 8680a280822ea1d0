package dev.corral.dashboard.subject;

import dev.corral.metric.CorralStats;
import dev.corral.namespace.Namespaces;
import dev.corral.store.BasicStore;
import java.util.Optional;
import java.util.function.Consumer;

/** What a dashboard looks at. It is asked by one thread at a time. */
public interface Subject {
  /**
   * What is shown, in a few words.
   *
   * @return such as {@code the demo}, or where the store is
   */
  String title();

  /**
   * What was counted so far, wherever that was.
   *
   * @return a snapshot; empty if nothing is counted here, since the caches are in other processes
   */
  Optional<CorralStats> stats();

  /**
   * The store whose servers are shown.
   *
   * @return a memcached store for servers and a ring; any other has neither
   */
  BasicStore store();

  /**
   * The namespaces whose evidence is shown.
   *
   * @return those of this moment; empty if there are none to be shown
   */
  Optional<Namespaces> namespaces();

  /**
   * Says where a story is to be told, if the subject has one. Called once, before anybody looks.
   *
   * @param teller takes what the page is to know of the story, as maps, lists, numbers and words;
   *     each replaces the one before. Any thread may tell
   * @return whether there is a story
   */
  default boolean tellsStory(Consumer<Object> teller) {
    return false;
  }

  /**
   * How many pages look on has changed. Called by any thread; do little.
   *
   * @param viewers how many there are now
   */
  default void viewersAre(int viewers) {}
}
