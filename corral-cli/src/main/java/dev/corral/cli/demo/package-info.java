/**
 * The demo command: {@link dev.corral.cli.demo.DemoCommand} plays scenes, each without Corral and
 * then with it.
 */
@NullMarked
package dev.corral.cli.demo;

import org.jspecify.annotations.NullMarked;
