/**
 * The meta protocol as bytes: {@link dev.corral.memcached.wire.Commands} writes requests,
 * {@link dev.corral.memcached.wire.ReplyDecoder} reads replies. It knows no connection.
 */
@NullMarked
package dev.corral.memcached.wire;

import org.jspecify.annotations.NullMarked;
