/** The dashboard's web server: the web server serves the page to those */
@NullMarked
package dev.corral.dashboard.web;

import org.jspecify.annotations.NullMarked;
