/**
 * What a user sees and does while a command runs: {@link dev.corral.cli.terminal.Terminal} is where
 * it writes, beside it are tables, JSON, what shows progress and what Ctrl-C does.
 */
@NullMarked
package dev.corral.cli.terminal;

import org.jspecify.annotations.NullMarked;
