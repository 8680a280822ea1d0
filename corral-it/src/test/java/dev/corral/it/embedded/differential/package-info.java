/**
 * Looks for differences between the embedded server and the real one.
 * {@link dev.corral.it.embedded.differential.DifferentialIT} sends both the same random commands,
 * and compares every byte of their replies.
 */
@NullMarked
package dev.corral.it.embedded.differential;

import org.jspecify.annotations.NullMarked;
