package dev.corral.ring;

/**
 * A piece of a ring that one server holds.
 *
 * @param from its first {@linkplain Ring#position position}
 * @param to its last
 * @param server who holds it
 */
public record Arc(long from, long to, Server server) {
  /**
   * How much of the ring it is.
   *
   * @return more than 0, 1 for all of it
   */
  public double share() {
    return Ring.share(from, to);
  }
}
