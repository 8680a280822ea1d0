/**
 * Hot items on several servers at once. {@link dev.corral.replica.Replicas} writes them all, reads
 * one, and never serves a copy that has missed a write.
 */
@NullMarked
package dev.corral.replica;

import org.jspecify.annotations.NullMarked;
