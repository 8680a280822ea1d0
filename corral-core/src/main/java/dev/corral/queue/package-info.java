/**
 * Work that is handed to others: {@link dev.corral.queue.RefreshQueue} takes jobs, of which equal
 * ones are done once, and has them done by whoever serves it.
 */
@NullMarked
package dev.corral.queue;

import org.jspecify.annotations.NullMarked;
