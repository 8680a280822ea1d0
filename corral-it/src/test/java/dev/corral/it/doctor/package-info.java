/** The doctor command on real clusters, well and ill. */
@NullMarked
package dev.corral.it.doctor;

import org.jspecify.annotations.NullMarked;
