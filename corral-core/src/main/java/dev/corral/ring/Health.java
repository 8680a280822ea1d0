package dev.corral.ring;

/**
 * What is known of the servers' state. Asked on every call, so it must be quick and never block.
 */
@FunctionalInterface
public interface Health {
  /**
   * Whether a server is worth asking.
   *
   * @param server one of the servers of the ring or the spare ring
   * @return false while it is down
   */
  boolean isLive(Server server);
}
