/**
 * The job queue on real servers: {@link dev.corral.it.queue.Gearmand} starts, kills and stops the
 * distribution's gearmand.
 */
@NullMarked
package dev.corral.it.queue;

import org.jspecify.annotations.NullMarked;
