package dev.corral.replica;

/**
 * What has happened to the items of one name so far, in this process.
 *
 * @param hits how often a value was found, or was there by the time that it was to be loaded
 * @param misses how often there was none
 * @param further how often the first copy that was asked did not suffice, and the others were asked
 * @param repairs how many copies and generations were written over that had missed something
 */
public record ReplicaStats(long hits, long misses, long further, long repairs) {}
