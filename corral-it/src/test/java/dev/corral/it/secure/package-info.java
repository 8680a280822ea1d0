/**
 * The client secured and discovered. {@link dev.corral.it.secure.Authority} makes certificates,
 * {@link dev.corral.it.secure.ScriptedDns} and {@link dev.corral.it.secure.ConfiguredCluster} tell
 * of servers what a test wants to be told.
 */
@NullMarked
package dev.corral.it.secure;

import org.jspecify.annotations.NullMarked;
