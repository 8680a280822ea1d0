/**
 * Locks that processes share, for a limited time. A {@link dev.corral.lock.Lock} is tried for, and
 * answers with a {@link dev.corral.lock.Hold}, or with whether someone else has it or nobody can
 * tell.
 */
@NullMarked
package dev.corral.lock;

import org.jspecify.annotations.NullMarked;
