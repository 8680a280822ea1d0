/**
 * Rate limiters that processes share. A {@link dev.corral.limit.Limiter} answers each request with
 * a {@link dev.corral.limit.Decision}: whether it may pass, how many more may, and when to try
 * again.
 */
@NullMarked
package dev.corral.limit;

import org.jspecify.annotations.NullMarked;
