/**
 * Names of items, safe on the wire: a {@link dev.corral.key.Key} is validated and encoded once, and
 * carries its bytes from then on.
 */
@NullMarked
package dev.corral.key;

import org.jspecify.annotations.NullMarked;
