package dev.corral.cli.demo.scene;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Watches the demo. It is told all by one thread, in the order of the methods here: what they throw
 * ends the demo.
 */
public interface Audience {
  /** Who takes part and where. Told once, first of all, unless it is stopped before. */
  void opens(Cast cast) throws IOException;

  /**
   * Something that takes a moment is being done before it can go on, such as starting processes.
   */
  void prepares(String what) throws IOException;

  /** A scene begins. */
  void begins(Scene scene) throws IOException;

  /** It is played this way from now on. */
  void plays(Scene scene, Way way) throws IOException;

  /** So it went in the last part of what is being played. */
  void sees(Sample sample) throws IOException;

  /** It has been played this way to its end. */
  void played(Scene scene, Way way, Figures figures) throws IOException;

  /** A scene has been played each way. */
  void ends(Result result) throws IOException;

  /**
   * It is over.
   *
   * @param results the scenes that were played each way
   * @param isStopped whether somebody had had enough before the end
   */
  void closes(List<Result> results, boolean isStopped) throws IOException;

  /**
   * Who takes part.
   *
   * @param processes how many processes the crowd has
   * @param callersEach how many callers each process has
   * @param rest how long a caller rests between two calls, on average
   * @param store what kind of cache it is, in one word, for machines: the scheme of its URI, or
   *     {@code embedded}
   * @param cache where the cache is, in a few words
   * @param connections how many connections to the database each process has
   * @param reads how many queries the database can work on at a time
   * @param queryTime how long a query takes there
   * @param patience how long a caller waits for a connection before that is an error
   * @param sample how long each part is of which a {@link Sample} tells
   * @param length how long each run of a scene takes
   */
  record Cast(
      int processes,
      int callersEach,
      Duration rest,
      String store,
      String cache,
      int connections,
      int reads,
      Duration queryTime,
      Duration patience,
      Duration sample,
      Duration length) {}

  /** What came of a scene, each way. */
  record Result(Scene scene, Map<Way, Figures> figures) {
    /** What came of it this way. */
    public Figures of(Way way) {
      return Objects.requireNonNull(figures.get(way), way.label());
    }
  }
}
