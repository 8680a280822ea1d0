/**
 * A web page on a corral: {@link dev.corral.dashboard.Dashboard} serves it, in one line of an
 * application.
 */
@NullMarked
package dev.corral.dashboard;

import org.jspecify.annotations.NullMarked;
