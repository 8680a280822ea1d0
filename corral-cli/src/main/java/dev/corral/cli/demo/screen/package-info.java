/**
 * What viewers of the demo see: {@link dev.corral.cli.demo.screen.Screens} has a screen for each
 * kind of terminal, from live charts down to a line for machines.
 */
@NullMarked
package dev.corral.cli.demo.screen;

import org.jspecify.annotations.NullMarked;
