/**
 * Which server holds a key: a {@link dev.corral.ring.Ring} places servers on libketama's continuum,
 * point for point as other clients do, so that a server that joins or leaves moves few keys. Around
 * it lie the lists that rings are made of, their changes while in use, and what to do with the keys
 * of a server that is down.
 */
@NullMarked
package dev.corral.ring;

import org.jspecify.annotations.NullMarked;
