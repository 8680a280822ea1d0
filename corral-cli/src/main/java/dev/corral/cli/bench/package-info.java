/**
 * The bench command: {@link dev.corral.cli.bench.BenchCommand} measures a cluster by loops of
 * calls. Loops and {@link dev.corral.cli.bench.Sampler} measure any
 * {@link dev.corral.cli.bench.Client}, so that the comparison with other clients runs the very
 * same.
 */
@NullMarked
package dev.corral.cli.bench;

import org.jspecify.annotations.NullMarked;
