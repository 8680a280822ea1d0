/**
 * Names that cached values belong to and that can be invalidated at once, on all servers:
 * {@link dev.corral.namespace.Namespaces} is the way in, and a
 * {@link dev.corral.namespace.Namespace} is what a cache is put into. One small item, the evidence,
 * tells which of them have been touched, so that most need no look-up.
 */
@NullMarked
package dev.corral.namespace;

import org.jspecify.annotations.NullMarked;
