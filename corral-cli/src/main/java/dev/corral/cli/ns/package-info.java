/** The ns command: {@link dev.corral.cli.ns.NsCommand} shows and invalidates namespaces. */
@NullMarked
package dev.corral.cli.ns;

import org.jspecify.annotations.NullMarked;
