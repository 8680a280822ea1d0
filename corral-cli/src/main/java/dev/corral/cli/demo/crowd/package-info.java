/**
 * The demo's crowd: callers in several processes, which {@link dev.corral.cli.demo.crowd.Crowd}
 * starts and leads, by lines of text. What answers them from the cache, with Corral or without, is
 * a {@link dev.corral.cli.demo.crowd.Frontend}.
 */
@NullMarked
package dev.corral.cli.demo.crowd;

import org.jspecify.annotations.NullMarked;
