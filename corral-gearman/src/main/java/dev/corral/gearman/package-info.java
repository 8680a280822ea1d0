/**
 * A queue of refreshes on Gearman job servers: {@link dev.corral.gearman.GearmanQueue} hands jobs
 * to gearmand, and does those that others have handed in.
 */
@NullMarked
package dev.corral.gearman;

import org.jspecify.annotations.NullMarked;
