package dev.corral.cli.demo.scene;

import java.time.Duration;

/**
 * What came of a whole run.
 *
 * @param calls how many calls were made
 * @param queries how many queries reached the database
 * @param p99 the time that 99 of 100 calls did not exceed, failed ones too
 * @param errors how many calls failed
 * @param stale how many were given a value past its ttl
 * @param old how many were given a value from before a change whose invalidation had returned
 *     before they asked
 */
public record Figures(long calls, long queries, Duration p99, long errors, long stale, long old) {}
