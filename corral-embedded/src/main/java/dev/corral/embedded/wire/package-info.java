/**
 * How requests and replies are written on the wire: a {@link dev.corral.embedded.wire.CommandLine}
 * is read, and a {@link dev.corral.embedded.wire.Reply} written.
 */
@NullMarked
package dev.corral.embedded.wire;

import org.jspecify.annotations.NullMarked;
