package dev.corral.dashboard.web;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers a question of the page. Any thread may ask. */
@FunctionalInterface
public interface Question {
  /**
   * Answers.
   *
   * @param parameters what is asked about, by name
   * @return maps, lists, numbers, truths and words
   * @throws IllegalArgumentException if the question makes no sense, saying why
   * @throws dev.corral.fault.ConfigurationException likewise
   */
  @Nullable
  Object ask(Map<String, String> parameters);
}
