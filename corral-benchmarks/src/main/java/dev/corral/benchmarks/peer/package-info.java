/**
 * Memcached clients side by side, and a bare socket without one:
 * {@link dev.corral.benchmarks.peer.PeersCommand} has the {@code Comparison} start servers and a
 * JVM for each client, and goes round them.
 */
@NullMarked
package dev.corral.benchmarks.peer;

import org.jspecify.annotations.NullMarked;
