/** The bench command on real servers. */
@NullMarked
package dev.corral.it.bench;

import org.jspecify.annotations.NullMarked;
