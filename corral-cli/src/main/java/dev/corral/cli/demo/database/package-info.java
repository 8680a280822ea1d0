/**
 * The demo's database: {@link dev.corral.cli.demo.database.Database} is a real SQL database with a
 * slow disk, {@link dev.corral.cli.demo.database.Pages} what a process of the crowd sees of it.
 */
@NullMarked
package dev.corral.cli.demo.database;

import org.jspecify.annotations.NullMarked;
