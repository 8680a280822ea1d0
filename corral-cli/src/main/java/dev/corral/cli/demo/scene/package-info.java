/**
 * What the demo plays, and what is told of it while it plays:
 * {@link dev.corral.cli.demo.scene.Scene} is one of its scenes,
 * {@link dev.corral.cli.demo.scene.Audience} whoever watches.
 */
@NullMarked
package dev.corral.cli.demo.scene;

import org.jspecify.annotations.NullMarked;
