/**
 * For tests with JUnit: {@link dev.corral.embedded.junit.EmbeddedMemcached} runs a server around
 * them.
 */
@NullMarked
package dev.corral.embedded.junit;

import org.jspecify.annotations.NullMarked;
