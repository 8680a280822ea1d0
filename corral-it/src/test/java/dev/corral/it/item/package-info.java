/** The commands for daily use on real servers, and the command as a shell sees it. */
@NullMarked
package dev.corral.it.item;

import org.jspecify.annotations.NullMarked;
