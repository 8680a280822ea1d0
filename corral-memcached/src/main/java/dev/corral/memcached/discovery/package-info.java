/**
 * Finds servers by name or service, {@link dev.corral.memcached.discovery.Finder}, and keeps a ring
 * in step with what is found, {@link dev.corral.memcached.discovery.FollowedServers}.
 */
@NullMarked
package dev.corral.memcached.discovery;

import org.jspecify.annotations.NullMarked;
