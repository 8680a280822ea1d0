/**
 * Names of items, safe on the wire: a {@link dev.corral.key.Key} is validated and encoded once, and
 * carries its bytes from then on. {@link dev.corral.key.KeyPrefix} makes the keys of one place
 * cheaply, with a {@link dev.corral.key.KeyEncoder} of one's own or from
 * {@link dev.corral.key.Keys}.
 */
@NullMarked
package dev.corral.key;

import org.jspecify.annotations.NullMarked;
