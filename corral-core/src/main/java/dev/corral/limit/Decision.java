package dev.corral.limit;

import dev.corral.check.Argument;
import dev.corral.fault.UnavailableException;
import java.time.Duration;

/** What a {@link Limiter} says to a request. */
public sealed interface Decision {
  /**
   * Whether the request may pass.
   *
   * @return true for {@link Allowed}, false for {@link Denied}, and for {@link Unavailable} what
   *     the options say
   */
  boolean isAllowed();

  /**
   * How many more permits there are at this moment, for all who ask.
   *
   * @return zero or more; zero if nobody can tell
   */
  long remaining();

  /**
   * How long to wait before trying for as many permits again. They will be there then, unless
   * others take them.
   *
   * @return zero if the request may pass, if it may be tried again at once, or if nobody can tell
   */
  Duration retryAfter();

  /**
   * There were permits enough, and they are taken.
   *
   * @param remaining how many are left
   */
  record Allowed(long remaining) implements Decision {
    @Override
    public boolean isAllowed() {
      return true;
    }

    @Override
    public Duration retryAfter() {
      return Duration.ZERO;
    }
  }

  /**
   * There were too few permits.
   *
   * @param remaining how many there are, fewer than were asked for unless too many asked at once
   * @param retryAfter how long to wait before trying again
   */
  record Denied(long remaining, Duration retryAfter) implements Decision {
    /**
     * Creates the decision.
     *
     * @param remaining how many there are
     * @param retryAfter how long to wait before trying again, not null
     */
    public Denied {
      Argument.required("retryAfter", retryAfter);
    }

    @Override
    public boolean isAllowed() {
      return false;
    }
  }

  /**
   * Nobody can tell: the store could not be asked, or did not answer. The permits may have been
   * taken all the same.
   *
   * @param isAllowed whether the request may pass, as the options say: true if they fail open
   * @param fault why
   */
  record Unavailable(boolean isAllowed, UnavailableException fault) implements Decision {
    /**
     * Creates the decision.
     *
     * @param isAllowed whether the request may pass
     * @param fault why nobody can tell, not null
     */
    public Unavailable {
      Argument.required("fault", fault);
    }

    @Override
    public long remaining() {
      return 0;
    }

    @Override
    public Duration retryAfter() {
      return Duration.ZERO;
    }
  }
}
