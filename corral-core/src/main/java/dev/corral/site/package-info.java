/**
 * Where a pattern stands: the {@link dev.corral.site.Site} has the store, the beginning of all
 * keys, the time, and the threads that are not the caller's.
 */
@NullMarked
package dev.corral.site;

import org.jspecify.annotations.NullMarked;
