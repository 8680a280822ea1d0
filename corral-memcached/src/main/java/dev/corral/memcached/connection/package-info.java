/**
 * Requests on their way to servers and back. A {@link dev.corral.memcached.connection.Node} keeps
 * the connections to one server alive; each {@link dev.corral.memcached.connection.Connection}
 * carries many requests at once.
 */
@NullMarked
package dev.corral.memcached.connection;

import org.jspecify.annotations.NullMarked;
