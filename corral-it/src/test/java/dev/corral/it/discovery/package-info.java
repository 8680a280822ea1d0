/**
 * Servers that are found by name, and followed. {@link dev.corral.it.discovery.ScriptedDns} and
 * {@link dev.corral.it.discovery.ConfiguredCluster} tell of servers what a test wants to be told.
 */
@NullMarked
package dev.corral.it.discovery;

import org.jspecify.annotations.NullMarked;
