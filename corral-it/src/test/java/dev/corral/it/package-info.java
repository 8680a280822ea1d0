/**
 * Tests that need a real server or several processes. {@link dev.corral.it.Memcached} starts and
 * stops the distribution's memcached for them, {@link dev.corral.it.ScriptedServer} misbehaves as a
 * test says, and {@link dev.corral.it.FaultyProxy} is a bad network before a good server.
 * {@link dev.corral.it.Jvms} runs a part of a test in JVMs of their own, which it can pause and
 * kill.
 */
@NullMarked
package dev.corral.it;

import org.jspecify.annotations.NullMarked;
