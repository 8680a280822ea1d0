package dev.corral.memcached.connection;

/** A burst that tells of itself. */
final class PlayedBurst implements Waiters.Burst {
  boolean isAllowed = true;
  int begun;
  int ended;

  @Override
  public boolean begin() {
    begun++;
    return isAllowed;
  }

  @Override
  public void end() {
    ended++;
  }
}
