/**
 * Rate limiters on real servers. {@link dev.corral.it.limit.LimiterIT} has many processes ask for
 * the permits of one key, and counts how many each way to limit lets pass.
 */
@NullMarked
package dev.corral.it.limit;

import org.jspecify.annotations.NullMarked;
