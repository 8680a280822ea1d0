/**
 * The embedded server beside the real one. {@link dev.corral.it.embedded.DifferentialIT} sends both
 * the same random commands, and compares every byte of their replies.
 */
@NullMarked
package dev.corral.it.embedded;

import org.jspecify.annotations.NullMarked;
