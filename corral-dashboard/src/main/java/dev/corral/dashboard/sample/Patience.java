package dev.corral.dashboard.sample;

import dev.corral.fault.DeadlineExceededException;
import java.time.Duration;

/** How long an answer is waited for, and what is said when there is none. */
final class Patience {
  static final Duration LENGTH = Duration.ofMillis(750);
  static final String OVER = "no answer within " + LENGTH.toMillis() + " ms";

  private static final String AFTER_TIME_SPENT = " ms: ";

  private Patience() {}

  /** Why there is no answer, in a few words: what was asked, and for how long, is known. */
  static String why(Throwable fault) {
    if (fault instanceof DeadlineExceededException) {
      return OVER;
    }
    String message = fault.getMessage();
    if (message == null) {
      return fault.getClass().getSimpleName();
    }
    int reason = message.indexOf(AFTER_TIME_SPENT);
    return reason < 0 ? message : message.substring(reason + AFTER_TIME_SPENT.length());
  }
}
