/**
 * Memcached servers to measure against: {@link dev.corral.benchmarks.server.Memcached}, and what it
 * is asked without a client: {@link dev.corral.benchmarks.server.Request}.
 */
@NullMarked
package dev.corral.benchmarks.server;

import org.jspecify.annotations.NullMarked;
