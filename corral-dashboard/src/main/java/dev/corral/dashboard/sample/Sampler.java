package dev.corral.dashboard.sample;

import dev.corral.dashboard.subject.Subject;
import dev.corral.dashboard.web.Question;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Looks at a subject each second, and tells what it sees: the topics {@code about}, {@code ring}
 * and {@code tick}. What the subject has of a story it passes on as {@code story}.
 */
public final class Sampler implements AutoCloseable {
  private final Subject subject;
  private final BiConsumer<String, Object> tell;

  /**
   * A sampler that has not begun.
   *
   * @param subject what to look at
   * @param tell takes a topic and what is to be known of it; each replaces the one before
   */
  public Sampler(Subject subject, BiConsumer<String, Object> tell) {
    this.subject = subject;
    this.tell = tell;
  }

  /** Begins: tells what there is at once, and looks each second from then on. */
  public void start() {
    boolean story = subject.tellsStory(told -> tell.accept("story", told));
    tell.accept("about", Map.of("title", subject.title(), "story", story));
  }

  /**
   * How many pages look on has changed. Servers are asked only while there are any; the subject is
   * told too. Any thread may call it.
   *
   * @param viewers how many there are now
   */
  public void viewersAre(int viewers) {
    subject.viewersAre(viewers);
  }

  /**
   * What the page may ask.
   *
   * @return by the path's last part: {@code history}, {@code key} and {@code preview}; any thread
   *     may ask
   */
  public Map<String, Question> questions() {
    return Map.of();
  }

  /** Looks no more, and stops its thread. The subject stays as it is. */
  @Override
  public void close() {}
}
