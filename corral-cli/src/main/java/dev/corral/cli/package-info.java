/**
 * The {@code corral} command: {@link dev.corral.cli.CorralCommand} is its entry, each of its
 * subcommands a class of its own.
 */
@NullMarked
package dev.corral.cli;

import org.jspecify.annotations.NullMarked;
