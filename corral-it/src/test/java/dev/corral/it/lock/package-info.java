/** The lock on real servers, among several processes. */
@NullMarked
package dev.corral.it.lock;

import org.jspecify.annotations.NullMarked;
