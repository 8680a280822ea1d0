/**
 * Tests that need a real database server. {@link dev.corral.it.database.MariaDb} and
 * {@link dev.corral.it.database.PostgreSql} start and stop the distribution's for them.
 */
@NullMarked
package dev.corral.it.database;

import org.jspecify.annotations.NullMarked;
