/** Lists that many processes change at once, on real servers. */
@NullMarked
package dev.corral.it.list;

import org.jspecify.annotations.NullMarked;
