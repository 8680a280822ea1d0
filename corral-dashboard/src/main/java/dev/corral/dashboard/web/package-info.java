/**
 * The dashboard's web server: {@link dev.corral.dashboard.web.WebServer} serves the page to those
 * who may see it, answers its {@linkplain dev.corral.dashboard.web.Question questions}, and passes
 * on what is told to the {@link dev.corral.dashboard.web.Broadcast}. It knows nothing of what the
 * page is about.
 */
@NullMarked
package dev.corral.dashboard.web;

import org.jspecify.annotations.NullMarked;
