/** The client secured. {@link dev.corral.it.secure.Authority} makes certificates. */
@NullMarked
package dev.corral.it.secure;

import org.jspecify.annotations.NullMarked;
