/**
 * The embedded server as its clients meet it, and beside the real one.
 * {@link dev.corral.it.embedded.Dialogue} says bytes to either, and hears what they answer.
 */
@NullMarked
package dev.corral.it.embedded;

import org.jspecify.annotations.NullMarked;
