/**
 * Lists of ids that are changed in place. {@link dev.corral.list.IdList} loads a list from its
 * origin when it is missing, and lets many processes add to it and remove from it without reading
 * it.
 */
@NullMarked
package dev.corral.list;

import org.jspecify.annotations.NullMarked;
