/** Checks that all packages share. {@link dev.corral.check.Argument} names what is missing. */
@NullMarked
package dev.corral.check;

import org.jspecify.annotations.NullMarked;
