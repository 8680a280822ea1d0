/** Replicas on real servers, which are killed, stopped and emptied. */
@NullMarked
package dev.corral.it.replica;

import org.jspecify.annotations.NullMarked;
