/**
 * What a server does wrong on purpose: a {@link dev.corral.embedded.fault.Fault} says what and
 * when.
 */
@NullMarked
package dev.corral.embedded.fault;

import org.jspecify.annotations.NullMarked;
