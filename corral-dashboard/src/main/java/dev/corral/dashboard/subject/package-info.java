/**
 * What a dashboard looks at: {@link dev.corral.dashboard.subject.Subject}. It is a corral's own
 * process for most, and the demo with its crowd of processes for one.
 */
@NullMarked
package dev.corral.dashboard.subject;

import org.jspecify.annotations.NullMarked;
