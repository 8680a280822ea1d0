/**
 * The commands for daily use, on items and on the servers that hold them: {@code get}, {@code set},
 * {@code delete}, {@code touch}, {@code incr} and {@code stats}, each a class of its own.
 */
@NullMarked
package dev.corral.cli.item;

import org.jspecify.annotations.NullMarked;
