/**
 * The dashboard command: {@link dev.corral.cli.dashboard.DashboardCommand} serves a web page on a
 * store's servers.
 */
@NullMarked
package dev.corral.cli.dashboard;

import org.jspecify.annotations.NullMarked;
