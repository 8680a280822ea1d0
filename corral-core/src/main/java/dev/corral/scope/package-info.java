/**
 * What cached values belong to: a {@link dev.corral.scope.Scope} can invalidate all that is in it
 * at once, because each value carries the {@link dev.corral.scope.Stamp} under which it was loaded.
 */
@NullMarked
package dev.corral.scope;

import org.jspecify.annotations.NullMarked;
