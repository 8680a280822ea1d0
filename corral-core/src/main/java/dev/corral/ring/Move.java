package dev.corral.ring;

/**
 * A piece of a ring that goes from one server to another.
 *
 * @param from its first {@linkplain Ring#position position}
 * @param to its last
 * @param before who holds it until then
 * @param after who holds it from then on
 */
public record Move(long from, long to, Server before, Server after) {
  /**
   * How much of the ring it is.
   *
   * @return more than 0, 1 for all of it
   */
  public double share() {
    return Ring.share(from, to);
  }
}
