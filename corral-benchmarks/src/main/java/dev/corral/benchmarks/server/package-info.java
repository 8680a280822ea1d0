/** Memcached servers to measure against: {@link dev.corral.benchmarks.server.Memcached}. */
@NullMarked
package dev.corral.benchmarks.server;

import org.jspecify.annotations.NullMarked;
