/** A queue of refreshes on Gearman job servers. */
@NullMarked
package dev.corral.gearman;

import org.jspecify.annotations.NullMarked;
