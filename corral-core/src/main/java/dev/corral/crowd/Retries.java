package dev.corral.crowd;

import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.site.Site;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/** Tries again when others were faster: at once at first, then after a random while. */
public final class Retries {
  private static final int MOST = 100;
  private static final int AT_ONCE = 3;
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(10);

  private final Site site;

  public Retries(Site site) {
    this.site = site;
  }

  /**
   * Tries once more.
   *
   * @param key what others have changed
   * @param tries how often it was tried again before
   * @param next the next try, given how many there were then
   */
  public <T> CompletableFuture<T> again(
      Key key, int tries, IntFunction<CompletableFuture<T>> next) {
    if (tries == MOST) {
      return CompletableFuture.failedFuture(new UnavailableException(
          "others changed " + key + " " + MOST + " times while it was to be changed"));
    }
    if (tries < AT_ONCE) {
      return next.apply(tries + 1);
    }
    CompletableFuture<Boolean> over = new CompletableFuture<>();
    Duration pause = Duration.ofNanos(site.random().nextLong(LONGEST_PAUSE.toNanos()));
    site.timer().after(pause, () -> over.complete(true));
    return Answers.then(over, done -> next.apply(tries + 1));
  }
}
