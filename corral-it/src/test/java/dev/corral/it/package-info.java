/**
 * Tests that need a real server or several processes. {@link dev.corral.it.Memcached} starts and
 * stops the distribution's memcached for them.
 */
@NullMarked
package dev.corral.it;

import org.jspecify.annotations.NullMarked;
