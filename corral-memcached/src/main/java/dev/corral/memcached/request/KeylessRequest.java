package dev.corral.memcached.request;

import dev.corral.key.Key;
import org.jspecify.annotations.Nullable;

/**
 * A request that is about no single key: it changes no item, and its reply repeats no mark.
 *
 * @param <R> what the caller gets
 */
public abstract class KeylessRequest<R extends @Nullable Object> extends Request<R> {
  /** Creates a request that nobody knows of yet. */
  protected KeylessRequest() {}

  @Override
  public final @Nullable Key key() {
    return null;
  }

  @Override
  public final boolean isChange() {
    return false;
  }

  @Override
  public final boolean isMarkable() {
    return false;
  }
}
