package dev.corral.metric;

import java.util.Map;

/**
 * What namespaces had counted in this process at a moment. Immutable.
 *
 * @param reads how often the generation of a namespace was wanted
 * @param lookUps how often it was asked of a server, since the evidence said that the namespace may
 *     have been touched, or since there is none
 * @param needless how many of these found no generation that counts: others have set the same bits,
 *     or what was there is lost. There is one from then on, so that of all needless look-ups these
 *     are the first ones
 * @param invalidations how many namespaces were invalidated, by their field
 */
public record NamespaceStats(
    long reads, long lookUps, long needless, Map<String, Long> invalidations) {
  /** Nothing was counted. */
  public static final NamespaceStats NONE = new NamespaceStats(0, 0, 0, Map.of());

  /**
   * Statistics.
   *
   * @param reads how often a generation was wanted
   * @param lookUps how often it was asked of a server
   * @param needless how many of these found none that counts
   * @param invalidations how many namespaces were invalidated, by their field
   */
  public NamespaceStats {
    invalidations = Map.copyOf(invalidations);
  }

  /**
   * These and those of others together.
   *
   * @param others the others
   * @return all of them
   */
  public NamespaceStats plus(NamespaceStats others) {
    return new NamespaceStats(
        reads + others.reads,
        lookUps + others.lookUps,
        needless + others.needless,
        Tally.sums(invalidations, others.invalidations));
  }

  /**
   * What happened after an earlier moment.
   *
   * @param earlier what the same had counted then
   * @return these without those
   */
  public NamespaceStats since(NamespaceStats earlier) {
    return new NamespaceStats(
        Math.max(0, reads - earlier.reads),
        Math.max(0, lookUps - earlier.lookUps),
        Math.max(0, needless - earlier.needless),
        Tally.differences(invalidations, earlier.invalidations));
  }
}
