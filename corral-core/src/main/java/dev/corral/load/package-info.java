/**
 * How values are made that are not cached yet: a {@link dev.corral.load.Loader} is given a key and
 * returns its value. A {@link dev.corral.load.Computation} is told more and can answer more.
 */
@NullMarked
package dev.corral.load;

import org.jspecify.annotations.NullMarked;
