/** One client's connection: a {@link dev.corral.embedded.connection.Session} serves it. */
@NullMarked
package dev.corral.embedded.connection;

import org.jspecify.annotations.NullMarked;
