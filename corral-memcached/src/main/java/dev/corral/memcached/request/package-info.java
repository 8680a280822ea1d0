/**
 * What is asked of a server. Each kind of {@link dev.corral.memcached.request.Request} knows how it
 * is written and what its reply means, and is the future of it.
 */
@NullMarked
package dev.corral.memcached.request;

import org.jspecify.annotations.NullMarked;
