/**
 * Makes what the page shows: {@link dev.corral.dashboard.sample.Sampler} looks at a subject each
 * second and tells what it sees, as maps, lists, numbers and words.
 */
@NullMarked
package dev.corral.dashboard.sample;

import org.jspecify.annotations.NullMarked;
