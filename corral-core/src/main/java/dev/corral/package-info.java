/**
 * Corral's front door. {@link dev.corral.Corral} opens a store and hands out all that works on it.
 */
@NullMarked
package dev.corral;

import org.jspecify.annotations.NullMarked;
