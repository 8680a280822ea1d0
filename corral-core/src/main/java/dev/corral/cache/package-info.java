/**
 * Get-or-compute without the herd: a {@link dev.corral.cache.Cache} lets one process load a value
 * while the others are given the old one, or wait. What each caller may be given is decided in
 * {@link dev.corral.cache.Verdict}, and what is done about it in
 * {@link dev.corral.cache.Turnstile}.
 */
@NullMarked
package dev.corral.cache;

import org.jspecify.annotations.NullMarked;
