package dev.corral.queue;

import dev.corral.check.Argument;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done. Jobs of the same function and id are equal, and equal jobs are done once;
 * their payloads should then be equal too, for the first one's is used. Immutable.
 */
public final class Job {
  /** The most characters of a function's name. */
  public static final int LONGEST_FUNCTION = 200;

  /** The most characters of an id. */
  public static final int LONGEST_ID = 63;

  private final String function;
  private final String id;
  private final byte[] payload;

  private Job(String function, String id, byte[] payload) {
    this.function = function;
    this.id = id;
    this.payload = payload;
  }

  /**
   * A job.
   *
   * @param function what to do: 1 to 200 visible ASCII characters
   * @param id to what: 1 to 63 visible ASCII characters
   * @param payload what whoever does it needs to know
   * @return the job
   */
  public static Job of(String function, String id, byte[] payload) {
    return new Job(
        visible("function", function, LONGEST_FUNCTION),
        visible("id", id, LONGEST_ID),
        Argument.required("payload", payload).clone());
  }

  /**
   * Insists on a function's name, for those who implement a queue.
   *
   * @param name what the caller gave
   * @return the same
   * @throws IllegalArgumentException if it is none; see {@link #of}
   */
  public static String requireFunction(String name) {
    return visible("function", name, LONGEST_FUNCTION);
  }

  private static String visible(String name, String text, int longest) {
    Argument.required(name, text);
    if (text.isEmpty() || text.length() > longest) {
      throw new IllegalArgumentException(
          name + " must have 1 to " + longest + " characters, but has " + text.length());
    }
    if (!text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new IllegalArgumentException(name + " must consist of visible ASCII characters");
    }
    return text;
  }

  /**
   * What to do.
   *
   * @return the function's name
   */
  public String function() {
    return function;
  }

  /**
   * To what.
   *
   * @return the id, which tells it from other jobs of the function
   */
  public String id() {
    return id;
  }

  /**
   * What whoever does it needs to know.
   *
   * @return a copy
   */
  public byte[] payload() {
    return payload.clone();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Job job && function.equals(job.function) && id.equals(job.id);
  }

  @Override
  public int hashCode() {
    return 31 * function.hashCode() + id.hashCode();
  }

  /** The function and the id. */
  @Override
  public String toString() {
    return function + "/" + id;
  }
}
