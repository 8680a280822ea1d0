/**
 * What is compared: each {@link dev.corral.benchmarks.peer.subject.Subject} is a client, or a bare
 * socket without one, and connects as a {@link dev.corral.benchmarks.peer.subject.Target} that runs
 * the workloads.
 */
@NullMarked
package dev.corral.benchmarks.peer.subject;

import org.jspecify.annotations.NullMarked;
