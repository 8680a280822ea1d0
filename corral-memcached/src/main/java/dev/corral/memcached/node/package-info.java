/**
 * What can be known of a server while the store is in use: its
 * {@link dev.corral.memcached.node.NodeStatus} at a moment, and each
 * {@link dev.corral.memcached.node.NodeEvent} when it happens. Also how its address is found.
 */
@NullMarked
package dev.corral.memcached.node;

import org.jspecify.annotations.NullMarked;
