/** The dashboard in a real browser, on real servers. */
@NullMarked
package dev.corral.it.dashboard;

import org.jspecify.annotations.NullMarked;
