/**
 * What Corral does with futures everywhere: {@link dev.corral.future.Answers} goes on with what
 * they bring, and keeps faults free of what futures wrap around them.
 */
@NullMarked
package dev.corral.future;

import org.jspecify.annotations.NullMarked;
