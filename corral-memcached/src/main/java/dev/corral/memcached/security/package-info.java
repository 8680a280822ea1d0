/**
 * What protects connections, {@link dev.corral.memcached.security.Protection}: TLS, and the
 * password of a user. Whatever comes from files is read anew for each connection, so that
 * certificates and passwords can be changed while a store is open.
 */
@NullMarked
package dev.corral.memcached.security;

import org.jspecify.annotations.NullMarked;
