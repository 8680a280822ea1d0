/**
 * The client inside TLS, behind a password, and both. {@link dev.corral.it.secure.Authority} makes
 * certificates, and {@link dev.corral.it.secure.Ways} has the tests of faults go secured ways.
 */
@NullMarked
package dev.corral.it.secure;

import org.jspecify.annotations.NullMarked;
