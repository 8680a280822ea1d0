/**
 * What the server knows of itself: {@link dev.corral.embedded.stats.Figures} counts, and a
 * {@link dev.corral.embedded.stats.Report} tells it by the names of the real server.
 */
@NullMarked
package dev.corral.embedded.stats;

import org.jspecify.annotations.NullMarked;
