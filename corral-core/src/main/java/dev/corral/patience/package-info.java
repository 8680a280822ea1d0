/**
 * Waiting. {@link dev.corral.patience.Patience} tries again, with
 * {@link dev.corral.patience.Pauses} that grow, and {@link dev.corral.patience.PatientThreads} may
 * block meanwhile.
 */
@NullMarked
package dev.corral.patience;

import org.jspecify.annotations.NullMarked;
