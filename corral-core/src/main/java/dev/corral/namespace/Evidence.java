package dev.corral.namespace;

import java.util.Optional;

/**
 * What is known of all namespaces at a moment: which of them may have been touched since the last
 * flush.
 *
 * @param epoch the generation of all namespaces that have not been touched; it changes with a
 *     flush, or when the evidence was lost
 * @param bits how many bits the evidence has; 0 if it is switched off
 * @param touchedBits how many of them are set
 * @param roll the rolling flush that is under way, if one is
 */
public record Evidence(Generation epoch, int bits, int touchedBits, Optional<Roll> roll) {
  /**
   * How full the evidence is.
   *
   * @return the part of its bits that are set, 0 to 1
   */
  public double fill() {
    return Filter.fill(touchedBits, bits);
  }

  /**
   * How well it spares look-ups.
   *
   * @return the part of the untouched namespaces whose generation need not be looked up, 0 to 1
   */
  public double quality() {
    return Filter.quality(touchedBits, bits);
  }

  /**
   * How many namespaces have been touched, as far as the bits tell.
   *
   * @return an estimate; infinite if all bits are set
   */
  public double touchedNamespaces() {
    return bits == 0 ? Double.POSITIVE_INFINITY : Math.log1p(-fill()) / Math.log1p(-1.0 / bits) / 2;
  }
}
