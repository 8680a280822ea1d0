/**
 * Connections to servers, and what keeps them. A {@link dev.corral.memcached.connection.Node} keeps
 * the connections to one server alive; each {@link dev.corral.memcached.connection.Connection}
 * carries many requests at once.
 */
@NullMarked
package dev.corral.memcached.connection;

import org.jspecify.annotations.NullMarked;
