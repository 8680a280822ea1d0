/**
 * Tables of what was measured, in Markdown: a {@link dev.corral.benchmarks.table.Table} of
 * {@link dev.corral.benchmarks.table.Figures}.
 */
@NullMarked
package dev.corral.benchmarks.table;

import org.jspecify.annotations.NullMarked;
