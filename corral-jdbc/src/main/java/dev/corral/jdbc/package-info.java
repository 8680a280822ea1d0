/**
 * Locks that a database keeps: those of {@link dev.corral.lock} for whoever has no memcached, or
 * wants a lock that ends with its holder's connection. {@link dev.corral.jdbc.JdbcLocks} makes
 * them.
 */
@NullMarked
package dev.corral.jdbc;

import org.jspecify.annotations.NullMarked;
