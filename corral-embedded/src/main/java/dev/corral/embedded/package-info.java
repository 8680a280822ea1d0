/**
 * A memcached server in pure Java, for tests and first runs:
 * {@link dev.corral.embedded.EmbeddedServer} starts one.
 */
@NullMarked
package dev.corral.embedded;

import org.jspecify.annotations.NullMarked;
