/**
 * Caches that belong to a model class: a {@link dev.corral.keyspace.Keyspace} has one last modified
 * time, and whoever moves it expires all that is cached under it. An
 * {@link dev.corral.keyspace.AtomicCache} lets one process regenerate what has expired, and gives
 * the others the last known value meanwhile.
 */
@NullMarked
package dev.corral.keyspace;

import org.jspecify.annotations.NullMarked;
