/**
 * What commands do: the {@link dev.corral.embedded.command.Interpreter} has each carried out on the
 * items that all connections share.
 */
@NullMarked
package dev.corral.embedded.command;

import org.jspecify.annotations.NullMarked;
