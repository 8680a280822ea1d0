/**
 * The one tree of exceptions, rooted in {@link dev.corral.fault.CorralException}. Its branches tell
 * what the caller can do next: try again or do without, give this request up, or mend the
 * configuration.
 */
@NullMarked
package dev.corral.fault;

import org.jspecify.annotations.NullMarked;
