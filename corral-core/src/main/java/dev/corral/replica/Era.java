package dev.corral.replica;

import dev.corral.store.Placement;

/**
 * The servers as they are from some moment on.
 *
 * @param at where each key is
 * @param since the time in ms before which nothing is believed: what was written under other
 *     servers may have been overwritten there
 */
record Era(Placement at, long since) {}
