/**
 * The store on memcached servers. {@link dev.corral.memcached.MemcachedStore} is the way in, and
 * {@link dev.corral.memcached.MemcachedClient} a plain client on it.
 */
@NullMarked
package dev.corral.memcached;

import org.jspecify.annotations.NullMarked;
