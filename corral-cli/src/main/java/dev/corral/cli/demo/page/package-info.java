/**
 * The demo in a browser: {@link dev.corral.cli.demo.page.DemoPage} serves it. It tells the story of
 * the show as an audience hears it, and shows what is
 * {@linkplain dev.corral.cli.demo.page.Backstage behind it}.
 */
@NullMarked
package dev.corral.cli.demo.page;

import org.jspecify.annotations.NullMarked;
