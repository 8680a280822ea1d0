package dev.corral.it;

import java.util.List;

/**
 * What a JVM runs that {@link Jvms} starts: a class of the tests, with a constructor for nothing.
 */
public interface Worker {
  /**
   * Runs in the JVM's main thread; when it returns the JVM ends, whatever other threads do.
   *
   * @param parent the test, for commands and reports
   * @param arguments those that the test gave
   * @throws Exception to end as failed; so does an exception that nobody catches in any thread
   */
  void run(Parent parent, List<String> arguments) throws Exception;
}
