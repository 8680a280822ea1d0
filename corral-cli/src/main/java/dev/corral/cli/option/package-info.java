/**
 * What the options of several commands have in common: {@link dev.corral.cli.option.StoreOption the
 * store}, what its URI says, and how times and sizes are written.
 */
@NullMarked
package dev.corral.cli.option;

import org.jspecify.annotations.NullMarked;
