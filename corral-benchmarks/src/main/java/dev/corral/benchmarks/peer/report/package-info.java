/**
 * What a comparison has shown: {@link dev.corral.benchmarks.peer.report.Sample}s, kept in a file
 * for each {@link dev.corral.benchmarks.peer.report.Run}, and the
 * {@link dev.corral.benchmarks.peer.report.Report} on them.
 */
@NullMarked
package dev.corral.benchmarks.peer.report;

import org.jspecify.annotations.NullMarked;
